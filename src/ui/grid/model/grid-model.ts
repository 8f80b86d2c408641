import { CalmNotice } from './calm-notice.ts'
import type { CellFault } from '#ui/grid/columns/cell-input.ts'
import type { CellValue, GridColumn, GridRow } from '#ui/grid/columns/column.ts'
import { ArrivingRows, type FirstRows } from '#ui/grid/many/arriving-rows.ts'
import type { StreamBatch } from '#ui/grid/columns/arrow-reader.ts'
import { nextException } from './exceptions.ts'
import { copyShown } from './copy-shown.ts'
import type { FilterCondition } from '#ui/grid/rows/filter.ts'
import { GridBase, type GridModelOptions } from './grid-base.ts'
import { findArranged, hitsArranged } from './arranged-place.ts'
import { STATS_AT_ONCE, type SelectionStats } from '#ui/grid/many/grid-summary.ts'
import { Summaries } from './summaries.ts'
import { GridWork } from '#ui/grid/many/grid-work.ts'
import { ratioOf } from '#ui/grid/rows/group-values.ts'
import type { RowError } from '#ui/grid/rows/row-marks.ts'
import type { LaterChanges } from '#ui/grid/rows/later-changes.ts'
import type { Grouping, RowGroups } from '#ui/grid/rows/row-groups.ts'
import type { RowSource } from '#ui/grid/rows/row-source.ts'
import { cellsIn, placesBetween } from '#ui/grid/rows/selection.ts'
import type { SortKey } from '#ui/grid/rows/sort.ts'
import type { Operation, Replay } from '#ui/grid/rows/undo.ts'
import { WindowedRows } from '#ui/grid/many/windowed-rows.ts'
import type { FoundCell, Frequency, Hits } from '#ui/grid/rows/worker-messages.ts'

/**
 * Everything a grid knows, without a screen: rows held column by column, order and filter, changes,
 * undo, checks, errors, current cell and selection. Rows are named by their place in the view;
 * `changes()` and errors use the stable row number, which survives sorting and filtering.
 */
export class GridModel extends GridBase {
  /** Footers and sums already worked out; any change of data empties it. */
  #known = new Summaries()
  readonly #work: GridWork
  /** Rows that arrive below those on screen change nothing but their number. */
  readonly #arrivals = new CalmNotice(() => this.touch())

