import type { Fields, WireRow } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import type { RowReader, SheetError, SheetRow } from '#kernel/sheet-mapping.ts'
import { validateRow } from '#kernel/validate-row.ts'
import { t } from '#ui/base/language.ts'
import { errorText } from '#ui/grid/edit/grid-texts.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import type { CellError, ErrorCode } from '#ui/grid/columns/cell-input.ts'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import { findFirstWithin, rowsAround, searchStart } from '#ui/grid/model/next-place.ts'
import { runInSlices, type ChunkOptions } from './upload-chunks.ts'
import { countReasons, ErrorTable, normalizeReason } from './upload-errors.ts'
import type { ErrorReason, UploadError } from './upload-errors.ts'
import { RANK, UPLOAD_COLUMNS, UploadModel } from './upload-model.ts'

export interface UploadCounts {
  readonly rows: number
  /** Number of distinct orders, or undefined if the sheet has no order column. */
  readonly orders: number | undefined
  readonly invalid: number
  readonly leftOut: number
}

export type UploadFilter = 'all' | 'faulty' | 'left-out' | { readonly reason: string }

export interface OutgoingRow {
  readonly id: number
  readonly revision: number
  readonly row: WireRow
}

const orderColumns = ['OWNER_ORDER_NO', 'ORDER_NO', 'RECEIPT_NO', 'SHIPMENT_NO', 'DOC_REF']

/** Codes of a list, or undefined if it is not loaded. The server then checks them. */
function loadedCodes(list: string): ReadonlySet<string> | undefined {
  const entries = codeLists.get(list)
  return entries?.length ? new Set(entries.map(({ CODE }) => CODE)) : undefined
}

export class UploadRows {
  readonly model: UploadModel
  readonly errors = new ErrorTable()
  readonly #columns: readonly Column[]
  readonly #input: Fields
  readonly #group: string | undefined
  readonly #idBySheetRow = new Map<number, number>()
  readonly #revisions = new Map<number, number>()
  readonly #reasons = new Map<number, string>()
  /** Messages for texts the sheet reader rejected, more precise than the grid's own. */
  readonly #meanings = new WeakMap<CellError, string>()
  #filter: UploadFilter = 'all'
  /** Suspends counting during loading, where it would take longer than reading the rows. */
  #isLoading = false
  #counted: { readonly version: string; readonly counts: UploadCounts } | undefined

  constructor(columns: readonly Column[], gridColumns: readonly GridColumn[], input: Fields) {
    this.#columns = columns
    this.#input = input
    this.#group = orderColumns.find((name) => columns.some((column) => column.name === name))
    this.model = new UploadModel({ columns: gridColumns })
  }

  get filter(): UploadFilter {
    return this.#filter
  }

  async load(
    rows: readonly SheetRow[],
    reader: RowReader,
    given: WireRow,
    options: ChunkOptions = {},
  ): Promise<void> {
    this.errors.clear()
    this.#idBySheetRow.clear()
    this.#revisions.clear()
    this.#reasons.clear()
    this.#filter = 'all'
    this.model.restart(given, rows.at(-1)?.row ?? 1)
    this.#isLoading = true
    try {
      await this.#read(rows, reader, options)
    } finally {
      this.#isLoading = false
    }
    this.publish()
    this.arrange('all')
    if (this.model.rowCount > 0) this.model.setCurrent(0)
  }

