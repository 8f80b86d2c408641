import type { WireRow } from '#kernel/field.ts'
import { call } from '#ui/remote/api.ts'
import type { CellValue } from '#ui/grid/columns/column.ts'
import type { FilterCondition } from '#ui/grid/rows/filter.ts'
import type { Arrangement, RowSource } from '#ui/grid/rows/row-source.ts'

export function filterRequest(filters: readonly FilterCondition[]): object[] {
  return filters.map(({ column, operator, values }) => {
    return { COLUMN: column, OPERATOR: operator, VALUES: values }
  })
}

type SearchBody = { readonly SEARCH: WireRow }

/** Sums arrive as text. Converts those that a double holds exactly to numbers. */
function toNumberIfExact(value: CellValue): CellValue {
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) return value
  return value.replace(/\D/g, '').length <= 15 ? Number(value) : value
}

function withArrangement(body: SearchBody, key: string | undefined, shown: Arrangement): object {
  const { sort, filters } = shown
  // A unique last key makes the order the same for every window.
  const last = key === undefined || sort.length === 0 ? [] : [{ column: key, direction: 'asc' }]
  return {
    ...body,
    FILTERS: filterRequest(filters),
    SORT: [...sort, ...last].map(({ column, direction }) => ({
      COLUMN: column,
      DIRECTION: direction,
    })),
  }
}

/**
 * Row source that reads windows of a query from the server, for grids that cannot hold all rows.
 * `key` is a unique column, needed if the query's own order is not unique.
 */
export function querySource(path: string, body: SearchBody, key?: string): RowSource {
  const ask = <T>(shown: Arrangement, extra: object, signal: AbortSignal) =>
    call<{ data: T }>(
      path,
      { ...withArrangement(body, key, shown), ...extra },
      { quiet: true, signal },
    )
  const counted = new WeakMap<Arrangement, number>()
  return {
    count: async (shown, signal) => {
      const { ROWS } = (await ask<{ ROWS: number }>(shown, { COUNT: 'Y' }, signal)).data
      counted.set(shown, ROWS)
      return ROWS
    },
    rows: async (shown, first, count, signal) => {
      const window = { WINDOW: { FIRST: first, ROWS: count, OF: counted.get(shown) } }
      return (await ask<WireRow[]>(shown, window, signal)).data
    },
    footers: async (shown, footers, signal) => {
      const FOOTERS = footers.map(({ column, footer }) => ({ COLUMN: column, KIND: footer }))
      const { data } = await ask<{ FOOTERS: CellValue[] }>(shown, { FOOTERS }, signal)
      // Only sums and averages are numbers, because footers of text columns can also be digits.
      return data.FOOTERS.map((value, index) => {
        const kind = footers[index]?.footer
        return kind === 'SUM' || kind === 'AVG' ? toNumberIfExact(value) : value
      })
    },
    locate: async (shown, { column, text, from }, signal) => {
      const sought = { LOCATE: { FROM: from, VALUES: { [column]: text } } }
      return (await ask<{ PLACE: number | null }>(shown, sought, signal)).data.PLACE
    },
  }
}
