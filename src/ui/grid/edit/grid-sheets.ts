import { formatCell } from '#ui/grid/columns/cell-input.ts'
import type { CellValue, GridColumn } from '#ui/grid/columns/column.ts'
import { MAX_FREQUENCIES } from '#ui/grid/rows/frequencies.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { fillIn, gridTexts } from './grid-texts.ts'
import type { ListPanel, PanelLine } from './list-panel.ts'
import { openGroups } from './group-sheet.ts'
import { cycleSort } from '#ui/grid/rows/sort.ts'

const WIDTH_STEP = 8
const MIN_WIDTH = 28

export type SheetName = 'frequencies' | 'columns' | 'sort' | 'groups'

export async function openSheet(
  name: SheetName,
  model: GridModel,
  panel: ListPanel,
): Promise<void> {
  if (name === 'frequencies') await openFrequencies(model, panel)
  else if (name === 'columns') openColumns(model, panel)
  else if (name === 'groups') openGroups(model, panel)
  else openSort(model, panel)
}

/**
 * Lists the distinct values of a column with their frequency. Enter filters by the current value,
 * or by those selected with Space.
 */
async function openFrequencies(model: GridModel, panel: ListPanel): Promise<void> {
  const column = model.current && model.column(model.current.column)
  if (!column) return
  const found = await model.frequencies(column.id)
  const texts = gridTexts()
  const marked = new Set<number>()
  const lines = (): PanelLine[] =>
    found.map(({ value, count, share }, index) => ({
      cells: [
        value === null ? texts.emptyCell : formatCell({ ...column, zeroAsEmpty: false }, value),
        count.toLocaleString('en-US'),
        `${(share * 100).toFixed(1)}%`,
      ],
      share,
      ...(marked.size > 0 && { checked: marked.has(index) }),
    }))
  const count = found.length < MAX_FREQUENCIES ? found.length : `${MAX_FREQUENCIES}+`
  const heading = fillIn(texts.frequencies, { column: column.title, count })
  panel.open({
    heading,
    hint: texts.frequenciesHint,
    lines,
    key: ({ key }, at) => {
      if (key !== ' ') return undefined
      if (!marked.delete(at)) marked.add(at)
      return at
    },
    take: (at) => {
      const chosen = marked.size > 0 ? [...marked] : [at]
      const values = chosen.map((place) => found[place]?.value ?? null)
      filterBy(model, column, values)
    },
  })
}

function filterBy(model: GridModel, column: GridColumn, values: readonly CellValue[]): void {
  const others = model.filters.filter((filter) => filter.column !== column.id)
  const operator = values.length > 1 ? 'In' : '='
  model.filter([...others, { column: column.id, operator, values }])
}

function openColumns(model: GridModel, panel: ListPanel): void {
  const texts = gridTexts()
  const lines = (): PanelLine[] =>
    model.columns.map((column) => ({
      cells: [
        column.title,
        column.frozen === true ? texts.frozen : '',
        column.hidden === true ? texts.hidden : `${column.width}px`,
      ],
      checked: column.hidden !== true,
    }))
  const key = (event: KeyboardEvent, at: number) => {
    const changed = columnKey(event, model.columns, at)
    if (changed) model.rearrangeColumns(changed.columns)
    return changed?.at
  }
  panel.open({ heading: texts.columns, hint: texts.columnsHint, lines, key })
}

function columnKey(
  event: KeyboardEvent,
  columns: readonly GridColumn[],
  at: number,
): { readonly columns: readonly GridColumn[]; readonly at: number } | null {
  const own = columns[at]
  if (!own) return null
  const changed = (change: Partial<GridColumn>) => ({
    columns: columns.with(at, { ...own, ...change }),
    at,
  })
  const isFar = event.altKey || event.ctrlKey || event.metaKey
  if (isFar && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    const to = event.key === 'ArrowUp' ? at - 1 : at + 1
    const other = columns[to]
    return other ? { columns: columns.with(at, other).with(to, own), at: to } : { columns, at }
  }
  if (isFar) return null
  if (event.key === 'ArrowRight') return changed({ width: own.width + WIDTH_STEP })
  if (event.key === 'ArrowLeft') {
    return changed({ width: Math.max(MIN_WIDTH, own.width - WIDTH_STEP) })
  }
  if (event.code === 'KeyF') return changed({ frozen: own.frozen !== true })
  if (event.key !== ' ') return null
  // At least one column must remain visible.
  const isLast = own.hidden !== true && columns.filter(({ hidden }) => hidden !== true).length === 1
  return changed({ hidden: own.hidden !== true && !isLast })
}

/**
 * Lists the drawn columns with their sort position. Space cycles a column through ascending,
 * descending and unsorted.
 */
function openSort(model: GridModel, panel: ListPanel): void {
  const texts = gridTexts()
  const { drawn } = model
  const lines = (): PanelLine[] =>
    drawn.map(({ id, title }) => {
      const place = model.sortKeys.findIndex(({ column }) => column === id)
      const key = model.sortKeys[place]
      const arrow = key?.direction === 'desc' ? '▼' : '▲'
      return { cells: [title, key ? `${place + 1} ${arrow}` : ''], checked: key !== undefined }
    })
  const start = drawn.findIndex(({ id }) => id === model.current?.column)
  const key = (event: KeyboardEvent, at: number) => {
    const id = drawn[at]?.id
    if (id === undefined || (event.key !== ' ' && event.key !== 'Delete')) return undefined
    model.sort(event.key === 'Delete' ? [] : cycleSort(model.sortKeys, id))
    return at
  }
  panel.open({ heading: texts.sort, hint: texts.sortHint, lines, start, key })
}
