import {
  aggregate,
  aggregateRows,
  DecimalSum,
  isMixed,
  type Summed,
} from '#ui/grid/rows/aggregate.ts'
import type { Storage } from '#ui/grid/columns/column-storage.ts'
import {
  isBlank,
  isNumeric,
  type CellValue,
  type Footer,
  type GridColumn,
} from '#ui/grid/columns/column.ts'
import { cellsIn, type Range } from '#ui/grid/rows/selection.ts'

/** Selected cells that are counted at once. */
export const STATS_AT_ONCE = 20_000

export interface GridSelection {
  /** Places in the view, inclusive. */
  readonly top: number
  readonly bottom: number
  /** Column ids from left to right. */
  readonly columns: readonly string[]
}

/** Numbers of one unit that are selected. */
interface UnitStats {
  /** Cells that hold a number. */
  readonly count: number
  /** Exact, in plain decimal notation. */
  readonly sum: string
  readonly average: number | null
}

export interface SelectionStats extends UnitStats {
  readonly cells: number
  /** Sums by unit where there are several: then they have no sum together. */
  readonly units?: readonly UnitSum[]
}

interface UnitSum {
  /** The column's title, with the currency of amounts in several; null for pieces of several columns. */
  readonly title: string | null
  readonly sum: string
}

/** Columns whose numbers add up, where they are in one currency. */
interface Unit {
  readonly title: string | null
  readonly columns: readonly GridColumn[]
  /** The column that says the currency of each row. */
  readonly currency?: string | undefined
}

/** What a unit comes to in each of its currencies; one of null where it has none. */
export type CurrencyStats = readonly (UnitStats & { readonly currency: string | null })[]

/**
 * Columns by what they count: pieces with pieces, any other measure for itself. Columns that add up
 * say so with their footer; where one does, sequences and pieces per box are left out.
 */
export function unitsOf(columns: readonly GridColumn[]): readonly Unit[] {
  const numeric = [...new Set(columns)].filter(isNumeric)
  const added = numeric.filter(({ footer }) => footer === 'SUM')
  const units = Map.groupBy(added.length > 0 ? added : numeric, ({ id, pieces }) =>
    pieces === true ? null : id,
  )
  return [...units.values()].map((each) => {
    const [only] = each.length === 1 ? each : []
    return { title: only?.title ?? null, columns: each, currency: only?.currency }
  })
}

/** What several units come to: no sum of them all. */
export function joinedStats(
  cells: number,
  units: readonly Unit[],
  found: readonly CurrencyStats[],
): SelectionStats {
  const stats = units.flatMap(({ title }, at) => {
    const all = found[at] ?? []
    const inWords = (currency: string | null) =>
      all.length > 1 && currency !== null ? `${title ?? ''} ${currency}` : title
    return all.map(({ currency, ...each }) => ({ ...each, title: inWords(currency) }))
  })
  const [{ title: _, ...only } = { title: null, count: 0, sum: '0', average: null }] = stats
  if (stats.length <= 1) return { cells, ...only }
  const count = stats.reduce((total, each) => total + each.count, 0)
  const sums = stats.map(({ title, sum }) => ({ title, sum }))
  return { cells, count, sum: '', average: null, units: sums }
}

/** The same for a status line. */
export function selectionShown({ cells, count, sum, average, units }: SelectionStats) {
  return {
    cells,
    count,
    sum: Number(sum),
    average: average ?? 0,
    ...(units && { units: units.map(({ title, sum: each }) => ({ title, sum: Number(each) })) }),
  }
}

interface Footed {
  readonly rows: {
    readonly store: { storage(columnId: string): Storage }
    readonly shown: Summed
    valuesShown(columnId: string): CellValue[]
  }
  column(id: string): GridColumn | undefined
}

/** What has been worked out over all rows since the data last changed, each thing once. */
export class Summaries {
  readonly #footers = new Map<string, { footer: Footer; value: CellValue }>()
  readonly #mixed = new Map<string, boolean>()
  #stats: { ranges: readonly Range[]; value: SelectionStats | null } | undefined
  #checks: 'on' | 'some' | 'off' | undefined

  footer(grid: Footed, columnId: string): CellValue {
    const footer = grid.column(columnId)?.footer
    if (!footer) return null
    const known = this.#footers.get(columnId)
    if (known?.footer === footer) return known.value
    const { rows } = grid
    const value =
      typeof footer === 'function'
        ? aggregate(footer, rows.valuesShown(columnId))
        : aggregateRows(footer, rows.store.storage(columnId), rows.shown)
    this.#footers.set(columnId, { footer, value })
    return value
  }

