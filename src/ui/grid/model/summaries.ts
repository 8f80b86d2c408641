import { aggregate, aggregateRows, DecimalSum, isMixed } from '#ui/grid/rows/aggregate.ts'
import type { CellValue, Footer } from '#ui/grid/columns/column.ts'
import type { GridBase } from './grid-base.ts'
import {
  currencyText,
  joinStats,
  toCurrencyStats,
  groupByUnit,
  type CurrencyStats,
  type SelectionStats,
  type Unit,
} from '#ui/grid/many/grid-summary.ts'
import { cellCount, type Range } from '#ui/grid/rows/selection.ts'

export class Summaries {
  readonly #footers = new Map<string, { footer: Footer; value: CellValue }>()
  readonly #mixed = new Map<string, boolean>()
  #stats: { ranges: readonly Range[]; value: SelectionStats | null } | undefined
  #checks: 'on' | 'some' | 'off' | undefined

  footer(grid: GridBase, columnId: string): CellValue {
    const footer = grid.column(columnId)?.footer
    if (!footer) return null
    const known = this.#footers.get(columnId)
    if (known?.footer === footer) return known.value
    const { rows } = grid
    const value =
      typeof footer === 'function'
        ? aggregate(footer, rows.getShownValues(columnId))
        : aggregateRows(footer, rows.store.storage(columnId), rows.shown)
    this.#footers.set(columnId, { footer, value })
    return value
  }

  /** Whether the rows shown have several currencies, in which case amounts are not summed. */
  isMixed(grid: GridBase, columnId: string): boolean {
    const currency = grid.column(columnId)?.currency
    if (currency === undefined) return false
    const wasMixed = this.#mixed.get(currency)
    if (wasMixed !== undefined) return wasMixed
    const mixes = isMixed(grid.rows.store.storage(currency), grid.rows.shown)
    this.#mixed.set(currency, mixes)
    return mixes
  }

  stats(grid: GridBase): SelectionStats | null {
    const { ranges } = grid.cursor
    if (this.#stats?.ranges === ranges) return this.#stats.value
    const value = selectionStats(grid)
    this.#stats = { ranges, value }
    return value
  }

  checks(grid: GridBase): 'on' | 'some' | 'off' {
    this.#checks ??= headerCheckState(grid)
    return this.#checks
  }
}

function selectionStats(grid: GridBase): SelectionStats | null {
  const { ranges } = grid.cursor
  if (ranges.length === 0) return null
  const units = groupByUnit(ranges.flatMap(({ left, right }) => grid.drawn.slice(left, right + 1)))
  const cells = ranges.reduce((count, range) => count + cellCount(range), 0)
  return joinStats(
    cells,
    units,
    units.map((unit) => sumUnit(grid, unit)),
  )
}

function sumUnit(grid: GridBase, { columns, currency }: Unit): CurrencyStats {
  const sums = new Map<string | null, DecimalSum>()
  for (const range of grid.cursor.ranges) {
    const selected = grid.drawn.slice(range.left, range.right + 1)
    for (const column of selected.filter((candidate) => columns.includes(candidate))) {
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
  return toCurrencyStats(sums)
}

/** Rows that cannot be checked are not required for "all". */
function headerCheckState(grid: GridBase): 'on' | 'some' | 'off' {
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