  constructor(options: GridModelOptions) {
    super(options)
    this.#work = new GridWork(
      this.rows,
      {
        arranged: (rows) => this.#rearrange(() => this.rows.show(rows), 'order'),
        touch: () => this.touch(),
      },
      options.work,
    )
    this.rows.arrangeLater = () => this.#work.arrange()
  }

  /* Rows */

  setData(rows: readonly GridRow[]): void {
    this.#replace(() => this.rows.replace(rows))
  }

  #replace(work: () => void): void {
    this.settleEdit()
    this.closeSource()
    const current = this.current
    work()
    this.#work.release()
    this.cursor.fit(this.bounds)
    if (current === null && this.rowCount > 0) this.cursor.moveTo({ row: 0, at: 0 })
    this.#changed()
  }

  /** Adds rows that came from the server: they are not changes. */
  appendRows(rows: readonly GridRow[]): void {
    this.#keepingRecord(() => this.rows.append(rows))
  }

  /**
   * Takes in rows as they come from a stream; sums are worked out once the last one is there. Rows
   * that come after the data was replaced are dropped. With `first` the rows shown stay until that
   * many are there; whoever asked then has them taken.
   */
  async receive(
    read: (take: (batch: StreamBatch) => void) => Promise<void>,
    first?: FirstRows,
  ): Promise<void> {
    const arriving = new ArrivingRows(first, () => this.rows, {
      replace: (append) => this.#replace(append),
      append: (append) => this.#keepingRecord(append, 'arrivals'),
    })
    this.#work.hold(true)
    try {
      await read((batch) => arriving.take(batch))
      arriving.end()
    } finally {
      this.#work.hold(false)
      this.#arrivals.end()
      this.touch()
    }
  }

  /** Rows are arriving. */
  get isReceiving(): boolean {
    return this.#work.isHeld
  }

  /**
   * Shows rows that are too many to be held, from where they are; order, filter, counts, sums and
   * finding are the source's affair. What is edited or deleted in them is held by the key of its row,
   * where there is one, so that it stands in every order; rows are not added.
   */
  showSource(source: RowSource, failed: (error: unknown) => void): Promise<void> {
    this.settleEdit()
    this.closeSource()
    this.windows = new WindowedRows(source, this.options.key ?? [], {
      arrangement: () => ({ sort: this.rows.sortKeys, filters: this.rows.filters }),
      show: (store, order) => this.#rearrange(() => this.rows.showStore(store, order)),
      isChanged: (id) => this.rows.tracker.flag(id) !== undefined,
      touch: () => this.touch(),
      failed,
    })
    this.rows.beginWindows(this.windows)
    this.windows.arrange()
    return this.windows.settled()
  }

  /** Leaves the source; what is shown after it has to be set. */
  closeSource(): void {
    this.windows?.close()
    this.windows = this.rows.windows = null
  }

  /** Inserts a row flagged I at a place of the view and returns its stable number. */
  insertRow(at: number, row: GridRow = {}): number {
    return this.windows ? -1 : this.#step(() => this.rows.insert(at, row))
  }

  deleteRows(viewRows: readonly number[]): void {
    this.settleEdit()
    if (this.windows && !this.rows.tracker.enabled) return
    this.#step(() => this.rows.remove(viewRows))
    this.cursor.fit(this.bounds)
  }

  setCell(viewRow: number, columnId: string, value: CellValue): void {
    const id = this.rows.claim(viewRow)
    if (id >= 0) this.#step(() => this.rows.setCellAndDerived(id, columnId, value))
  }

  /** Keeps a text that is no value of its column, shown in the cell with its message. */
  refuse(viewRow: number, columnId: string, fault: CellFault): void {
    const id = this.rows.claim(viewRow)
    if (id >= 0) this.#step(() => this.rows.setFault(id, columnId, fault))
  }

  isEditable(viewRow: number, column: GridColumn): boolean {
    if (column.editable === undefined || column.editable === false) return false
    if (this.flag(viewRow) === 'D' || this.rows.view.at(viewRow) < 0) return false
    if (this.windows?.canClaim(viewRow) === false) return false
    return column.editable === true || column.editable(this.row(viewRow))
  }

  /* Order and filter */

  get sortKeys(): readonly SortKey[] {
    return this.rows.sortKeys
  }

  get filters(): readonly FilterCondition[] {
    return this.rows.filters
  }

  /**
   * Puts the rows in order. A large grid shows them as they were until the worker has done it; then
   * `settled` resolves.
   */
  sort(keys: readonly SortKey[]): void {
    this.#rearrange(() => this.rows.arrange(keys, this.rows.filters), 'order')
  }

  /** Shows the rows that pass all conditions; large grids as with `sort`. */
  filter(conditions: readonly FilterCondition[]): void {
    this.#rearrange(() => this.rows.arrange(this.rows.sortKeys, conditions), 'filter')
  }

  /** Puts rows into groups, one within another; null takes them out. Large grids as with `sort`. */
  group(grouping: Grouping | null): void {
    this.#rearrange(() => this.rows.group(grouping), 'order')
    this.setColumns(this.columns)
  }

  /** Opens and closes groups. */
  fold(work: (groups: RowGroups) => void): void {
    const { groups } = this.rows
    if (!groups) return
    this.#rearrange(() => {
      work(groups)
      this.rows.showGroups()
    }, 'order')
  }

  /** Rows are shown that are not yet in the order or through the filter asked for. */
  get isArranging(): boolean {
    return this.windows?.isOpening ?? this.#work.isArranging
  }

  /** What is shown will soon be something else: rows are being arranged, or arriving. */
  get isBusy(): boolean {
    return this.isArranging || this.isReceiving
  }

  /** Resolves when order, filter and sums that were asked for stand in the model. */
  settled(): Promise<void> {
    return this.windows?.settled() ?? this.#work.settled()
  }

  /* Looking over all rows */

  /**
   * The next cell that shows a text, from a place on (the current cell unless given) and round; the
   * place itself comes last. Null where there is none or another text was asked for meanwhile.
   */
  find(
    text: string,
    from: FoundCell | null = this.current,
    direction: 1 | -1 = 1,
  ): Promise<FoundCell | null> {
    if (this.windows) return this.windows.find(text, from)
    return findArranged(this, this.#work, { text, from, direction })
  }

  /** How many cells show a text, and which of them one is; null where nobody counts them. */
  hits(text: string, of: FoundCell): Promise<Hits | null> {
    return this.windows ? Promise.resolve(null) : hitsArranged(this, this.#work, { text, of })
  }

  /** How often each value of a column is shown, the most frequent first, at most 500 of them. */
  frequencies(columnId: string): Promise<readonly Frequency[]> {
    return this.windows ? Promise.resolve([]) : this.#work.frequencies(columnId)
  }

  /** The next cell, and round, that something is the matter with. */
  nextException(): Promise<FoundCell | null> {
    return this.windows ? Promise.resolve(null) : nextException(this)
  }

  /** The selection as tab-separated text, made in the background. Null without a selection. */
  copyText(): Promise<Blob> | null {
    const { range } = this.cursor
    if (range && this.windows) {
      return this.windows.copy(range, this.drawn.slice(range.left, range.right + 1))
    }
    if (range && this.rows.groups) return Promise.resolve(copyShown(this, range))
    return range && this.#work.copy(range, this.drawn.slice(range.left, range.right + 1))
  }

  /* Changes */

  /**
   * The server took everything: flags go, deleted rows leave, the undo line starts anew. What was
   * changed after it was sent stays a change; then an edit under way goes on.
   */
  acceptChanges(later: LaterChanges = new Map()): void {
    if (later.size === 0) this.#rearrange(() => this.rows.accept(later))
    else this.#keepingRecord(() => this.rows.accept(later))
  }

  /** Puts newer values from the server into rows, outside undo. */
  refreshRows(rows: readonly { readonly id: number; readonly row: GridRow }[]): void {
    this.#keepingRecord(() => this.rows.refresh(rows))
  }

  setRowErrors(errors: readonly RowError[]): void {
    this.rows.setErrors(errors)
    this.#changed()
  }

  undo(): void {
    this.#replay('undo')
  }

  redo(): void {
    this.#replay('redo')
  }

  #replay(how: Replay): void {
    let played: readonly Operation[] = []
    this.#rearrange(() => {
      played = this.rows.replay(how)
    })
    this.replayed(how, played)
  }

  /* Checks */

  setChecked(viewRows: readonly number[], on: boolean): void {
    for (const viewRow of viewRows) {
      if (on && !this.isCheckable(viewRow)) continue
      if (this.groupAt(viewRow)) for (const id of this.idsAt(viewRow)) this.rows.check(id, on)
      else this.rows.check(this.rows.claim(viewRow), on)
    }
    this.#changed()
  }

  /** Whether all enabled rows shown are checked, some, or none. */
  checkState(): 'on' | 'some' | 'off' {
    return this.#known.checks(this)
  }

  /** Checks or clears every enabled row the filter shows. */
  checkAll(on: boolean): void {
    if (!this.windows) this.setChecked(placesBetween(0, this.rowCount - 1), on)
  }

  /* Cursor */

  /** Count, exact sum and average of the numbers selected; null while many are being counted. */
  selectionStats(): SelectionStats | null {
    const { range, ranges } = this.cursor
    const { windows } = this
    if (windows && !ranges.every(({ top, bottom }) => windows.has(top, bottom))) return null
    const isOne = ranges.length === 1
    const isLarge = this.#work.isActive && !this.rows.groups
    if (range && isOne && isLarge && cellsIn(range) > STATS_AT_ONCE) {
      return this.#work.stats(range, this.drawn.slice(range.left, range.right + 1))
    }
    return this.#known.stats(this)
  }

  /**
   * The footer of a column over the rows shown, without those flagged D; null if it has none. In a
   * large grid it is the last one known until the worker has the new one.
   */
  footerValue(columnId: string): CellValue {
    const ratio = this.column(columnId)?.ratio
    if (ratio) return ratioOf(ratio, (name) => this.footerValue(name))
    const footer = this.column(columnId)?.footer
    if (footer && typeof footer !== 'function') {
      if (this.windows) return this.windows.footer(columnId, footer)
      if (this.#known.isMixed(this, columnId)) return null
      if (this.#work.isActive) return this.#work.footer(columnId, footer)
      // A function is given all rows: once, when the last of them is there.
    } else if (this.windows || this.isReceiving) return null
    return this.#known.footer(this, columnId)
  }

  /** Has footers and sums worked out anew when they are next asked for. */
  forgetSums(): void {
    this.#changed()
  }

  #step<T>(work: () => T): T {
    return this.transaction(() => {
      const result = work()
      this.#changed()
      return result
    })
  }

  #rearrange(work: () => void, what: 'data' | 'filter' | 'order' = 'data'): void {
    this.settleEdit()
    this.cursor.release()
    this.#keepingRecord(work, what)
  }

  /** The current cell follows its record to wherever the rearrangement puts it. */
  #keepingRecord(work: () => void, what: 'data' | 'filter' | 'order' | 'arrivals' = 'data'): void {
    const place = this.cursor.place
    const id = place ? this.rows.view.at(place.row) : -1
    work()
    const row = this.viewRowOf(id)
    if (!place || row < 0) this.cursor.fit(this.bounds)
    else if (row !== place.row) this.cursor.moveTo({ row, at: place.at })
    this.#changed(what)
  }

  #changed(what: 'data' | 'filter' | 'order' | 'arrivals' = 'data'): void {
    this.#known = new Summaries()
    this.#work.changed(what === 'arrivals' ? 'data' : what)
    return what === 'arrivals' ? this.#arrivals.tell() : this.touch()
  }
}
