import type { PageHandle } from '#kernel/command.ts'
import type { Offers, PageRegistration, PageStatus } from '#ui/tabs/page-registry.ts'
import { selectionShown } from '#ui/grid/many/grid-summary.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { GridHandle } from '#ui/grid/grid.tsx'
import { exportWithProgress } from '#ui/page/rows/export-popup.tsx'
import {
  exportAll,
  exportGrid,
  isLargeExport,
  type ExportSource,
} from '#ui/page/rows/export-rows.ts'

/** What the page does that its model alone cannot. */
export interface TemplateParts {
  readonly grid: () => GridHandle | null
  readonly find: () => void
  readonly clearFilter: () => void
  /** What it carries out beside what every sample page does. */
  readonly offers?: Offers
  /** What its chart in focus carries out. */
  readonly chart?: () => Offers
  readonly focusFilter: () => boolean
  /** A second grid under the first. */
  readonly lines?: () => GridHandle | null
  /** Where the rows come from, if they come from the server. */
  readonly source?: ExportSource | undefined
  /** Where searching is more than going to the filter. */
  readonly search?: () => Promise<void>
}

function selectedRows({ selection }: GridModel): number[] {
  if (!selection) return []
  const { top, bottom } = selection
  return Array.from({ length: bottom - top + 1 }, (_, at) => top + at)
}

function handleOf(model: GridModel, parts: TemplateParts): PageHandle {
  const row = (at: number) => model.row(at)
  return {
    search: async () => {
      if (parts.search) await parts.search()
      else parts.focusFilter()
      return true
    },
    focus: (zone) => {
      if (zone === 'search') return parts.focusFilter()
      const grid = zone === 'grid' ? parts.grid() : zone === 'lines' ? parts.lines?.() : null
      grid?.focus()
      return Boolean(grid)
    },
    rows: (choice) => {
      if (choice === 'current') return model.current ? [row(model.current.row)] : []
      if (choice === 'changed') return model.changes().map((change) => change.row)
      if (choice === 'checked') return model.checked()
      return choice === 'all'
        ? Array.from({ length: model.rowCount }, (_, at) => row(at))
        : selectedRows(model).map(row)
    },
  }
}

async function exportRows(model: GridModel, { source }: TemplateParts): Promise<void> {
  const name = 'GridTemplate'
  if (!source || !isLargeExport(model)) return void (await exportGrid(model, name, 'xlsx'))
  const all = { ...source, filters: model.filters }
  const file = { name, format: 'xlsx' } as const
  await exportWithProgress((options) => exportAll(model, all, file, options))
}

function offersOf(model: GridModel, parts: TemplateParts, handle: PageHandle): Offers {
  return {
    'page.search': () => handle.search(),
    'page.export': () => exportRows(model, parts),
    'page.clear-search': () => parts.clearFilter(),
    'page.value-help': () => void parts.grid()?.openHelp(),
    'page.focus-search': () => void handle.focus('search'),
    'page.focus-grid': () => void handle.focus('grid'),
    ...(parts.lines && { 'page.focus-lines': () => void handle.focus('lines') }),
    'grid.add-row': () => {
      const at = (model.current?.row ?? model.rowCount - 1) + 1
      model.insertRow(at)
      model.setCurrent(at)
    },
    'grid.delete-row': () => model.deleteRows(selectedRows(model)),
    'grid.undo': () => model.undo(),
    'grid.redo': () => model.redo(),
    'grid.check-all': () => model.checkAll(model.checkedIds().length === 0),
    'grid.find': () => parts.find(),
    'grid.next-exception': async () => {
      const found = await model.nextException()
      if (found) parts.grid()?.goTo(found.row, found.column)
    },
    ...parts.chart?.(),
    ...parts.offers,
  }
}

function statusOf(model: GridModel): PageStatus {
  const stats = model.cursor.isRange ? model.selectionStats() : null
  return {
    ...(model.current ? { rowPosition: model.current.row + 1 } : {}),
    rowCount: model.rowCount,
    selection: stats && selectionShown(stats),
  }
}

/** What the shell is told of the show room. Its changes are play: leaving asks nothing. */
export function templateRegistration(model: GridModel, parts: TemplateParts): PageRegistration {
  const handle = handleOf(model, parts)
  return {
    handle,
    offers: () => offersOf(model, parts, handle),
    context: () => ({
      editable: true,
      editing: model.editing !== null,
      hasRows: model.rowCount > 0,
      filtered: model.filters.length > 0,
      hasSelection: model.cursor.isRange,
      'can.save': false,
      'can.import': false,
      'can.print': false,
    }),
    status: () => statusOf(model),
    currentRow: () => (model.current ? model.row(model.current.row) : undefined),
    currentTable: () => undefined,
    isDirty: () => false,
  }
}
