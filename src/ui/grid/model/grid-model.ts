import { ThrottledNotice } from './throttled-notice.ts'
import type { CellError } from '#ui/grid/columns/cell-input.ts'
import type { CellValue, GridColumn, GridRow } from '#ui/grid/columns/column.ts'
import { ArrivingRows, type FirstRows } from '#ui/grid/many/arriving-rows.ts'
import type { StreamBatch } from '#ui/grid/columns/arrow-reader.ts'
import { nextException } from './exceptions.ts'
import type { CopyType } from '#ui/grid/rows/clipboard.ts'
import type { FilterCondition } from '#ui/grid/rows/filter.ts'
import { GridBase, type GridModelOptions } from './grid-base.ts'
import { findArranged, countArrangedHits } from './arranged-place.ts'
import { STATS_BATCH, type SelectionStats } from '#ui/grid/many/grid-summary.ts'
import { Summaries } from './summaries.ts'
import { GridWork } from '#ui/grid/many/grid-work.ts'
import { computeRatio } from '#ui/grid/rows/group-values.ts'
import type { RowError } from '#ui/grid/rows/row-marks.ts'
import type { ChangesSinceSend } from '#ui/grid/rows/later-changes.ts'
import type { Grouping, RowGroups } from '#ui/grid/rows/row-groups.ts'
import type { RowSource } from '#ui/grid/rows/row-source.ts'
import { cellCount, indexesBetween } from '#ui/grid/rows/selection.ts'
import type { SortKey } from '#ui/grid/rows/sort.ts'
import type { Operation, Replay } from '#ui/grid/rows/undo.ts'
import { WindowedRows } from '#ui/grid/many/windowed-rows.ts'
import type { FoundCell, Frequency, Hits } from '#ui/grid/rows/worker-messages.ts'

/**
 * The state of a grid, independent of the DOM: rows, order, filter, changes, undo, checks, errors,
 * cursor and selection. Rows are addressed by their view index. `changes()` and errors use the
 * stable row number, which survives sorting and filtering.
 */
export class GridModel extends GridBase {
  #known = new Summaries()
  readonly #work: GridWork
  /** Throttled, because rows arriving below the visible ones only change the row count. */
  readonly #arrivals = new ThrottledNotice(() => this.touch())

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

  appendRows(rows: readonly GridRow[]): void {
    this.#keepingRecord(() => this.rows.append(rows))
  }

  /**
   * Appends streamed rows as they arrive and computes sums after the last one. Rows that arrive
   * after the data was replaced are dropped. With `first`, the current rows remain visible until
   * that many have arrived and `first.take` decides where to put them.
   */
  async receive(
    read: (take: (batch: StreamBatch) => void) => Promise<void>,
    first?: FirstRows,
  ): Promise<void> {
    const arriving = new ArrivingRows(first, () => this.rows, {
      replace: (append) => this.#replace(append),
      append: (append) => this.#keepingRecord(append, 'arrivals'),
    })
    this.#work.setSuspended(true)
    try {
      await read((batch) => arriving.take(batch))
      arriving.end()
    } finally {
      this.#work.setSuspended(false)
      this.#arrivals.end()
      this.touch()
    }
  }

  get isReceiving(): boolean {
    return this.#work.isHeld
  }

  /**
   * Shows a source with too many rows to load, fetching them in windows. The source handles order,
   * filter, counts, sums and searches. Edits and deletions are stored by row key, if the source has
   * one, and survive reordering. Rows cannot be inserted.
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

  /** Detaches the source. The caller has to set the new data. */
  closeSource(): void {
    this.windows?.close()
    this.windows = this.rows.windows = null
  }

  /**
   * Inserts a row flagged I at a view index. Returns its id, or -1 if rows are loaded in windows.
   */
  insertRow(at: number, row: GridRow = {}): number {
    return this.windows ? -1 : this.#step(() => this.rows.insert(at, row))
  }

  deleteRows(viewRows: readonly number[]): void {
    this.settleEdit()
    if (this.windows && !this.rows.tracker.enabled) return
    this.deleteIds(viewRows.map((row) => this.rows.claim(row)))
  }

