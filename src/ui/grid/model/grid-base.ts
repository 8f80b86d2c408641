import type { RowFlag } from '#ui/grid/rows/change-tracking.ts'
import { Listeners } from '#ui/base/listeners.ts'
import { formatCell, type CellFault } from '#ui/grid/columns/cell-input.ts'
import {
  drawnColumns,
  groupedColumns,
  isBlank,
  movedColumns,
  ROW_FIELDS,
  type CellValue,
  type GridColumn,
  type GridRow,
  type Tone,
} from '#ui/grid/columns/column.ts'
import { ColumnFit } from './column-fit.ts'
import { Cursor } from './cursor.ts'
import { laidOut, layoutOf, type GridLayout } from './grid-layout.ts'
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
  /** Fields that tell a record from every other: rows of a source are changed by it. */
  readonly key?: readonly string[] | undefined
  /** What stands in cells to type in and nobody typed is a proposal, to be taken or written over. */
  readonly proposes?: boolean | undefined
  readonly rowTone?: ((row: GridRow) => Tone | undefined) | undefined
  /** Rows the header check box leaves alone when false. */
  readonly checkable?: ((row: GridRow) => boolean) | undefined
  /** Told of a quantity typed in units, which stays in its cell until something else is put there. */
  readonly unitsTyped?: ((id: number, columnId: string, text: string) => void) | undefined
  /** Where work over many rows is done; a worker, from 20,000 rows on, unless given. */
  readonly work?: WorkPlace | undefined
}

/** What every grid stands on: its rows, the columns shown, the cursor, and who hears of changes. */
export class GridBase extends Publisher {
  readonly options: GridModelOptions
  /** What the keyboard does: writes over a cell, edits within it, or neither. */
  editing: 'typing' | 'editing' | null = null
  /** Set by the grid on screen: ends an edit under way before rows change their places. */
  settleEdit: () => void = () => {}
  /** Set by the grid on screen: a step was taken back or done again; empty when there was none. */
  replayed: (how: Replay, played: readonly Operation[]) => void = () => {}
  /** The cell that is being typed in and what stands there so far. */
  typing: () => { id: number; column: GridColumn; text: string } | null = () => null
  readonly cursor = new Cursor()
  readonly rows: RowSet
  /** Where rows are too many to be held; they are then only looked at. */
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

  /* Columns */

  get columns(): readonly GridColumn[] {
    return this.#columns
  }

  /** The columns on screen, frozen ones first. */
  get drawn(): readonly GridColumn[] {
    return this.#drawn
  }

  /** The columns that nobody has hidden, those too that are folded away for want of room. */
  get unfolded(): readonly GridColumn[] {
    return this.#arranged()
  }

  column(id: string): GridColumn | undefined {
    return this.#columns.find((column) => column.id === id)
  }

  /** Replaces order, widths, hiding and freezing; the data stays. */
  setColumns(columns: readonly GridColumn[]): void {
    this.#columns = columns
    this.#draw(this.#arranged())
    this.rows.describe(columns)
    this.touch()
  }

  #arranged(): readonly GridColumn[] {
    return groupedColumns(this.#columns, this.rows.grouping?.keys ?? [])
  }

