import type { RowFlag } from '#ui/grid/rows/change-tracking.ts'
import { Listeners } from '#ui/base/listeners.ts'
import { formatCell, type CellError } from '#ui/grid/columns/cell-input.ts'
import {
  drawnColumns,
  groupedColumns,
  isBlank,
  moveColumns,
  ROW_FIELDS,
  type CellValue,
  type GridColumn,
  type GridRow,
  type Tone,
} from '#ui/grid/columns/column.ts'
import { ColumnFit, type RowsInView } from './column-fit.ts'
import { Cursor } from './cursor.ts'
import { applyLayout, readLayout, type GridLayout } from './grid-layout.ts'
import type { WorkPlace } from '#ui/grid/many/grid-work.ts'
import { Publisher } from './publisher.ts'
import { GroupCells } from './group-cells.ts'
import { groupIndex, type RowGroup } from '#ui/grid/rows/row-groups.ts'
import { RowSet, type RowSetOptions } from '#ui/grid/rows/row-set.ts'
import type { RowChange } from '#ui/grid/rows/row-change.ts'
import type { Bounds, Place } from '#ui/grid/rows/selection.ts'
import type { Operation, Replay } from '#ui/grid/rows/undo.ts'
import type { WindowedRows } from '#ui/grid/many/windowed-rows.ts'

export interface GridModelOptions extends RowSetOptions {
  /** Fields that identify a record. Required to edit the rows of a source. */
  readonly key?: readonly string[] | undefined
  /** Editable cells contain proposals until the user edits them. */
  readonly proposes?: boolean | undefined
  readonly rowTone?: ((row: GridRow) => Tone | undefined) | undefined
  /** Returns false for rows that the header checkbox ignores. */
  readonly checkable?: ((row: GridRow) => boolean) | undefined
  /**
   * Receives a quantity typed in another unit. The text remains in its cell until it is replaced.
   */
  readonly unitsTyped?: ((id: number, columnId: string, text: string) => void) | undefined
  /** Where work on many rows runs. Defaults to a worker from 20,000 rows on. */
  readonly work?: WorkPlace | undefined
}

export abstract class GridBase extends Publisher {
  abstract footerValue(columnId: string): CellValue

  readonly options: GridModelOptions
  editing: 'typing' | 'editing' | null = null
  /** Set by the visible grid. Ends an edit before rows move. */
  settleEdit: () => void = () => {}
  onReplay: (how: Replay, played: readonly Operation[]) => void = () => {}
  getTypedText: () => { id: number; column: GridColumn; text: string } | null = () => null
  readonly cursor = new Cursor()
  readonly rows: RowSet
  /** Set if there are too many rows to hold. Rows are then loaded while scrolling. */
  windows: WindowedRows | null = null
  #columns: readonly GridColumn[]
  #drawn: readonly GridColumn[]
  readonly #groupCells: GroupCells
  readonly #fit = new ColumnFit()
  readonly #layoutListeners = new Listeners<GridLayout>()

  constructor(options: GridModelOptions) {
    super()
    this.options = options
    this.#columns = options.columns
    this.#drawn = drawnColumns(options.columns)
    this.rows = new RowSet(options)
    this.#groupCells = new GroupCells(this.rows)
  }

  protected override closeStep(): void {
    this.rows.closeStep()
  }

  get columns(): readonly GridColumn[] {
    return this.#columns
  }

  get drawn(): readonly GridColumn[] {
    return this.#drawn
  }

  get unfolded(): readonly GridColumn[] {
    return this.#arranged()
  }

  column(id: string): GridColumn | undefined {
    return this.#columns.find((column) => column.id === id)
  }

  setColumns(columns: readonly GridColumn[]): void {
    this.#columns = columns
    this.#draw(this.#arranged())
    this.rows.describe(columns)
    this.touch()
  }

  #arranged(): readonly GridColumn[] {
    return groupedColumns(this.#columns, this.rows.grouping?.keys ?? [])
  }

