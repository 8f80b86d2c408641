import { DecimalSum } from '#ui/grid/rows/aggregate.ts'
import { isBlank, isNumeric, type CellValue, type GridColumn } from '#ui/grid/columns/column.ts'

/** Up to this many selected cells are summed synchronously. */
export const STATS_BATCH = 20_000

interface UnitStats {
  readonly count: number
  /** Exact sum in plain decimal notation. */
  readonly sum: string
  readonly average: number | null
}

export interface SelectionStats extends UnitStats {
  readonly cells: number
  /** Sums by unit if there are several. They have no common sum. */
  readonly units?: readonly UnitSum[]
}

interface UnitSum {
  /** Column title, with the currency if there are several. Null for pieces of several columns. */
  readonly title: string | null
  readonly sum: string
}

/** Columns whose numbers can be summed if they share a currency. */
export interface Unit {
  readonly title: string | null
  readonly columns: readonly GridColumn[]
  readonly currency?: string | undefined
}

export type CurrencyStats = readonly (UnitStats & { readonly currency: string | null })[]

/**
 * Groups columns by unit: all piece columns together, any other column separately. If any column
 * has a sum footer, only such columns are included, which leaves out sequence numbers and pieces
 * per box.
 */
export function groupByUnit(columns: readonly GridColumn[]): readonly Unit[] {
  const numeric = [...new Set(columns)].filter(isNumeric)
  const added = numeric.filter(({ footer }) => footer === 'SUM')
  const units = Map.groupBy(added.length > 0 ? added : numeric, ({ id, pieces }) =>
    pieces === true ? null : id,
  )
  return [...units.values()].map((unit) => {
    const [only] = unit.length === 1 ? unit : []
    return { title: only?.title ?? null, columns: unit, currency: only?.currency }
  })
}

export function joinStats(
  cells: number,
  units: readonly Unit[],
  found: readonly CurrencyStats[],
): SelectionStats {
  const stats = units.flatMap(({ title }, index) => {
    const all = found[index] ?? []
    const currencyTitle = (currency: string | null) =>
      all.length > 1 && currency !== null ? `${title ?? ''} ${currency}` : title
    return all.map(({ currency, ...each }) => ({ ...each, title: currencyTitle(currency) }))
  })
  const [{ title: _, ...only } = { title: null, count: 0, sum: '0', average: null }] = stats
  if (stats.length <= 1) return { cells, ...only }
  const count = stats.reduce((total, stat) => total + stat.count, 0)
  const sums = stats.map(({ title, sum }) => ({ title, sum }))
  return { cells, count, sum: '', average: null, units: sums }
}

export function toSelectionDisplay({ cells, count, sum, average, units }: SelectionStats) {
  return {
    cells,
    count,
    sum: Number(sum),
    average: average ?? 0,
    ...(units && { units: units.map(({ title, sum: each }) => ({ title, sum: Number(each) })) }),
  }
}

export function currencyText(value: CellValue): string | null {
  return isBlank(value) ? null : String(value)
}

export function toCurrencyStats(sums: ReadonlyMap<string | null, DecimalSum>): CurrencyStats {
  const all = sums.size > 0 ? [...sums] : ([[null, new DecimalSum()]] as const)
  return all.map(([currency, sum]) => {
    return { currency, count: sum.count, sum: sum.toString(), average: sum.average() }
  })
}
