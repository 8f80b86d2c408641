import type { WireRow } from '#kernel/field.ts'
import { call } from '#ui/app/api.ts'
import type { FilterCondition } from '#ui/grid/filter.ts'
import type { Arrangement, RowSource } from '#ui/grid/row-source.ts'

/** A condition in the words of a search field. */
function searchText({ operator, values }: FilterCondition): string {
  const [first = '', second = ''] = values.map((value) => String(value ?? ''))
  const part = first.includes('%') ? first : `%${first}%`
  switch (operator) {
    case 'Like':
      return part
    case 'Not Like':
      return `!${part}`
    case 'In':
      return values.map((value) => `${value ?? ''},`).join('')
    case 'Between':
      return `${first}~${second}`
    case 'Not In':
    case 'Not Between':
      throw new RangeError(`${operator} is not asked of the server`)
    case '=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return `${operator}${first}`
  }
}

function asked(search: WireRow, key: string, { sort, filters }: Arrangement): object {
  return {
    SEARCH: search,
    FILTER: Object.fromEntries(filters.map((each) => [each.column, searchText(each)])),
    // Equals must stand alike in every part that is asked for.
    SORT: (sort.length === 0 ? [] : [...sort, { column: key, direction: 'asc' }]).map(
      ({ column, direction }) => ({ COLUMN: column, DIRECTION: direction }),
    ),
  }
}

/**
 * The rows of a question where they stand on the server, for grids that cannot hold them; `key`
 * names a column that no two rows share.
 */
export function querySource(path: string, search: WireRow, key: string): RowSource {
  const ask = <T>(shown: Arrangement, more: object, signal: AbortSignal) =>
    call<{ data: T }>(path, { ...asked(search, key, shown), ...more }, { quiet: true, signal })
  return {
    count: async (shown, signal) => {
      return (await ask<{ ROWS: number }>(shown, { COUNT: 'Y' }, signal)).data.ROWS
    },
    rows: async (shown, first, count, signal) => {
      const window = { WINDOW: { FIRST: first, ROWS: count } }
      return (await ask<WireRow[]>(shown, window, signal)).data
    },
    locate: async (shown, { column, text, from }, signal) => {
      const sought = { LOCATE: { FROM: from, VALUES: { [column]: text } } }
      return (await ask<{ PLACE: number | null }>(shown, sought, signal)).data.PLACE
    },
  }
}
