import type { PageHandle, PageTool } from '#kernel/command.ts'
import type { PageRegistration, PageStatus } from '#ui/tabs/page-registry.ts'
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
  readonly tool?: (name: PageTool) => void
  readonly focusFilter: () => boolean
  /** A second grid under the first. */
  readonly lines?: () => GridHandle | null
  /** Where the rows come from, if they come from the server. */
  readonly source?: ExportSource | undefined
  /** Where searching is more than going to the filter. */
  readonly search?: () => Promise<void>
}

function handleOf(model: GridModel, parts: TemplateParts): PageHandle {
  const nothing = () => Promise.resolve()
  const nothingToSave = () => Promise.resolve(true)
  const row = (at: number) => model.row(at)
  const selected = () => {
    const { selection } = model
    if (!selection) return []
    const { top, bottom } = selection
    return Array.from({ length: bottom - top + 1 }, (_, at) => top + at)
  }
  return {
    search: async () => {
      if (parts.search) await parts.search()
      else parts.focusFilter()
      return true
    },
    save: nothingToSave,
    act: nothingToSave,
    print: nothing,
    exportRows: async () => {
      const name = 'GridTemplate'
      if (!parts.source || !isLargeExport(model))
        return void (await exportGrid(model, name, 'xlsx'))
      const source = { ...parts.source, filters: model.filters }
      const file = { name, format: 'xlsx' } as const
      await exportWithProgress((options) => exportAll(model, source, file, options))
    },
    importRows: () => undefined,
    addRow: () => {
      const at = (model.current?.row ?? model.rowCount - 1) + 1
      model.insertRow(at)
      model.setCurrent(at)
    },
    deleteRows: () => model.deleteRows(selected()),
    undo: () => model.undo(),
    redo: () => model.redo(),
    clearSearch: () => parts.clearFilter(),
    checkAll: () => model.checkAll(model.checkedIds().length === 0),
    find: () => parts.find(),
    valueHelp: () => void parts.grid()?.openHelp(),
    nextException: () => {
      void model.nextException().then((found) => {
        if (found) parts.grid()?.goTo(found.row, found.column)
      })
    },
    dropFaultyRows: () => undefined,
    tool: (name) => parts.tool?.(name),
    focus: (zone) => {
      if (zone === 'search') return parts.focusFilter()
      const grid = zone === 'grid' ? parts.grid() : zone === 'lines' ? parts.lines?.() : null
      grid?.focus()
      return Boolean(grid)
    },
    cell: () => undefined,
    rows: (choice) => {
      if (choice === 'current') return model.current ? [row(model.current.row)] : []
      if (choice === 'changed') return model.changes().map((change) => change.row)
      if (choice === 'checked') return model.checked()
      return choice === 'all'
        ? Array.from({ length: model.rowCount }, (_, at) => row(at))
        : selected().map(row)
    },
  }
}

function statusOf(model: GridModel): PageStatus {
  const stats = model.cursor.isRange ? model.selectionStats() : null
  return {
    ...(model.current ? { rowPosition: model.current.row + 1 } : {}),
    rowCount: model.rowCount,
    selection: stats && { ...stats, sum: Number(stats.sum), average: stats.average ?? 0 },
  }
}

/** What the shell is told of the show room. Its changes are play: leaving asks nothing. */
export function templateRegistration(model: GridModel, parts: TemplateParts): PageRegistration {
  return {
    handle: handleOf(model, parts),
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