  #read(rows: readonly SheetRow[], reader: RowReader, options: ChunkOptions): Promise<void> {
    return runInSlices(
      rows,
      (sheetRow, id) => {
        const { row, errors } = reader(sheetRow)
        this.#take(id, errors, row)
        return { ...row, [UPLOAD_COLUMNS.sheetRow]: sheetRow.row }
      },
      (created) => this.model.appendRows(created),
      options,
    )
  }

  #take(id: number, all: readonly SheetError[], row: WireRow): void {
    const above = all.filter(({ code }) => code === 'other-than-above')
    const errors = all.filter((error) => !above.includes(error))
    this.errors.setFixed(
      id,
      above.map(({ message }) => ({ message: t(message) })),
    )
    const found = errors.map((error): UploadError => {
      const message = this.#formatError(error)
      if (outOfRange.has(error.code)) row[error.column] = Number(error.text.replaceAll(',', ''))
      else if (error.text !== '') this.#keepInvalidText(id, error, message)
      return { column: error.column, message }
    })
    const reportedColumns = new Set(errors.map(({ column }) => column))
    this.errors.setLocal(id, [...found, ...this.#invalid(row, reportedColumns)])
  }

  #formatError({ column, code, message }: SheetError): string {
    const name = this.#columns.find((candidate) => candidate.name === column)?.label
    return name === undefined || code === 'required' ? t(message) : `${t(name)} — ${t(message)}`
  }

  /** Leaves invalid text in its cell for the user to correct. */
  #keepInvalidText(id: number, { column, code, text }: SheetError, message: string): void {
    const field = this.#columns.find(({ name }) => name === column)
    const limit = code === 'too-long' ? field?.maxLength : field?.scale
    const error: CellError = {
      code: gridErrorCodes[code] ?? 'option',
      text,
      ...(limit === undefined ? {} : { limit }),
    }
    this.#meanings.set(error, message)
    // Set directly, because this is not an edit and must not be undoable.
    this.model.rows.marks.setRejection(id, column, error)
  }

  #invalid(row: WireRow, reportedColumns: ReadonlySet<string>): UploadError[] {
    return validateRow(this.#input, row, loadedCodes)
      .errors.filter(({ column }) => !reportedColumns.has(column))
      .map(({ column, text }) => ({ column, message: t(text) }))
  }

  settle(): readonly number[] {
    const ids = this.model.takeEdited()
    for (const id of ids) {
      this.#revisions.set(id, this.#revision(id) + 1)
      this.#checkLocally(id)
    }
    if (ids.length > 0) this.publish()
    return ids
  }

  #checkLocally(id: number): void {
    const found = this.#columns.flatMap(({ name }): UploadError[] => {
      const error = this.model.rows.marks.rejection(id, name)
      if (!error) return []
      return [{ column: name, message: this.#meanings.get(error) ?? errorText(error) }]
    })
    const reportedColumns = new Set(found.map(({ column }) => column ?? ''))
    this.errors.setLocal(id, [...found, ...this.#invalid(this.model.rows.row(id), reportedColumns)])
    // Clear the server's errors, because they refer to the previous values.
    this.errors.setServer(id, [])
    this.#reasons.delete(id)
  }

  remaining(): number[] {
    const { order, tracker } = this.model.rows
    return Array.from(order.ids()).filter((id) => tracker.flag(id) !== 'D')
  }

  /** Remaining rows without errors, limited to `ids` if given. Built in slices. */
  async outgoing(ids?: readonly number[], options: ChunkOptions = {}): Promise<OutgoingRow[]> {
    const names = Object.keys(this.#input)
    const { store, tracker } = this.model.rows
    const sendable = (ids ?? this.remaining()).filter(
      (id) => tracker.flag(id) !== 'D' && !this.errors.has(id),
    )
    const sent: OutgoingRow[] = []
    const put = (id: number): OutgoingRow => {
      const no = Number(store.get(id, UPLOAD_COLUMNS.sheetRow) ?? 0)
      this.#idBySheetRow.set(no, id)
      const row: WireRow = { NO: no, BATCH_FLAG: 'I' }
      for (const name of names) {
        const value = store.get(id, name)
        // Omit empty columns, which saves several megabytes for a sheet of 50,000 rows.
        if (value !== null && value !== '') row[name] = value
      }
      return { id, revision: this.#revision(id), row }
    }
    await runInSlices(sendable, put, (created) => sent.push(...created), options)
    return sent
  }

  /**
   * All remaining rows of the orders these rows belong to. Without an order column, the rows
   * themselves.
   */
  ordersOf(ids: readonly number[]): number[] {
    const group = this.#group
    if (group === undefined) return ids.filter((id) => id >= 0)
    const { store } = this.model.rows
    const orders = new Set(ids.map((id) => store.get(id, group)))
    return this.remaining().filter((id) => orders.has(store.get(id, group)))
  }

  /**
   * Applies the server's row errors, skipping rows edited since they were sent. Returns the number
   * of rejected rows.
   */
  applyResponses(
    sent: readonly OutgoingRow[],
    refused: readonly { ROW: number; POERROR: string; COLUMN?: string }[],
  ): number {
    const byId = new Map<number, UploadError[]>()
    for (const { ROW, POERROR, COLUMN } of refused) {
      const id = this.#idBySheetRow.get(ROW)
      if (id === undefined) continue
      byId.set(id, [...(byId.get(id) ?? []), { column: COLUMN, message: POERROR }])
    }
    for (const { id, revision } of sent) {
      if (revision !== this.#revision(id)) continue
      this.errors.setServer(id, byId.get(id) ?? [])
      this.#reasons.delete(id)
    }
    if (byId.size > 0) this.publish()
    return byId.size
  }

  clearResponses(): void {
    for (const id of this.errors.ids()) {
      this.errors.setServer(id, [])
      this.#reasons.delete(id)
    }
  }

  publish(): void {
    const { store, tracker } = this.model.rows
    const remaining = new Set(this.remaining())
    const invalid = this.errors.ids().filter((id) => remaining.has(id))
    for (const id of this.model.rows.order.ids()) {
      const rank = tracker.flag(id) === 'D' ? RANK.leftOut : RANK.fine
      store.set(id, UPLOAD_COLUMNS.rank, rank)
      store.set(id, UPLOAD_COLUMNS.reason, null)
    }
    const errors = invalid.map((id) => {
      store.set(id, UPLOAD_COLUMNS.rank, RANK.invalid)
      store.set(id, UPLOAD_COLUMNS.reason, this.#reason(id))
      const errors = this.errors.of(id)
      const columns = errors.flatMap(({ column }) => (column === undefined ? [] : [column]))
      return { id, message: errors.map(({ message }) => message).join(' / '), columns }
    })
    this.model.setRowErrors(errors)
  }

  #reason(id: number): string {
    const known = this.#reasons.get(id)
    if (known !== undefined) return known
    const { marks, store } = this.model.rows
    const names = this.#columns.map(({ name }) => name)
    const held = names.flatMap((name) => marks.rejection(id, name)?.text ?? [])
    const row = Object.fromEntries(names.map((name) => [name, store.get(id, name)]))
    const reason = normalizeReason(this.errors.of(id)[0]?.message ?? '', row, held)
    this.#reasons.set(id, reason)
    return reason
  }

  #revision(id: number): number {
    return this.#revisions.get(id) ?? 0
  }

  counts(): UploadCounts {
    if (this.#isLoading) {
      return { rows: this.model.totalCount, orders: undefined, invalid: 0, leftOut: 0 }
    }
    const version = `${this.model.revision}/${this.errors.version}/${this.model.totalCount}`
    if (this.#counted?.version !== version) this.#counted = { version, counts: this.#count() }
    return this.#counted.counts
  }

  #count(): UploadCounts {
    const group = this.#group
    const { store, order } = this.model.rows
    const ids = this.remaining()
    const orders = group === undefined ? undefined : new Set(ids.map((id) => store.get(id, group)))
    const leftOut = order.length - ids.length
    return { rows: ids.length, orders: orders?.size, invalid: this.errorIds().length, leftOut }
  }

  /** Reasons why rows are rejected, counting each row by its first error. */
  reasons(): ErrorReason[] {
    if (this.#isLoading) return []
    return countReasons(this.errorIds().map((id) => this.#reason(id)))
  }

  arrange(filter: UploadFilter): void {
    this.#filter = filter
    const { rank, reason } = UPLOAD_COLUMNS
    this.model.transaction(() => {
      this.model.sort([{ column: rank, direction: 'asc' }])
      if (filter === 'all') this.model.filter([])
      else if (filter === 'faulty' || filter === 'left-out') {
        const wanted = filter === 'faulty' ? RANK.invalid : RANK.leftOut
        this.model.filter([{ column: rank, operator: '=', values: [wanted] }])
      } else {
        this.model.filter([{ column: reason, operator: '=', values: [filter.reason] }])
      }
    })
  }

  /** Excludes rows from the save. They stay in the grid, struck out, and undo restores them. */
  exclude(ids: readonly number[]): void {
    const places = ids.map((id) => this.model.viewRowOf(id)).filter((row) => row >= 0)
    this.model.deleteRows(places)
  }

  /** Number of orders that would lose some but not all of their rows. */
  countIncompleteOrders(ids: readonly number[]): number {
    const group = this.#group
    if (group === undefined) return 0
    const { store } = this.model.rows
    const leaving = new Set(ids)
    const orders = new Set(ids.map((id) => store.get(id, group)))
    const staying = this.remaining().filter((id) => !leaving.has(id))
    const remainingValues = new Set(staying.map((id) => store.get(id, group)))
    return [...orders].filter((order) => remainingValues.has(order)).length
  }

  errorIds(): number[] {
    const { tracker } = this.model.rows
    return this.errors.ids().filter((id) => tracker.flag(id) !== 'D')
  }

  /** Cursor position by record id, which survives sorting. Undefined without rows. */
  cell(): string | undefined {
    const { model } = this
    return model.current ? `${model.rowId(model.current.row)} ${model.current.column}` : undefined
  }

  /** Moves to the next invalid cell, wrapping around. Returns false if there is none. */
  nextError(): boolean {
    const { model } = this
    const { current, drawn } = model
    const index = drawn.findIndex(({ id }) => id === current?.column)
    const from = searchStart(current && { row: current.row, at: index }, (row) =>
      this.#invalidColumns(row),
    )
    for (const limits of rowsAround(from, model.rowCount)) {
      const { row } = limits
      if (!this.errors.has(model.rowId(row)) || model.flag(row) === 'D') continue
      const wrong = this.#invalidColumns(row)
      // An error of the row itself counts once, at its first column.
      const place = findFirstWithin(wrong.length > 0 ? wrong : [0], limits)
      if (place === undefined) continue
      model.setCurrent(row, wrong.length > 0 ? drawn[place]?.id : undefined)
      return true
    }
    return false
  }

  errorCell(): void {
    const row = this.model.current?.row
    if (row === undefined) return
    this.model.setCurrent(row, this.model.drawn[this.#invalidColumns(row)[0] ?? -1]?.id)
  }

  #invalidColumns(row: number): number[] {
    const wrong = new Set(this.errors.of(this.model.rowId(row)).map(({ column }) => column))
    return this.model.drawn.flatMap((column, index) => (wrong.has(column.id) ? [index] : []))
  }
}

/** Out-of-range values are still numbers. They stay in the cell, and the row shows the error. */
const outOfRange: ReadonlySet<SheetError['code']> = new Set(['too-small', 'too-big'])

const gridErrorCodes: Readonly<Partial<Record<SheetError['code'], ErrorCode>>> = {
  'excel-error': 'excel-error',
  'too-long': 'length',
  'digits-only': 'digits',
  'wrong-shape': 'shape',
  'lost-digits': 'lost-digits',
  'not-a-number': 'number',
  'shown-otherwise': 'number',
  'too-many-digits': 'number',
  'too-many-decimals': 'scale',
  'not-an-integer': 'scale',
  'not-a-date': 'date',
  'no-such-date': 'noSuchDate',
  'not-a-month': 'date',
  'not-a-date-time': 'datetime',
  'not-a-flag': 'check',
  'not-in-list': 'option',
}
