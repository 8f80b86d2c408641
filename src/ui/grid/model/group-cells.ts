import { formatCell } from '#ui/grid/columns/cell-input.ts'
import { ROW_FIELDS, type CellValue, type GridColumn } from '#ui/grid/columns/column.ts'
import { groupThousands } from '#ui/grid/columns/number-text.ts'
import { GroupValues } from '#ui/grid/rows/group-values.ts'
import { groupIndex, type RowGroups } from '#ui/grid/rows/row-groups.ts'
import type { RowSet } from '#ui/grid/rows/row-set.ts'

export class GroupCells {
  readonly #rows: RowSet
  #sums: { readonly groups: RowGroups; readonly values: GroupValues } | null = null

  constructor(rows: RowSet) {
    this.#rows = rows
  }

  value(id: number, column: GridColumn): CellValue {
    const { groups, store } = this.#rows
    if (!groups) return null
    if (this.#sums?.groups !== groups) {
      const removed = new Set(this.#rows.getUnsummedIds())
      const values = new GroupValues(groups, { storage: (name) => store.storage(name), removed })
      this.#sums = { groups, values }
    }
    return this.#sums.values.getValue(groupIndex(id), column)
  }

  /** Text of a group's cell: its key with the row count, or the total of the column. */
  text(id: number, column: GridColumn): string {
    if (column.id === ROW_FIELDS.flag || column.id === ROW_FIELDS.number) return ''
    const { groups } = this.#rows
    const group = groups?.group(groupIndex(id))
    const keys = groups?.grouping.keys ?? []
    const level = keys.findIndex((key) => key.column === column.id)
    const value = this.value(id, column)
    const { period = 'day' } = keys[level] ?? {}
    const isText = period !== 'day' || typeof column.footer === 'function' || column.isUnit === true
    const text = isText ? String(value ?? '') : formatCell(column, value)
    if (!group || level !== group.level) return text
    return `${group.isOpen ? '▾' : '▸'} ${text === '' ? '–' : text}${this.tail(id)}`
  }

  tail(id: number): string {
    const group = this.#rows.groups?.group(groupIndex(id))
    return group ? ` · ${groupThousands(group.end - group.start)}` : ''
  }
}