  /** Deletes rows by their stable numbers, also rows that are not in the view. */
  deleteIds(ids: readonly number[]): void {
    this.#step(() => this.rows.remove(ids))
    this.cursor.fit(this.bounds)
  }

  setCell(viewRow: number, columnId: string, value: CellValue): void {
    this.setCellOf(this.rows.claim(viewRow), columnId, value)
  }

  /** Sets a cell by the stable number of its row, which need not be in the view. */
  setCellOf(id: number, columnId: string, value: CellValue): void {
    if (id >= 0) this.#step(() => this.rows.setCellAndDerived(id, columnId, value))
  }

  /** Runs changes derived from the input of a cell. They are undone together with it. */
  extendInput(id: number, columnId: string, work: () => void): void {
    this.transaction(() => this.rows.extendInput(id, columnId, work))
  }

  refuse(viewRow: number, columnId: string, error: CellError): void {
    this.refuseOf(this.rows.claim(viewRow), columnId, error)
  }

  refuseOf(id: number, columnId: string, error: CellError): void {
    if (id >= 0) this.#step(() => this.rows.setRejection(id, columnId, error))
  }

  isEditable(viewRow: number, column: GridColumn): boolean {
    if (column.editable === undefined || column.editable === false) return false
    if (this.flag(viewRow) === 'D' || this.rows.view.at(viewRow) < 0) return false
    if (this.windows?.canClaim(viewRow) === false) return false
    return column.editable === true || column.editable(this.row(viewRow))
  }

  get sortKeys(): readonly SortKey[] {
    return this.rows.sortKeys
  }

  get filters(): readonly FilterCondition[] {
    return this.rows.filters
  }

  /**
   * Sorts the rows. A large grid shows the old order until the worker is done and `settled`
   * resolves.
   */
  sort(keys: readonly SortKey[]): void {
    this.#rearrange(() => this.rows.arrange(keys, this.rows.filters), 'order')
  }

  filter(conditions: readonly FilterCondition[]): void {
    this.#rearrange(() => this.rows.arrange(this.rows.sortKeys, conditions), 'filter')
  }

  group(grouping: Grouping | null): void {
    this.#rearrange(() => this.rows.group(grouping), 'order')
    this.setColumns(this.columns)
  }