  /** Whether the rows shown are in several currencies, so that a column of amounts has no sum. */
  isMixed(grid: Footed, columnId: string): boolean {
    const currency = grid.column(columnId)?.currency
    if (currency === undefined) return false
    const known = this.#mixed.get(currency)
    if (known !== undefined) return known
    const value = isMixed(grid.rows.store.storage(currency), grid.rows.shown)
    this.#mixed.set(currency, value)
    return value
  }

  stats(grid: Selected): SelectionStats | null {
    const { ranges } = grid.cursor
    if (this.#stats?.ranges === ranges) return this.#stats.value
    const value = statsOf(grid)
    this.#stats = { ranges, value }
    return value
  }

  checks(grid: Checked): 'on' | 'some' | 'off' {
    this.#checks ??= checkStateOf(grid)
    return this.#checks
  }
}

interface Selected {
  readonly cursor: { readonly range: Range | null; readonly ranges: readonly Range[] }
  readonly drawn: readonly GridColumn[]
  value(viewRow: number, columnId: string): CellValue
  /** Groups say once more what their rows say. */
  groupAt(viewRow: number): unknown
}

export function selectionOf({ cursor, drawn }: Selected): GridSelection | null {
  const { range } = cursor
  if (!range) return null
  const columns = drawn.slice(range.left, range.right + 1).map((column) => column.id)
  return { top: range.top, bottom: range.bottom, columns }
}

function statsOf(grid: Selected): SelectionStats | null {
  const { ranges } = grid.cursor
  if (ranges.length === 0) return null
  const units = unitsOf(ranges.flatMap(({ left, right }) => grid.drawn.slice(left, right + 1)))
  const cells = ranges.reduce((count, range) => count + cellsIn(range), 0)
  return joinedStats(
    cells,
    units,
    units.map((unit) => sumIn(grid, unit)),
  )
}

function sumIn(grid: Selected, { columns, currency }: Unit): CurrencyStats {
  const sums = new Map<string | null, DecimalSum>()
  for (const range of grid.cursor.ranges) {
    const selected = grid.drawn.slice(range.left, range.right + 1)
    for (const column of selected.filter((each) => columns.includes(each))) {
      for (let row = range.top; row <= range.bottom; row++) {
        const value = grid.groupAt(row) === undefined ? grid.value(row, column.id) : null
        if (value === null) continue
        const unit = currency === undefined ? null : currencyText(grid.value(row, currency))
        const sum = sums.get(unit) ?? new DecimalSum()
        sums.set(unit, sum)
        sum.add(value)
      }
    }
  }
  return statsOfSums(sums)
}

/** The currency a row is in; null where it says none. */
export function currencyText(value: CellValue): string | null {
  return isBlank(value) ? null : String(value)
}

/** Sums by currency as they are told; nothing at all comes to zero. */
export function statsOfSums(sums: ReadonlyMap<string | null, DecimalSum>): CurrencyStats {
  const all = sums.size > 0 ? [...sums] : ([[null, new DecimalSum()]] as const)
  return all.map(([currency, sum]) => {
    return { currency, count: sum.count, sum: sum.toString(), average: sum.average() }
  })
}

interface Checked {
  readonly rows: { readonly checks: ReadonlySet<number>; readonly filters: readonly unknown[] }
  /** Rows too many to go through. */
  readonly windows: unknown
  readonly options: { readonly checkable?: unknown }
  readonly rowCount: number
  readonly dataCount: number
  isChecked(viewRow: number): boolean
  isCheckable(viewRow: number): boolean
}

/** Rows that cannot be checked do not stand in the way of "all". */
function checkStateOf(grid: Checked): 'on' | 'some' | 'off' {
  const { checks, filters } = grid.rows
  if (checks.size === 0) return 'off'
  if (grid.windows !== null || (filters.length === 0 && grid.options.checkable === undefined)) {
    return checks.size === grid.dataCount ? 'on' : 'some'
  }
  let checked = 0
  let enabled = 0
  for (let row = 0; row < grid.rowCount; row++) {
    const isChecked = grid.isChecked(row)
    if (isChecked) checked++
    if (isChecked || grid.isCheckable(row)) enabled++
  }
  if (checked === 0) return 'off'
  return checked === enabled ? 'on' : 'some'
}
