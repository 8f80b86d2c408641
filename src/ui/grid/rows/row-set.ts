import type { CellError } from '#ui/grid/columns/cell-input.ts'
import { ChangeTracker } from './change-tracking.ts'
import { readValues, type SummedRows } from './aggregate.ts'
import type { StreamBatch } from '#ui/grid/columns/arrow-reader.ts'
import { ColumnStore, type StreamDictionaries } from '#ui/grid/columns/column-store.ts'
import {
  isNumeric,
  ROW_FIELDS,
  type CellValue,
  type GridColumn,
  type GridRow,
} from '#ui/grid/columns/column.ts'
import { findVoidRows } from './void-rows.ts'
import { filterRows, type FilterCondition } from './filter.ts'
import { markChanged, remainingChanges, type ChangesSinceSend } from './later-changes.ts'
import type { RowChange } from './row-change.ts'
import { groupedSortKeys, RowGroups, type Grouping } from './row-groups.ts'
import { RowMarks, type RowError } from './row-marks.ts'
import { RowOrder } from './row-order.ts'
import { sortRows, type SortKey } from './sort.ts'
import { reverseOperation, UndoStack, type Operation, type Replay } from './undo.ts'

export interface RowSetOptions {
  readonly columns: readonly GridColumn[]
  /** If false, edits set no flag and deleted rows are removed. Default true. */
  readonly trackChanges?: boolean | undefined
  readonly derive?: ((row: GridRow, columnId: string) => Partial<GridRow> | undefined) | undefined
}

/** The rows of a grid with their order, filter, changes and history, addressed by stable number. */
export class RowSet {
  store: ColumnStore
  order = new RowOrder()
  arranged = new RowOrder()
  /** Rows and groups in display order. Groups have numbers below -1. */
  view = this.arranged
  groups: RowGroups | null = null
  readonly tracker: ChangeTracker
  readonly history = new UndoStack()
  readonly marks = new RowMarks()
  readonly checks = new Set<number>()
  /** The requested sort order. Applies within groups if rows are grouped. */
  sortKeys: readonly SortKey[] = []
  /** The effective sort order: by group, then by `sortKeys`. */
  orderKeys: readonly SortKey[] = []
  grouping: Grouping | null = null
  filters: readonly FilterCondition[] = []
  /**
   * Arranges the rows in the background. Returns false if the caller has to do it synchronously.
   */
  arrangeLater: () => boolean = () => false
  /** Set for a source with too many rows to load. The source then sorts and filters. */
  windows: { arrange(): void; reload(): void; claim(place: number): number } | null = null
  moved: Set<number> | null = null
  #columns: readonly GridColumn[]
  readonly #options: RowSetOptions
  #stepOperations: Operation[] = []

  constructor(options: RowSetOptions) {
    this.#columns = options.columns
    this.#options = options
    this.tracker = new ChangeTracker(options.trackChanges ?? true)
    this.store = this.#emptyStore()
  }

  describe(columns: readonly GridColumn[]): void {
    this.#columns = columns
  }

  row(id: number): GridRow {
    return id < 0 ? {} : this.store.row(id)
  }

  replace(rows: readonly GridRow[]): void {
    this.store = this.#emptyStore(rows.length)
    this.#clearTracking()
    this.checks.clear()
    for (const row of rows) this.store.append(row)
    this.order = new RowOrder(this.store.count)
    this.setArranged(this.order.copy())
    this.arrange(this.sortKeys, this.filters)
  }

  beginWindows(windows: NonNullable<RowSet['windows']>): void {
    this.checks.clear()
    this.#clearTracking()
    this.grouping = this.groups = null
    this.windows = windows
  }

  showStore(store: ColumnStore, order: RowOrder): void {
    this.store = store
    this.order = order
    this.arranged = order
    this.view = order
  }

  /** Returns the stable number of a row about to change, or -1 if it cannot be changed. */
  claim(viewRow: number): number {
    return this.windows ? this.windows.claim(viewRow) : this.view.at(viewRow)
  }

  append(rows: readonly GridRow[]): void {
    const first = this.store.count
    for (const row of rows) this.store.append(row)
    this.#addArrivedRows(first)
  }

  appendStream(batch: StreamBatch, dictionaries: StreamDictionaries): void {
    this.#addArrivedRows(this.store.appendStream(batch, dictionaries))
  }

  arrange(keys: readonly SortKey[], filters: readonly FilterCondition[]): void {
    if (this.windows) {
      this.sortKeys = keys
      this.orderKeys = keys
      this.filters = filters
      return this.windows.arrange()
    }
    // Removing the filter shows all rows immediately, still unsorted, while the sort runs.
    const wasFiltered = this.filters.length > 0
    this.sortKeys = keys
    this.orderKeys = groupedSortKeys(this.grouping, keys)
    this.filters = filters
    if (this.orderKeys.length + filters.length === 0) return this.setArranged(this.order.copy())
    if (filters.length === 0 && wasFiltered && !this.grouping) this.setArranged(this.order.copy())
    if (!this.arrangeLater()) this.arrangeNow()
  }

