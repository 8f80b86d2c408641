import type { Fields, WireRow } from '#kernel/field.ts'
import type { Column, GridPart } from '#kernel/screen.ts'
import { Listeners } from '#ui/base/listeners.ts'
import { formatCell } from '#ui/grid/columns/cell-input.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { cellFillers } from '#ui/page/rows/fill-cells.ts'
import {
  partColumns,
  gridColumns,
  refreshColumns,
  type RowTone,
  partRowTone,
} from '#ui/page/rows/grid-columns.ts'
import { hasUnsavedText } from '#ui/page/rows/grid-draft.ts'
import { persistLayout } from '#ui/page/rows/persist-layout.ts'
import { postQuery, type Failure, toFailure } from '#ui/remote/query-call.ts'
import type { GridScreen } from './grid-screen.ts'

/** The row that lines belong to. `key` is stable while the rows of the upper grid are shown. */
export interface LineOwner {
  readonly key: string
  readonly id: number
  readonly row: WireRow
  readonly isNew: boolean
}

/** Owner of totals that do not depend on the current row. */
export const allRows: LineOwner = { key: '', id: -1, row: {}, isNew: false }

interface ShownLines {
  /** The current row, including edits: input in a new document applies to its lines immediately. */
  owner: LineOwner
  readonly model: GridModel
  phase: 'loading' | 'shown' | 'failed'
  failure: Failure | undefined
  since: number
}

interface LinesOptions {
  readonly part: GridPart
  readonly columns: readonly Column[]
  readonly link: readonly string[]
  readonly mayEdit: boolean
  readonly rowTone: RowTone | undefined
  readonly restoreState?: (model: GridModel) => void
}

const maxTitleColumns = 4

/**
 * Columns that identify the parent record of the lines: its key, or the first columns if the key is
 * internal.
 */
export function titleColumns(
  columns: readonly { readonly name: string; readonly hidden?: boolean }[],
  link: readonly string[],
): readonly string[] {
  const shown = columns.filter(({ hidden }) => hidden !== true).map(({ name }) => name)
  if (link.every((name) => shown.includes(name))) return link
  return shown.slice(0, maxTitleColumns)
}

/** Texts that identify the parent record of the lines shown. */
export function linesTitle(
  { columns, grid }: { readonly columns: readonly Column[]; readonly grid: GridModel },
  { options, current }: LinesModel,
): string {
  return titleColumns(columns, options.link)
    .map((name) => {
      const [column, value = null] = [grid.column(name), current?.owner.row[name]]
      return column ? formatCell(column, value) : (value ?? '')
    })
    .join(' ')
}

/**
 * The lines of each row of the upper grid, cached once loaded. Edits in several documents coexist
 * until they are saved together.
 */
export class LinesModel {
  readonly options: LinesOptions
  readonly listeners = new Listeners()
  readonly #modelsByOwner = new Map<string, ShownLines>()
  #current: ShownLines | undefined
  #loading: AbortController | undefined
  #pause: ReturnType<typeof setTimeout> | undefined

  constructor(options: LinesOptions) {
    this.options = options
  }

  get current(): Readonly<ShownLines> | undefined {
    return this.#current
  }

  get model(): GridModel | undefined {
    return this.#current?.model
  }