  fold(work: (groups: RowGroups) => void): void {
    const { groups } = this.rows
    if (!groups) return
    this.#rearrange(() => {
      work(groups)
      this.rows.showGroups()
    }, 'order')
  }

  get isArranging(): boolean {
    return this.windows?.isOpening ?? this.#work.isArranging
  }

  get isBusy(): boolean {
    return this.isArranging || this.isReceiving
  }

  settled(): Promise<void> {
    return this.windows?.settled() ?? this.#work.settled()
  }

  /**
   * Returns the next cell that shows the text. Starts after `from` (default: the current cell),
   * wraps around and checks `from` last. Null if there is none or a newer search has started.
   */
  find(
    text: string,
    from: FoundCell | null = this.current,
    direction: 1 | -1 = 1,
  ): Promise<FoundCell | null> {
    if (this.windows) return this.windows.find(text, from)
    return findArranged(this, this.#work, { text, from, direction })
  }

  /**
   * Counts the cells that show a text and returns the ordinal of `of` among them. Null for a
   * source.
   */
  hits(text: string, of: FoundCell): Promise<Hits | null> {
    return this.windows ? Promise.resolve(null) : countArrangedHits(this, this.#work, { text, of })
  }

  frequencies(columnId: string): Promise<readonly Frequency[]> {
    return this.windows ? Promise.resolve([]) : this.#work.frequencies(columnId)
  }

  /** Returns the next cell with an exception, wrapping around. */
  nextException(): Promise<FoundCell | null> {
    return this.windows ? Promise.resolve(null) : nextException(this)
  }

  copyText(type: CopyType = 'text/plain'): Promise<Blob> | null {
    const { range } = this.cursor
    const columns = range ? this.drawn.slice(range.left, range.right + 1) : []
    return range && (this.windows ?? this.#work).copy(range, columns, type)
  }

  /**
   * Applies a successful save: clears flags, removes deleted rows and resets the undo history.
   * Changes made after sending remain changes, and an edit in progress continues.
   */
  acceptChanges(later: ChangesSinceSend = new Map()): void {
    if (later.size === 0) this.#rearrange(() => this.rows.accept(later))
    else this.#keepingRecord(() => this.rows.accept(later))
  }

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
    this.onReplay(how, played)
  }

  setChecked(viewRows: readonly number[], isChecked: boolean): void {
    for (const viewRow of viewRows) {
      if (isChecked && !this.isCheckable(viewRow)) continue
      if (this.groupAt(viewRow))
        for (const id of this.idsAt(viewRow)) this.rows.check(id, isChecked)
      else this.rows.check(this.rows.claim(viewRow), isChecked)
    }
    this.#changed()
  }

  checkState(): 'on' | 'some' | 'off' {
    return this.#known.checks(this)
  }

  checkAll(isChecked: boolean): void {
    if (!this.windows) this.setChecked(indexesBetween(0, this.rowCount - 1), isChecked)
  }

  /**
   * Count, exact sum and average of the selected numbers. Null while a large selection is being
   * summed.
   */
  selectionStats(): SelectionStats | null {
    const { range, ranges } = this.cursor
    const { windows } = this
    if (windows && !ranges.every(({ top, bottom }) => windows.has(top, bottom))) return null
    const isOne = ranges.length === 1
    const isLarge = this.#work.isActive && !this.rows.groups
    if (range && isOne && isLarge && cellCount(range) > STATS_BATCH) {
      return this.#work.stats(range, this.drawn.slice(range.left, range.right + 1))
    }
    return this.#known.stats(this)
  }

  /**
   * Footer of a column over the rows shown, excluding rows flagged D. Null if it has none. A large
   * grid returns the last known value until the worker has computed the new one.
   */
  footerValue(columnId: string): CellValue {
    const ratio = this.column(columnId)?.ratio
    if (ratio) return computeRatio(ratio, (name) => this.footerValue(name))
    const footer = this.column(columnId)?.footer
    if (footer && typeof footer !== 'function') {
      if (this.windows) return this.windows.footer(columnId, footer)
      if (this.#known.isMixed(this, columnId)) return null
      if (this.#work.isActive) return this.#work.footer(columnId, footer)
      // A footer function needs all rows, so it runs once after the last one has arrived.
    } else if (this.windows || this.isReceiving) return null
    return this.#known.footer(this, columnId)
  }

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

  #rearrange(work: () => void, change: 'data' | 'filter' | 'order' = 'data'): void {
    this.settleEdit()
    this.cursor.release()
    this.#keepingRecord(work, change)
  }

  /**
   * Keeps the current cell on its record after a rearrangement, and a selection only if it still
   * has the same first and last row.
   */
  #keepingRecord(
    work: () => void,
    change: 'data' | 'filter' | 'order' | 'arrivals' = 'data',
  ): void {
    const { place, range } = this.cursor
    const idAt = (row: number | undefined) => this.rows.view.at(row ?? -1)
    const [id = -1, top, bottom] = [place?.row, range?.top, range?.bottom].map(idAt)
    work()
    const row = this.viewRowOf(id)
    const isSame = idAt(range?.top) === top && idAt(range?.bottom) === bottom
    if (place && row >= 0 && row !== place.row) this.cursor.moveTo({ row, at: place.at })
    else if (!this.cursor.fit(this.bounds) && !isSame) this.cursor.moveTo(place)
    this.#changed(change)
  }

  #changed(change: 'data' | 'filter' | 'order' | 'arrivals' = 'data'): void {
    this.#known = new Summaries()
    this.#work.changed(change === 'arrivals' ? 'data' : change)
    return change === 'arrivals' ? this.#arrivals.tell() : this.touch()
  }
}
