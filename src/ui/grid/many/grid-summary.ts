import { DecimalSum } from '#ui/grid/rows/aggregate.ts'
import { isBlank, isNumeric, type CellValue, type GridColumn } from '#ui/grid/columns/column.ts'

/** Selected cells that are counted at once. */
export const STATS_AT_ONCE = 20_000

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
export interface Unit {
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
