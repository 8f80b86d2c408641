import type { PageTool } from '#kernel/command.ts'
import type { SheetName } from '#ui/grid/edit/grid-sheets.ts'
import { gridColumns } from '#ui/page/rows/grid-columns.ts'
import { openViews } from './grid-views.tsx'
import { exportChosen } from './page-files.ts'
import { pastImports } from '#ui/page/edit/page-import.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { printGrid } from './page-print.tsx'
import type { PageView } from '#ui/page/model/page-view.ts'

type Tool = (page: PageModel, view: PageView) => void

/** A list over the grid takes the keys, so the grid has to have them. */
function sheet(name: SheetName): Tool {
  return (page, view) => {
    view.focusGrid(page.zone)
    view.grids[page.zone]?.openSheet(name)
  }
}

const tools: Readonly<Partial<Record<PageTool, Tool>>> = {
  imports: (page) => void pastImports(page),
  'export-all': (page) => void exportChosen(page),
  'print-grid': (page) => void printGrid(page),
  filter: (page) => page.find('filter'),
  sort: sheet('sort'),
  columns: sheet('columns'),
  frequencies: sheet('frequencies'),
  views: (page) => void showViews(page),
}

/** What commands ask of a page with grids beside searching and saving. */
export function runTool(page: PageModel, view: PageView, name: PageTool): void {
  if (view.commitCell()) tools[name]?.(page, view)
}

async function showViews(page: PageModel): Promise<void> {
  const { zone, screen, mayEdit } = page
  const columns = zone === 'lines' ? page.lineColumns : page.columns
  await openViews({
    place: { MENU_ID: screen.route, GRID: zone },
    model: page.focused,
    standard: () => gridColumns(columns, mayEdit),
  })
  page.changed()
}
