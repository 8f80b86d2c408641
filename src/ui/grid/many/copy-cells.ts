import { editText } from '#ui/grid/columns/cell-input.ts'
import { formatPart, joinParts, type CopyType } from '#ui/grid/rows/clipboard.ts'
import type { Storage } from '#ui/grid/columns/column-storage.ts'
import { DictionaryStorage } from '#ui/grid/columns/dictionary-storage.ts'
import type { CellSource } from '#ui/grid/rows/find-cells.ts'
import type { CellRange, ReadColumn } from '#ui/grid/rows/worker-messages.ts'

const ROW_BATCH = 10_000

export function copyCells(source: CellSource, cells: CellRange, type: CopyType): Blob {
  const rejections = new Map(
    cells.rejections.map(({ id, column, rejection }) => [`${id} ${column}`, rejection.text]),
  )
  const readers = cells.columns.map((column) => createTextReader(source.storage(column.id), column))
  const parts: string[] = []
  for (let first = cells.top; first <= cells.bottom; first += ROW_BATCH) {
    const rows = source.view.subarray(first, Math.min(cells.bottom + 1, first + ROW_BATCH))
    const block = Array.from(rows, (id) =>
      readers.map((read, index) => {
        const held = rejections.size > 0 && rejections.get(`${id} ${cells.columns[index]?.id}`)
        return typeof held === 'string' ? held : read(id)
      }),
    )
    parts.push(formatPart(block, cells.columns, type))
  }
  return new Blob(joinParts(parts, type), { type })
}

/** Dictionary texts are formatted once per distinct value. */
function createTextReader(storage: Storage, column: ReadColumn): (id: number) => string {
  if (!(storage instanceof DictionaryStorage)) return (id) => editText(column, storage.get(id))
  const texts = storage.entries.map((value) => editText(column, value))
  return (id) => texts[storage.codes[id] ?? 0] ?? ''
}
