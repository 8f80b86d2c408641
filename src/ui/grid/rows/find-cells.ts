import { formatCell } from '#ui/grid/columns/cell-input.ts'
import type { Storage } from '#ui/grid/columns/column-storage.ts'
import { DictionaryStorage } from '#ui/grid/columns/dictionary-storage.ts'
import { isNumeric } from '#ui/grid/columns/column.ts'
import { normalizeForSearch } from './filter.ts'
import type { CellRange, FoundCell, Jobs, ReadColumn } from './worker-messages.ts'

export interface CellSource {
  readonly view: Int32Array
  storage(column: string): Storage
}

/**
 * Returns the next cell that shows a text, row by row. Starts after `from`, wraps around and checks
 * `from` last. Null if no cell matches.
 */
export function findInCells(
  source: CellSource,
  { text, from, direction, cells }: Jobs['find']['asked'],
): FoundCell | null {
  const wanted = normalizeForSearch(text)
  const { columns } = cells
  const total = source.view.length * columns.length
  if (wanted === '' || total === 0) return null
  const tests = columns.map((column) => cellTest(source, column, { wanted, cells }))
  if (tests.every((test) => test === null)) return null
  const start = from.row * columns.length + from.at
  for (let turn = 1; turn <= total; turn++) {
    const place = (((start + direction * turn) % total) + total) % total
    const row = Math.floor(place / columns.length)
    const at = place - row * columns.length
    if (tests[at]?.(source.view[row] ?? -1) !== true) continue
    return { row, column: columns[at]?.id ?? '' }
  }
  return null
}

/**
 * Counts the cells that show a text and returns the ordinal of the given one, row by row from the
 * top.
 */
export function countHits(
  source: CellSource,
  { text, of, cells }: Jobs['hits']['asked'],
): Jobs['hits']['answer'] {
  const wanted = normalizeForSearch(text)
  if (wanted === '') return { count: 0, number: 0 }
  const tests = cells.columns.flatMap((column) => {
    const test = cellTest(source, column, { wanted, cells })
    return test ? [{ id: column.id, test }] : []
  })
  let [count, number] = [0, 0]
  for (const [place, row] of source.view.entries()) {
    for (const { id, test } of tests) {
      if (!test(row)) continue
      count += 1
      if (place === of.row && id === of.column) number = count
    }
  }
  return { count, number }
}

type Test = (id: number) => boolean

function cellTest(
  source: CellSource,
  column: ReadColumn,
  { wanted, cells }: { readonly wanted: string; readonly cells: CellRange },
): Test | null {
  const errors = new Map(
    cells.rejections
      .filter((rejection) => rejection.column === column.id)
      .map((rejection) => [rejection.id, rejection.rejection]),
  )
  const values = valueTest(source.storage(column.id), column, wanted)
  if (errors.size === 0) return values
  return (id) => {
    const error = errors.get(id)
    return error ? normalizeForSearch(error.text).includes(wanted) : values?.(id) === true
  }
}

function valueTest(storage: Storage, column: ReadColumn, wanted: string): Test | null {
  const shows = (value: ReturnType<Storage['get']>) =>
    normalizeForSearch(formatCell(column, value)).includes(wanted)
  if (storage instanceof DictionaryStorage) {
    const verdicts = storage.entries.map(shows)
    if (!verdicts.includes(true)) return null
    return (id) => verdicts[storage.codes[id] ?? 0] === true
  }
  // Formatted numbers contain only these characters, unless the column stores texts.
  const isNumber = isNumeric(column) && !/[^\d.,\-%·]/.test(wanted)
  const texts = 'texts' in storage && storage.texts instanceof Map ? storage.texts.size : 0
  if (!isNumber && texts === 0) return null
  return (id) => shows(storage.get(id))
}