  group(grouping: Grouping | null): void {
    if (this.windows) return
    this.grouping = grouping
    this.arrange(this.sortKeys, this.filters)
  }

  setArranged(arranged: RowOrder): void {
    this.arranged = arranged
    this.#regroup()
  }

  #regroup(): void {
    const { grouping, store } = this
    const ids = this.arranged.ids()
    this.groups = grouping && new RowGroups(grouping, ids, (column) => store.storage(column))
    this.showGroups()
  }

  showGroups(): void {
    this.view = this.groups ? new RowOrder(this.groups.shown()) : this.arranged
  }

  /** Shows rows arranged in the background, adjusted for rows added or removed since. */
  show(ids: Int32Array): void {
    const next = new RowOrder(ids)
    const moved = this.moved ?? new Set<number>()
    next.removeAll(moved)
    for (const id of moved) {
      const index = this.arranged.indexOf(id)
      if (index >= 0) next.insert(next.indexOf(this.arranged.at(index - 1)) + 1, id)
    }
    this.setArranged(next)
  }

  arrangeNow(): void {
    const { orderKeys: keys, filters } = this
    const matching = filterRows(
      this.order.ids().slice(),
      filters.map((condition) => ({ storage: this.store.storage(condition.column), condition })),
    )
    const sorted = sortRows(
      matching,
      keys.map((key) => ({ ...key, storage: this.store.storage(key.column) })),
    )
    this.setArranged(new RowOrder(sorted.slice()))
  }

  insert(at: number, row: GridRow): number {
    const id = this.store.append(row)
    const viewAt = Math.max(0, Math.min(at, this.arranged.length))
    const before = this.arranged.at(viewAt)
    const orderAt = before < 0 ? this.order.length : this.order.indexOf(before)
    this.tracker.inserted(id)
    const flag = this.tracker.flag(id)
    this.#apply({ kind: 'row', id, change: 'appeared', orderAt, viewAt, flag })
    return id
  }

  remove(ids: readonly number[]): void {
    for (const id of new Set(ids.filter((candidate) => candidate >= 0))) {
      const before = this.tracker.flag(id)
      if (this.tracker.deleted(id) === 'kept') {
        this.#stepOperations.push({ kind: 'flag', id, before, after: 'D' })
      } else {
        const orderAt = this.order.indexOf(id)
        const viewAt = this.arranged.indexOf(id)
        this.#apply({ kind: 'row', id, change: 'vanished', orderAt, viewAt, flag: before })
      }
    }
  }

  setCell(id: number, column: string, value: CellValue): void {
    const before = this.store.get(id, column)
    this.setRejection(id, column, undefined)
    if (before === value) return
    const flagBefore = this.tracker.flag(id)
    this.tracker.edited(id, column, before)
    const flagAfter = this.tracker.flag(id)
    if (this.marks.clearCellError(id, column)) this.store.set(id, ROW_FIELDS.message, null)
    this.#apply({ kind: 'cell', id, column, before, after: value, flagBefore, flagAfter })
  }

  setCellAndDerived(id: number, column: string, value: CellValue): void {
    this.setCell(id, column, value)
    for (const [field, next] of Object.entries(this.#options.derive?.(this.row(id), column) ?? {}))
      if (next !== undefined) this.setCell(id, field, next)
  }

  setRejection(id: number, column: string, rejection: CellError | undefined): void {
    const before = this.marks.rejection(id, column)
    if (before === rejection) return
    this.#apply({ kind: 'fault', id, column, before, after: rejection })
  }

  /** Runs changes that belong to the last input of a cell and are undone with it. */
  extendInput(id: number, column: string, work: () => void): void {
    const step = this.#stepOperations
    this.#stepOperations = []
    work()
    this.history.extend(id, column, this.#stepOperations)
    this.#stepOperations = step
  }

  closeStep(): void {
    this.history.push(this.#stepOperations)
    this.#stepOperations = []
  }

  /** Undoes the last step or redoes it. Returns the operations that were applied. */
  replay(how: Replay): readonly Operation[] {
    const step =
      how === 'undo' ? this.history.takeUndo().map(reverseOperation) : this.history.takeRedo()
    for (const operation of step) this.#replayOperation(operation)
    return step
  }

  accept(later: ChangesSinceSend): void {
    const remaining = remainingChanges(this, later)
    if (!this.windows) this.#dropDeleted(later)
    this.setErrors([])
    this.#clearTracking()
    markChanged(this.tracker, remaining)
    for (const { id } of remaining) this.#returnRow(id)
    this.windows?.reload()
  }

  /** Updates rows with newer server values. Edited cells keep their value. */
  refresh(rows: readonly { readonly id: number; readonly row: GridRow }[]): void {
    for (const { id, row } of rows) {
      const edited = this.tracker.originals(id)
      for (const [name, value] of Object.entries(row)) {
        if (!edited.has(name)) this.store.set(id, name, value)
      }
    }
    if (this.filters.length + this.orderKeys.length > 0) this.arrange(this.sortKeys, this.filters)
  }

  changes(): RowChange[] {
    return this.changedIds().map((index) => {
      return { flag: this.tracker.flag(index) ?? 'U', index, row: this.row(index) }
    })
  }

  /**
   * Flagged rows in data order. In order of change for a source, whose rows are too many to scan.
   */
  changedIds(): number[] {
    if (this.windows || this.tracker.size < 2) return this.tracker.ids()
    return [...this.order.ids()].filter((id) => this.tracker.flag(id) !== undefined)
  }

  setErrors(errors: readonly RowError[]): void {
    for (const id of this.marks.errorIds()) this.store.set(id, ROW_FIELDS.message, null)
    this.marks.setErrors(errors)
    for (const error of errors) this.store.set(error.id, ROW_FIELDS.message, error.message)
  }

  check(id: number, isChecked: boolean): void {
    if (isChecked && id >= 0) this.checks.add(id)
    else this.checks.delete(id)
  }

  checkedIds(): number[] {
    if (this.checks.size === 0) return []
    if (this.windows) return [...this.checks]
    return [...this.arranged.ids()].filter((id) => this.checks.has(id))
  }

  get shown(): SummedRows {
    return { rows: this.arranged.ids(), removed: new Set(this.getUnsummedIds()) }
  }

  /** Rows that sums leave out: deleted and void ones. */
  getUnsummedIds(): number[] {
    return [...this.removedIds(), ...findVoidRows(this.store, this.#columns)]
  }

  removedIds(): number[] {
    return [...this.tracker.entries()].flatMap(([id, flag]) => (flag === 'D' ? id : []))
  }

  getShownValues(column: string): CellValue[] {
    return readValues(this.store.storage(column), this.shown)
  }

  #apply(operation: Operation): void {
    this.#stepOperations.push(operation)
    this.#replayOperation(operation)
  }

  #replayOperation(operation: Operation): void {
    switch (operation.kind) {
      case 'cell':
        this.store.set(operation.id, operation.column, operation.after)
        this.tracker.restore(operation.id, operation.flagAfter)
        break
      case 'fault':
        this.marks.setRejection(operation.id, operation.column, operation.after)
        break
      case 'flag':
        this.tracker.restore(operation.id, operation.after)
        break
      case 'row':
        this.moved?.add(operation.id)
        this.marks.setRemoved(operation.id, operation.change === 'vanished')
        if (operation.change === 'appeared') {
          this.order.insert(Math.min(operation.orderAt, this.order.length), operation.id)
          this.arranged.insert(Math.min(operation.viewAt, this.arranged.length), operation.id)
          if (this.groups) this.#regroup()
          this.tracker.restore(operation.id, operation.flag)
        } else {
          this.#removeFromOrder(operation.id)
          this.tracker.restore(operation.id, undefined)
        }
        break
    }
  }

  #removeFromOrder(id: number): void {
    this.order.removeAt(this.order.indexOf(id))
    this.arranged.removeAt(this.arranged.indexOf(id))
    if (this.groups) this.#regroup()
    this.checks.delete(id)
  }

  /** Shows a new row again that was removed while it was being saved: it is now to be deleted. */
  #returnRow(id: number): void {
    if (this.windows || this.order.indexOf(id) >= 0) return
    this.moved?.add(id)
    this.order.insert(this.order.length, id)
    this.arranged.insert(this.arranged.length, id)
    if (this.groups) this.#regroup()
  }

  #dropDeleted(later: ChangesSinceSend): void {
    const removed = new Set(this.removedIds().filter((id) => !later.has(id)))
    this.order.removeAll(removed)
    this.arranged.removeAll(removed)
    if (this.groups) this.#regroup()
    for (const id of removed) {
      this.checks.delete(id)
      this.moved?.add(id)
    }
  }

  #clearTracking(): void {
    this.tracker.clear()
    this.history.clear()
    this.marks.clear()
    this.#stepOperations = []
  }

  #addArrivedRows(first: number): void {
    const count = this.store.count - first
    this.order.append(first, count)
    if (this.filters.length + this.orderKeys.length > 0) this.arrange(this.sortKeys, this.filters)
    else this.arranged.append(first, count)
  }

  #emptyStore(capacity = 64): ColumnStore {
    const numeric = this.#columns.filter(isNumeric).map((column) => column.id)
    return new ColumnStore(
      numeric,
      this.#columns.map((column) => column.id),
      Math.max(64, capacity),
    )
  }
}
