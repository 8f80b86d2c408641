import type { RowFlag } from './change-tracking.ts'
import { formatCell, type CellFault } from './cell-input.ts'
import {
  drawnColumns,
  movedColumns,
  ROW_FIELDS,
  type CellValue,
  type GridColumn,
  type GridRow,
  type Tone,
} from './column.ts'
import type { ColumnBatch } from './column-store.ts'
import { Cursor } from './cursor.ts'
import { Publisher } from './publisher.ts'
import { checkEmptyRequired, type MissingCells } from './required.ts'
import { RowSet, type RowChange } from './row-set.ts'
import type { RowError } from './row-marks.ts'
import type { Bounds, Place } from './selection.ts'
import { selectionOf, Summaries, type GridSelection, type SelectionStats } from './grid-summary.ts'
import type { FilterCondition } from './filter.ts'
import type { SortKey } from './sort.ts'

export interface GridModelOptions {
  readonly columns: readonly GridColumn[]
  /** Fields that tell a record from every other; used to carry changes into fresh data. */
  readonly key?: readonly string[] | undefined
  /** Off, an edit leaves no flag and a deleted row is gone. On unless said otherwise. */
  readonly trackChanges?: boolean | undefined
  readonly rowTone?: ((row: GridRow) => Tone | undefined) | undefined
  /** Rows the header check box leaves alone when false. */
  readonly checkable?: ((row: GridRow) => boolean) | undefined
  /** Values that follow from an edited cell; set in the same undo step. */
  readonly derive?: ((row: GridRow, columnId: string) => Partial<GridRow> | undefined) | undefined
}

/**
 * Everything a grid knows, without a screen: rows held column by column, order and filter, changes,
 * undo, checks, errors, current cell and selection. Rows are named by their place in the view;
 * `changes()` and errors use the stable row number, which survives sorting and filtering.
 */
export class GridModel {
  readonly options: GridModelOptions
  readonly cursor = new Cursor()
  readonly rows: RowSet
  /** What the keyboard does: writes over a cell, edits within it, or neither. */
  editing: 'typing' | 'editing' | null = null
  /** Set by the grid on screen: ends an edit under way before rows change their places. */
  settleEdit: () => void = () => {}
  #columns: readonly GridColumn[]
  #drawn: readonly GridColumn[]
  readonly #publisher = new Publisher()
  /** Footers and sums already worked out; any change of data empties it. */
  #known = new Summaries()

  constructor(options: GridModelOptions) {
    this.options = options
    this.#columns = options.columns
    this.#drawn = drawnColumns(options.columns)
    this.rows = new RowSet(options)
  }

  /** Calls back after every change. Returns the way to stop. */
  subscribe(listener: () => void): () => void {
    return this.#publisher.subscribe(listener)
  }

  /** Grows with every change of any kind. */
  get version(): number {
    return this.#publisher.version
  }

  /** Runs several changes as one undo step and one notice. */
  transaction<T>(work: () => T): T {
    return this.#publisher.transaction(work, () => this.rows.closeStep())
  }

  /** Says that something only the caller knows of changed what is drawn, as the cursor. */
  touch(): void {
    this.#publisher.touch()
  }

  /* Columns */

  get columns(): readonly GridColumn[] {
    return this.#columns
  }

  /** The columns on screen, frozen ones first. */
  get drawn(): readonly GridColumn[] {
    return this.#drawn
  }

  column(id: string): GridColumn | undefined {
    return this.#columns.find((column) => column.id === id)
  }

  /** Replaces order, widths, hiding and freezing; the data stays. */
  setColumns(columns: readonly GridColumn[]): void {
    const current = this.current
    this.#columns = columns
    this.#drawn = drawnColumns(columns)
    this.rows.describe(columns)
    const at = this.#drawn.findIndex((column) => column.id === current?.column)
    if (current && at >= 0) this.cursor.moveTo({ row: current.row, at })
    else this.cursor.fit(this.bounds)
    this.touch()
  }