  changed(): { owner: LineOwner; model: GridModel }[] {
    return [...this.#modelsByOwner.values()].filter(({ model }) => model.hasChanges)
  }

  getEdited(sent?: ReadonlySet<GridModel>): { owner: LineOwner; model: GridModel }[] {
    return [...this.#modelsByOwner.values()].filter(
      ({ model }) => model.hasChanges || hasUnsavedText(model) || sent?.has(model),
    )
  }

  /**
   * Shows the lines of a row. Debounced, because moving the cursor through rows should send one
   * request.
   */
  show(owner: LineOwner | undefined): void {
    if (owner?.key === this.#current?.owner.key) {
      if (owner && this.#current) this.#current.owner = owner
      return
    }
    clearTimeout(this.#pause)
    this.#loading?.abort()
    this.#dropUnloaded()
    this.#current = owner && (this.#modelsByOwner.get(owner.key) ?? this.#createModel(owner))
    const shown = this.#current
    if (shown?.phase === 'loading') this.#pause = setTimeout(() => void this.#load(shown), 80)
    this.listeners.call()
  }

  /** Moves lines to the key that their document got when it was saved. */
  rename(from: string, owner: LineOwner): void {
    const shown = this.#modelsByOwner.get(from)
    if (!shown || this.#modelsByOwner.has(owner.key)) return
    this.#modelsByOwner.delete(from)
    shown.owner = owner
    this.#modelsByOwner.set(owner.key, shown)
  }

  clear(): void {
    clearTimeout(this.#pause)
    this.#loading?.abort()
    this.#modelsByOwner.clear()
    this.#current = undefined
    this.listeners.call()
  }

  /** Returns the loaded lines of a row, shown or not. Throws CallError. */
  async loadLines(owner: LineOwner): Promise<GridModel> {
    const shown = this.#modelsByOwner.get(owner.key) ?? this.#createModel(owner)
    if (shown.phase === 'shown') return shown.model
    this.#receiveRows(shown, await this.#query(owner))
    return shown.model
  }

  refreshColumns(): void {
    const { columns, mayEdit } = this.options
    for (const { model } of this.#modelsByOwner.values()) {
      model.setColumns(refreshColumns(model.columns, gridColumns(columns, mayEdit)))
    }
  }

  #createModel(owner: LineOwner): ShownLines {
    const { columns, mayEdit, rowTone } = this.options
    const currentColumns = this.#current?.model.columns
    // Reuse the widths and order the user set for the previous document's lines.
    const model: GridModel = new GridModel({
      columns: currentColumns ?? gridColumns(columns, mayEdit),
      rowTone,
      ...cellFillers(
        columns,
        () => model,
        () => shown.owner.row,
      ),
    })
    this.options.restoreState?.(model)
    model.subscribe(() => this.listeners.call())
    const phase = owner.isNew ? 'shown' : 'loading'
    const shown: ShownLines = { owner, model, phase, failure: undefined, since: Date.now() }
    this.#modelsByOwner.set(owner.key, shown)
    return shown
  }

  #dropUnloaded(): void {
    if (this.#current?.phase !== 'shown' && this.#current?.model.hasChanges === false) {
      this.#modelsByOwner.delete(this.#current.owner.key)
    }
  }

  #receiveRows(shown: ShownLines, rows: readonly WireRow[]): void {
    // A concurrent request for the same lines finished first.
    if (shown.phase === 'shown') return
    // A line added before the response arrived stays where the user is typing.
    if (shown.model.totalCount > 0) shown.model.appendRows(rows)
    else shown.model.setData(rows)
    shown.phase = 'shown'
  }

  #query({ row }: LineOwner, signal?: AbortSignal): Promise<WireRow[]> {
    const { part, link } = this.options
    const search = Object.fromEntries(link.map((name) => [name, exactCondition(row[name])]))
    return postQuery(part, search, signal)
  }

  async #load(shown: ShownLines): Promise<void> {
    this.#loading?.abort()
    const loading = new AbortController()
    this.#loading = loading
    shown.phase = 'loading'
    shown.failure = undefined
    shown.since = Date.now()
    this.listeners.call()
    try {
      const rows = await this.#query(shown.owner, loading.signal)
      if (loading.signal.aborted) return
      this.#receiveRows(shown, rows)
    } catch (error) {
      if (loading.signal.aborted) return
      shown.phase = 'failed'
      shown.failure = toFailure(error)
    }
    this.listeners.call()
  }
}

/** Matches a document number exactly, even if it contains search operators. */
function exactCondition(value: WireRow[string] | undefined) {
  if (typeof value !== 'string') return value ?? null
  return /[<>=!~,%]/.test(value) ? `=${value}` : value
}

export function createLinesModel(
  screen: GridScreen,
  input: Fields | undefined,
  mayEdit: boolean,
): LinesModel | undefined {
  if (!screen.sources.lines) return undefined
  const { part, link } = screen.sources.lines
  return new LinesModel({
    part,
    columns: partColumns(screen.route, part, input),
    link,
    mayEdit,
    rowTone: partRowTone(part),
    restoreState: (model) => persistLayout(model, screen.route, 'lines'),
  })
}