  #draw(drawn: readonly GridColumn[]): void {
    const current = this.current
    this.#drawn = drawn
    const index = this.#drawn.findIndex((column) => column.id === current?.column)
    if (current && index >= 0 && index !== this.cursor.place?.at) {
      this.cursor.moveTo({ row: current.row, at: index })
    } else this.cursor.fit(this.bounds)
  }

  fitToWidth(room: number, isWhole: boolean, inView?: RowsInView): void {
    if (room <= 0 || this.editing !== null) return
    const drawn = this.#fit.drawn(this, this.#arranged(), { room, isWhole }, inView)
    if (!drawn) return
    this.#draw(drawn)
    this.touch()
  }

  get folded(): number {
    return this.#fit.folded
  }

  unfold(): void {
    if (this.folded > 0) this.toggleFold()
  }

  /** Takes effect immediately, because the next key can depend on the order of the columns. */
  toggleFold(): void {
    const arranged = this.#arranged()
    this.#draw(this.#fit.toggleFold(this, arranged) ?? arranged)
    this.touch()
  }

  setColumnWidth(id: string, width: number): void {
    this.rearrangeColumns(
      this.#columns.map((column) => (column.id === id ? { ...column, width } : column)),
    )
  }

  moveColumn(from: number, to: number): void {
    if (this.rows.grouping) return
    const arranged = this.#arranged()
    const arrangedIndex = (at: number) => arranged.findIndex(({ id }) => id === this.#drawn[at]?.id)
    this.rearrangeColumns(moveColumns(this.#columns, arrangedIndex(from), arrangedIndex(to)))
  }

  get bounds(): Bounds {
    return { rows: this.rowCount, columns: this.#drawn.length }
  }

  /** Changes columns on behalf of the user. Unlike `setColumns`, notifies the layout listeners. */
  rearrangeColumns(columns: readonly GridColumn[]): void {
    this.setColumns(columns)
    this.#layoutListeners.call(this.layout())
  }

  readonly onLayout = this.#layoutListeners.add

  layout(): GridLayout {
    return readLayout(this.#columns)
  }

  setLayout(layout: GridLayout): void {
    this.setColumns(applyLayout(this.#columns, layout))
  }

  get rowCount(): number {
    return this.rows.view.length
  }

  get totalCount(): number {
    return this.rows.order.length
  }

  /** Data rows that pass the filters, including those in collapsed groups. */
  get dataCount(): number {
    return this.rows.arranged.length
  }

  value(viewRow: number, columnId: string): CellValue {
    const id = this.rows.view.at(viewRow)
    if (id >= -1) return this.rows.store.get(id, columnId)
    const column = this.column(columnId)
    return column ? this.#groupCells.value(id, column) : null
  }

  groupAt(viewRow: number): RowGroup | undefined {
    return this.rows.groups?.group(groupIndex(this.rows.view.at(viewRow)))
  }

  groupTail(viewRow: number): string {
    return this.#groupCells.tail(this.rows.view.at(viewRow))
  }

  idsAt(viewRow: number): readonly number[] {
    const id = this.rows.view.at(viewRow)
    if (id >= 0) return [id]
    return [...(this.rows.groups?.groupRows(groupIndex(id)) ?? [])]
  }

  row(viewRow: number): GridRow {
    return this.rows.row(this.rows.view.at(viewRow))
  }

  /** Displayed text: the rejected text if there is one, otherwise the formatted value. */
  text(viewRow: number, column: GridColumn): string {
    const id = this.rows.view.at(viewRow)
    if (id < -1) return this.#groupCells.text(id, column)
    const rejection = this.rows.marks.rejection(id, column.id)
    if (rejection) return rejection.text
    if (column.id === ROW_FIELDS.flag) return this.rows.tracker.flag(id) ?? ''
    if (column.id === ROW_FIELDS.number) return String(viewRow + 1)
    return formatCell(column, this.rows.store.get(id, column.id))
  }

  /** Stable number of a view row. -1 if there is none, lower values for groups. */
  rowId(viewRow: number): number {
    return this.rows.view.at(viewRow)
  }

  /** Position of a row in the view, or -1 if it is filtered out. */
  viewRowOf(id: number): number {
    return this.rows.view.indexOf(id)
  }

  rejection(viewRow: number, columnId: string): CellError | undefined {
    return this.rows.marks.rejection(this.rows.view.at(viewRow), columnId)
  }

  /** Cells with rejected text. A save must not proceed while there are any. */
  rejections(): { row: number; column: string; rejection: CellError }[] {
    return this.rows.marks.rejections().map(({ id, column, rejection }) => ({
      row: this.viewRowOf(id),
      column,
      rejection,
    }))
  }

  flag(viewRow: number): RowFlag | undefined {
    return this.rows.tracker.flag(this.rows.view.at(viewRow))
  }

  /** Changed rows in data order, without rejected text. */
  changes(): RowChange[] {
    return this.rows.changes()
  }

  changedIds(): number[] {
    return this.rows.changedIds()
  }

  get hasChanges(): boolean {
    return this.rows.tracker.size > 0
  }

  rowError(viewRow: number): string | undefined {
    return this.rows.marks.error(this.rows.view.at(viewRow))
  }

  checked(): GridRow[] {
    return this.checkedIds().map((id) => this.rows.row(id))
  }

  checkedIds(): number[] {
    return this.rows.checkedIds()
  }

  isChecked(viewRow: number): boolean {
    const { checks, view } = this.rows
    if (checks.size === 0 || view.at(viewRow) >= -1) return checks.has(view.at(viewRow))
    return this.idsAt(viewRow).every((id) => checks.has(id))
  }

  isCheckable(viewRow: number): boolean {
    const { checkable } = this.options
    return (
      checkable === undefined || this.groupAt(viewRow) !== undefined || checkable(this.row(viewRow))
    )
  }

  /** Selected rows, both ends inclusive, and columns. Null in an empty grid. */
  get selection(): { top: number; bottom: number; columns: readonly string[] } | null {
    const { range } = this.cursor
    if (!range) return null
    const columns = this.#drawn.slice(range.left, range.right + 1).map((column) => column.id)
    return { top: range.top, bottom: range.bottom, columns }
  }

  /** Returns a fast test for cells with a value. Valid until columns or rows change. */
  createFilledTest(): (place: Place) => boolean {
    if (this.rows.groups) {
      return ({ row, at }) => !isBlank(this.value(row, this.#drawn[at]?.id ?? ''))
    }
    const { view, store } = this.rows
    const columns = this.#drawn.map(({ id }) => store.storage(id))
    return ({ row, at }) => !isBlank(columns[at]?.get(view.at(row)) ?? null)
  }

  get current(): { row: number; column: string } | null {
    const cell = this.currentCell
    return cell && { row: cell.row, column: cell.column.id }
  }

  get currentCell(): (Place & { readonly column: GridColumn }) | null {
    const { place } = this.cursor
    const column = place && this.#drawn[place.at]
    return place && column ? { ...place, column } : null
  }

  setCurrent(row: number, columnId?: string): void {
    const column = columnId === undefined ? undefined : this.column(columnId)
    if (column && column.hidden !== true && !this.#drawn.some(({ id }) => id === columnId)) {
      this.unfold()
    }
    const at = columnId === undefined ? 0 : this.#drawn.findIndex(({ id }) => id === columnId)
    if (row < 0 || row >= this.rowCount || at < 0) return
    this.cursor.moveTo({ row, at: columnId === undefined ? (this.cursor.place?.at ?? 0) : at })
    this.touch()
  }
}