  setColumnWidth(id: string, width: number): void {
    this.setColumns(this.#columns.map((each) => (each.id === id ? { ...each, width } : each)))
  }

  /** Moves a drawn column to the place of another, counted from the left. */
  moveColumn(from: number, to: number): void {
    this.setColumns(movedColumns(this.#columns, from, to))
  }

  get bounds(): Bounds {
    return { rows: this.rowCount, columns: this.#drawn.length }
  }

  /* Rows */

  get rowCount(): number {
    return this.rows.view.length
  }

  /** Rows in the data, whether or not the filter shows them. */
  get totalCount(): number {
    return this.rows.order.length
  }

  setData(rows: readonly GridRow[], options?: { keepChanges?: boolean }): void {
    this.settleEdit()
    const current = this.current
    this.rows.replace(rows, options?.keepChanges === true)
    this.cursor.fit(this.bounds)
    if (current === null && this.rowCount > 0) this.cursor.moveTo({ row: 0, at: 0 })
    this.#changed()
  }

  /** Adds rows that came from the server: they are not changes. */
  appendRows(rows: readonly GridRow[]): void {
    this.#keepingRecord(() => this.rows.append(rows))
  }

  /** Adds ready-made columns that came from the server, as an Arrow reader gives them. */
  appendBatch(batch: ColumnBatch): void {
    this.#keepingRecord(() => this.rows.appendBatch(batch))
  }

  /** Inserts a row flagged I at a place of the view and returns its stable number. */
  insertRow(at: number, row: GridRow = {}): number {
    return this.#step(() => this.rows.insert(at, row))
  }

  deleteRows(viewRows: readonly number[]): void {
    this.settleEdit()
    this.#step(() => this.rows.remove(viewRows))
    this.cursor.fit(this.bounds)
  }

  row(viewRow: number): GridRow {
    return this.rows.row(this.rows.view.at(viewRow))
  }

  value(viewRow: number, columnId: string): CellValue {
    return this.rows.store.get(this.rows.view.at(viewRow), columnId)
  }

  /** What the cell shows: the refused text if there is one, else the formatted value. */
  text(viewRow: number, column: GridColumn): string {
    const id = this.rows.view.at(viewRow)
    const fault = this.rows.marks.fault(id, column.id)
    if (fault) return fault.text
    if (column.id === ROW_FIELDS.flag) return this.rows.tracker.flag(id) ?? ''
    if (column.id === ROW_FIELDS.number) return String(viewRow + 1)
    return formatCell(column, this.rows.store.get(id, column.id))
  }

  /** The stable number of a row of the view, or -1. */
  rowId(viewRow: number): number {
    return this.rows.view.at(viewRow)
  }

  /** The place of a row in the view, or -1 if the filter hides it. */
  viewRowOf(id: number): number {
    return this.rows.view.indexOf(id)
  }

  setCell(viewRow: number, columnId: string, value: CellValue): void {
    const id = this.rows.view.at(viewRow)
    if (id >= 0) this.#step(() => this.rows.setCellAndDerived(id, columnId, value))
  }

  /** Keeps a text that is no value of its column, shown in the cell with its message. */
  refuse(viewRow: number, columnId: string, fault: CellFault): void {
    const id = this.rows.view.at(viewRow)
    if (id >= 0) this.#step(() => this.rows.setFault(id, columnId, fault))
  }

  fault(viewRow: number, columnId: string): CellFault | undefined {
    return this.rows.marks.fault(this.rows.view.at(viewRow), columnId)
  }

  /** Cells whose text was refused; a save should stop on them. */
  faults(): { row: number; column: string; fault: CellFault }[] {
    return this.rows.marks.faults().map(({ id, column, fault }) => ({
      row: this.viewRowOf(id),
      column,
      fault,
    }))
  }

  isEditable(viewRow: number, column: GridColumn): boolean {
    if (column.editable === undefined || column.editable === false) return false
    if (this.flag(viewRow) === 'D' || this.rows.view.at(viewRow) < 0) return false
    return column.editable === true || column.editable(this.row(viewRow))
  }

  /* Order and filter */

  get sortKeys(): readonly SortKey[] {
    return this.rows.sortKeys
  }

  get filters(): readonly FilterCondition[] {
    return this.rows.filters
  }

  sort(keys: readonly SortKey[]): void {
    this.#rearrange(() => this.rows.arrange(keys, this.rows.filters))
  }

  filter(conditions: readonly FilterCondition[]): void {
    this.#rearrange(() => this.rows.arrange(this.rows.sortKeys, conditions))
  }

  /* Changes */

  flag(viewRow: number): RowFlag | undefined {
    return this.rows.tracker.flag(this.rows.view.at(viewRow))
  }

  /** Changed rows in the order they stand in the data. Refused texts are not in them. */
  changes(): RowChange[] {
    return this.rows.changes()
  }

  get hasChanges(): boolean {
    return this.rows.tracker.size > 0
  }

  /** The server took everything: flags go, deleted rows leave, the undo line starts anew. */
  acceptChanges(): void {
    this.#rearrange(() => this.rows.accept())
  }

  /** Back to what the server had sent. */
  revertChanges(): void {
    this.#rearrange(() => this.rows.revert())
  }

  setRowErrors(errors: readonly RowError[]): void {
    this.rows.setErrors(errors)
    this.#changed()
  }

  rowError(viewRow: number): string | undefined {
    return this.rows.marks.error(this.rows.view.at(viewRow))
  }

  /** Required columns left empty; 0 counts as filled (spec §5). Rows by place in the view. */
  checkRequired(scope: 'all' | 'checked'): MissingCells[] {
    return checkEmptyRequired(this, scope)
  }

  undo(): void {
    this.#rearrange(() => this.rows.undo())
  }

  redo(): void {
    this.#rearrange(() => this.rows.redo())
  }

  get canUndo(): boolean {
    return this.rows.history.canUndo
  }

  get canRedo(): boolean {
    return this.rows.history.canRedo
  }

  /* Checks */

  checked(): GridRow[] {
    return this.checkedIds().map((id) => this.rows.row(id))
  }

  /** Stable numbers of the checked rows, in the order of `checked()`. */
  checkedIds(): number[] {
    return this.rows.checkedIds()
  }

  isChecked(viewRow: number): boolean {
    return this.rows.checks.has(this.rows.view.at(viewRow))
  }

  isCheckable(viewRow: number): boolean {
    return this.options.checkable?.(this.row(viewRow)) ?? true
  }

  setChecked(viewRows: readonly number[], on: boolean): void {
    for (const viewRow of viewRows) {
      if (!on || this.isCheckable(viewRow)) this.rows.check(this.rows.view.at(viewRow), on)
    }
    this.#changed()
  }

  /** Whether all enabled rows shown are checked, some, or none. */
  checkState(): 'on' | 'some' | 'off' {
    return this.#known.checks(this)
  }

  /** Checks or clears every enabled row the filter shows. */
  checkAll(on: boolean): void {
    this.setChecked(
      Array.from({ length: this.rowCount }, (_, row) => row),
      on,
    )
  }

  /* Cursor */

  get current(): { row: number; column: string } | null {
    const place = this.cursor.place
    const column = place && this.#drawn[place.at]
    return place && column ? { row: place.row, column: column.id } : null
  }

  setCurrent(row: number, columnId?: string): void {
    const at = columnId === undefined ? 0 : this.#drawn.findIndex(({ id }) => id === columnId)
    if (row < 0 || row >= this.rowCount || at < 0) return
    this.cursor.moveTo({ row, at: columnId === undefined ? (this.cursor.place?.at ?? 0) : at })
    this.touch()
  }

  /** The selected range, or null in an empty grid. */
  get selection(): GridSelection | null {
    return selectionOf(this)
  }

  /** Count, exact sum and average of the numbers selected. */
  selectionStats(): SelectionStats | null {
    return this.#known.stats(this)
  }

  isFilled(place: Place): boolean {
    const column = this.#drawn[place.at]
    const value = column ? this.value(place.row, column.id) : null
    return value !== null && value !== ''
  }

  /** The footer of a column over the rows shown, without those flagged D; null if it has none. */
  footerValue(columnId: string): CellValue {
    return this.#known.footer(this, columnId)
  }

  #step<T>(work: () => T): T {
    return this.transaction(() => {
      const result = work()
      this.#changed()
      return result
    })
  }

  #rearrange(work: () => void): void {
    this.settleEdit()
    this.#keepingRecord(work)
  }

  /** The current cell follows its record to wherever the rearrangement puts it. */
  #keepingRecord(work: () => void): void {
    const place = this.cursor.place
    const id = place ? this.rows.view.at(place.row) : -1
    work()
    const row = this.viewRowOf(id)
    if (!place || row < 0) this.cursor.fit(this.bounds)
    else if (row !== place.row) this.cursor.moveTo({ row, at: place.at })
    this.#changed()
  }

  #changed(): void {
    this.#known = new Summaries()
    this.touch()
  }
}
