import { titleWidth } from '#ui/grid/model/fit-columns.ts'
import { resolveColumns, type Column, type ScanScreen } from '#kernel/screen.ts'
import { usedCodeLists, gridColumns } from '#ui/page/rows/grid-columns.ts'
import type { GridColumn, GridRow, Tone } from '#ui/grid/columns/column.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { isDone } from './scan-totals.ts'
import type { ScanStation } from './scan-station.ts'

const MARK = 'STATION_MARK'
const PROGRESS = 'STATION_PROGRESS'
const STATE = 'STATION_STATE'

export class ScanLines {
  readonly model: GridModel
  readonly codeLists: readonly string[]
  readonly #station: ScanStation
  readonly #columns: readonly Column[]
  #shown: ScanStation['state'] | undefined
  #width = Number.POSITIVE_INFINITY
  #filled = ''

  constructor(station: ScanStation) {
    this.#station = station
    const { screen } = station
    this.#columns = resolveColumns(
      screen.route,
      screen.lines.source.output,
      screen.lines.columns,
    ).filter(({ kind }) => kind !== 'progress')
    this.codeLists = usedCodeLists(this.#columns)
    this.model = new GridModel({
      columns: this.#gridColumns(screen),
      trackChanges: false,
      rowTone: stationRowTone,
    })
  }

  #gridColumns(screen: ScanScreen): GridColumn[] {
    const mark: GridColumn = {
      id: MARK,
      title: '✓',
      kind: 'text',
      width: 34,
      align: 'center',
      frozen: true,
      tone: markTone,
    }
    const progress: GridColumn = {
      id: PROGRESS,
      title: t(label('진행', 'Progress')),
      kind: 'progress',
      width: 150,
    }
    const own = gridColumns(this.#columns, false).map((column): GridColumn => ({
      ...column,
      tone: (row) => column.tone?.(row) ?? lineTones[String(row[STATE])],
      ...(column.kind === 'number' ? quantityColumn(column) : {}),
      hidden: column.hidden === true || this.#isEmpty(column.id),
      required: false,
      footer: undefined,
    }))
    const isBlind = !this.#columns.some(({ name }) => name === screen.wanted)
    const all = isBlind ? [mark, ...own] : [mark, ...own, progress]
    const shownColumns = new Set([
      MARK,
      PROGRESS,
      screen.wanted,
      screen.counted,
      screen.place,
      all[1]?.id,
    ])
    return fitToWidth(
      all.filter((column) => column.hidden !== true),
      this.#width,
      ({ id }) => shownColumns.has(id),
    )
  }

  #isEmpty(name: string): boolean {
    const { lines } = this.#station.state
    return lines.length > 0 && lines.every((line) => (line[name] ?? '') === '')
  }

  fit(width: number): void {
    if (width === this.#width) return
    this.#width = width
    this.refreshColumns()
  }

  refreshColumns(): void {
    this.model.setColumns(this.#gridColumns(this.#station.screen))
  }

  walk(step: number): void {
    const { rowCount, current } = this.model
    const row = Math.min(Math.max((current?.row ?? 0) + step, 0), rowCount - 1)
    this.model.setCurrent(row)
  }

  show(): void {
    const { state, screen } = this.#station
    const before = this.#shown
    if (before?.lines === state.lines && before.line === state.line && before.last === state.last) {
      return
    }
    this.#shown = state
    const filled = this.#columns.flatMap(({ name }) => (this.#isEmpty(name) ? [] : [name])).join()
    if (before?.document !== state.document || filled !== this.#filled) this.refreshColumns()
    this.#filled = filled
    const refused = state.last?.state === 'refused' ? state.last.line : undefined
    const rows = state.lines.map((line, index): GridRow => {
      const [counted, wanted] = [Number(line[screen.counted] ?? 0), line[screen.wanted] ?? null]
      const hasAll = isDone(screen, line)
      const isCurrent = index === state.line
      const currentKeys =
        index === refused ? 'refused' : isCurrent ? 'current' : hasAll ? 'done' : null
      return {
        ...line,
        [MARK]: index === refused ? '✕' : hasAll ? '✓' : isCurrent ? '▸' : null,
        [PROGRESS]: wanted === null || Number(wanted) === 0 ? 0 : (counted / Number(wanted)) * 100,
        [STATE]: currentKeys,
      }
    })
    this.model.setData(rows)
    if (state.line !== undefined) this.model.setCurrent(state.line)
  }
}

function quantityColumn({ title, width }: GridColumn): Partial<GridColumn> {
  return {
    scale: undefined,
    zeroAsEmpty: false,
    width: Math.max(Math.min(width, QUANTITY_WIDTH), titleWidth(title)),
  }
}

const lineTones: Readonly<Record<string, Tone>> = { done: 'quiet', refused: 'stop' }

const NARROWEST = 90
const minWidth = ({ title }: GridColumn): number => Math.max(NARROWEST, titleWidth(title))
const FRAME = 4
/** Quantities are counted manually, so five digits are enough. */
const QUANTITY_WIDTH = 62

/**
 * Removes columns from the right until the rest fit at their minimum widths. Some columns are
 * always kept.
 */
export function fitToWidth(
  all: readonly GridColumn[],
  width: number,
  isKept: (column: GridColumn) => boolean,
): GridColumn[] {
  const leastWidth = (column: GridColumn): number => Math.min(column.width, minWidth(column))
  let columns = all
  for (const column of all.toReversed()) {
    if (columns.reduce((sum, shown) => sum + leastWidth(shown), FRAME) <= width) break
    if (!isKept(column)) columns = columns.filter((other) => other !== column)
  }
  const missing = columns.reduce((sum, column) => sum + column.width, FRAME) - width
  const widest = columns.toSorted((left, right) => right.width - left.width)
  const taken = new Map<string, number>()
  let rest = Math.max(0, missing)
  for (const column of widest) {
    const take = Math.min(rest, Math.max(0, column.width - minWidth(column)))
    taken.set(column.id, take)
    rest -= take
  }
  return columns.map((column) => ({ ...column, width: column.width - (taken.get(column.id) ?? 0) }))
}

function stationRowTone(row: GridRow): Tone | undefined {
  if (row[STATE] === 'refused') return 'stop'
  return row[STATE] === 'current' ? 'accent' : undefined
}

function markTone(row: GridRow): Tone {
  if (row[STATE] === 'refused') return 'stop'
  return row[STATE] === 'done' ? 'quiet' : 'accent'
}