  /** The cursor stays on its column. */
  #draw(drawn: readonly GridColumn[]): void {
    const current = this.current
    this.#drawn = drawn
    const at = this.#drawn.findIndex((column) => column.id === current?.column)
    if (current && at >= 0 && at !== this.cursor.place?.at) {
      this.cursor.moveTo({ row: current.row, at })
    } else this.cursor.fit(this.bounds)
  }

  /** Lets the columns fit a width in pixels; `isWhole` once all rows are there. */
  fitTo(room: number, isWhole: boolean): void {
    if (room <= 0 || this.editing !== null) return
    const drawn = this.#fit.drawn(this, this.#arranged(), { room, isWhole })
    if (!drawn) return
    this.#draw(drawn)
    this.touch()
  }

  /** How many columns are folded away for want of room. */
  get folded(): number {
    return this.#fit.folded
  }

  /** Shows what is folded away; the grid then scrolls sideways. */
  unfold(): void {
    if (this.folded > 0) this.turnFold()
  }

  /** Shows all columns as wide as they are declared, or has them fit again. */
  turnFold(): void {
    this.#fit.turn()
    this.#draw(this.#arranged())
    this.touch()
  }

  setColumnWidth(id: string, width: number): void {
    this.rearrangeColumns(this.#columns.map((each) => (each.id === id ? { ...each, width } : each)))
  }

  /** Moves a drawn column to the place of another, counted from the left. */
  moveColumn(from: number, to: number): void {
    // The columns of groups stand where their levels are.
    if (this.rows.grouping) return
    const arranged = this.#arranged()
    const placeOf = (at: number) => arranged.findIndex(({ id }) => id === this.#drawn[at]?.id)
    this.rearrangeColumns(movedColumns(this.#columns, placeOf(from), placeOf(to)))
  }

  get bounds(): Bounds {
    return { rows: this.rowCount, columns: this.#drawn.length }
  }

  /** The user hides, shows, moves, freezes or resizes columns; `setColumns` alone tells nobody. */
  rearrangeColumns(columns: readonly GridColumn[]): void {
    this.setColumns(columns)
    this.#layoutListeners.call(this.layout())
  }

  /** Calls back with the new layout whenever the user changes the columns. Returns the way to stop. */
  readonly onLayout = this.#layoutListeners.add

  /** Order, widths, hiding and freezing of the columns as plain data. */
  layout(): GridLayout {
    return layoutOf(this.#columns)
  }

  /** Takes a layout that was kept. Columns it does not know stay as they are, at the end. */
  setLayout(layout: GridLayout): void {
    this.setColumns(laidOut(this.#columns, layout))
  }

  get rowCount(): number {
    return this.rows.view.length
  }

  /** Rows in the data, whether or not the filter shows them. */
  get totalCount(): number {
    return this.rows.order.length
  }

  /** Rows of data that pass the filters, in sight or in a group that is closed. */
  get dataCount(): number {
    return this.rows.arranged.length
  }

  /** Of a group: what its rows add up to. */
  value(viewRow: number, columnId: string): CellValue {
    const id = this.rows.view.at(viewRow)
    if (id >= -1) return this.rows.store.get(id, columnId)
    const column = this.column(columnId)
    return column ? this.#groupCells.value(id, column) : null
  }

  /** The group that stands in a row of the view; undefined for a row of data. */
  groupAt(viewRow: number): RowGroup | undefined {
    return this.rows.groups?.group(groupIndex(this.rows.view.at(viewRow)))
  }

  /** How the text of a group ends: with the number of its rows. */
  groupTail(viewRow: number): string {
    return this.#groupCells.tail(this.rows.view.at(viewRow))
  }

  /** Numbers of the rows of data that a row of the view is, or is made of. */
  idsAt(viewRow: number): readonly number[] {
    const id = this.rows.view.at(viewRow)
    if (id >= 0) return [id]
    return [...(this.rows.groups?.rowsOf(groupIndex(id)) ?? [])]
  }

  row(viewRow: number): GridRow {
    return this.rows.row(this.rows.view.at(viewRow))
  }

  /** What the cell shows: the refused text if there is one, else the formatted value. */
  text(viewRow: number, column: GridColumn): string {
    const id = this.rows.view.at(viewRow)
    if (id < -1) return this.#groupCells.text(id, column)
    const fault = this.rows.marks.fault(id, column.id)
    if (fault) return fault.text
    if (column.id === ROW_FIELDS.flag) return this.rows.tracker.flag(id) ?? ''
    if (column.id === ROW_FIELDS.number) return String(viewRow + 1)
    return formatCell(column, this.rows.store.get(id, column.id))
  }

  /** The stable number of a row of the view; -1 for none, below that for a group. */
  rowId(viewRow: number): number {
    return this.rows.view.at(viewRow)
  }

  /** The place of a row in the view, or -1 if the filter hides it. */
  viewRowOf(id: number): number {
    return this.rows.view.indexOf(id)
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

  flag(viewRow: number): RowFlag | undefined {
    return this.rows.tracker.flag(this.rows.view.at(viewRow))
  }

  /** Changed rows in the order they stand in the data. Refused texts are not in them. */
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

  /** Stable numbers of the checked rows, in the order of `checked()`. */
  checkedIds(): number[] {
    return this.rows.checkedIds()
  }

  /** A group is checked when all its rows are. */
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

  /** Places of the selected rows, both included, and the columns; null in an empty grid. */
  get selection(): { top: number; bottom: number; columns: readonly string[] } | null {
    const { range } = this.cursor
    if (!range) return null
    const columns = this.#drawn.slice(range.left, range.right + 1).map((column) => column.id)
    return { top: range.top, bottom: range.bottom, columns }
  }

  /** Whether a cell has a value, for looking at many in a row. Holds until columns or rows change. */
  filledTest(): (place: Place) => boolean {
    if (this.rows.groups) {
      return ({ row, at }) => !isBlank(this.value(row, this.#drawn[at]?.id ?? ''))
    }
    const { view, store } = this.rows
    const columns = this.#drawn.map(({ id }) => store.storage(id))
    return ({ row, at }) => !isBlank(columns[at]?.get(view.at(row)) ?? null)
  }

  /* Cursor */

  get current(): { row: number; column: string } | null {
    const cell = this.currentCell
    return cell && { row: cell.row, column: cell.column.id }
  }

  /** The current cell by its place, with its column. */
  get currentCell(): (Place & { readonly column: GridColumn }) | null {
    const { place } = this.cursor
    const column = place && this.#drawn[place.at]
    return place && column ? { ...place, column } : null
  }

  setCurrent(row: number, columnId?: string): void {
    const column = columnId === undefined ? undefined : this.column(columnId)
    // Whoever is sent to a column sees it.
    if (column && column.hidden !== true && !this.#drawn.some(({ id }) => id === columnId)) {
      this.unfold()
    }
    const at = columnId === undefined ? 0 : this.#drawn.findIndex(({ id }) => id === columnId)
    if (row < 0 || row >= this.rowCount || at < 0) return
    this.cursor.moveTo({ row, at: columnId === undefined ? (this.cursor.place?.at ?? 0) : at })
    this.touch()
  }
}
