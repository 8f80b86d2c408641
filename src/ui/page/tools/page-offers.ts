import type { SheetName } from '#ui/grid/edit/grid-sheets.ts'
import { pastImports, takesSheets } from '#ui/page/edit/page-import.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { PageView } from '#ui/page/model/page-view.ts'
import { gridColumns } from '#ui/page/rows/grid-columns.ts'
import type { Offers } from '#ui/tabs/page-registry.ts'
import { openViews } from './grid-views.tsx'
import { exportChosen } from './page-files.ts'
import type { GridPageHandle } from './page-handle.ts'
import { printGrid } from './page-print.tsx'

/** What a page with grids carries out at this moment, as its screen and the user's grants allow. */
export function offersOf(page: PageModel, view: PageView, handle: GridPageHandle): Offers {
  return {
    ...workOffers(page, handle),
    ...searchOffers(page, handle),
    ...rowOffers(page, view, handle),
    'page.value-help': () => handle.valueHelp(),
    'page.focus-grid': () => void handle.focus('grid'),
    ...(page.lines && { 'page.focus-lines': () => void handle.focus('lines') }),
  }
}

/** Saving, acting, printing, and files in and out. */
function workOffers(page: PageModel, handle: GridPageHandle): Offers {
  const { saves, acts, prints } = page.screen
  const mayDelete = page.mayEdit && page.hasRowsToAdd && page.can('delete')
  return {
    ...(saves && page.mayEdit && { 'page.save': () => handle.save() }),
    ...(acts && page.can(acts) && { 'page.act': () => handle.act() }),
    ...(prints && page.can(prints.printOut) && { 'page.print': () => handle.print() }),
    ...(page.can('export') && {
      'page.export': () => handle.exportRows(),
      'page.export-all': committed(handle, () => void exportChosen(page)),
    }),
    ...(takesSheets(page) && {
      'page.import': () => handle.importRows(),
      'page.imports': committed(handle, () => void pastImports(page)),
    }),
    ...(page.mayEdit && page.hasRowsToAdd && { 'grid.add-row': () => handle.addRow() }),
    ...(mayDelete && { 'grid.delete-row': () => handle.deleteRows() }),
  }
}

function searchOffers(page: PageModel, handle: GridPageHandle): Offers {
  return {
    ...(page.can(page.part.source) && { 'page.search': () => handle.search('asked') }),
    'page.clear-search': () => handle.clearSearch(),
    'page.fold-search': () => handle.foldSearch(),
    'page.focus-search': () => void handle.focus('search'),
  }
}

function rowOffers(page: PageModel, view: PageView, handle: GridPageHandle): Offers {
  const sheet = (name: SheetName) =>
    committed(handle, () => {
      // A list over the grid takes the keys, so the grid has to have them.
      view.focusGrid(page.zone)
      view.grids[page.zone]?.openSheet(name)
    })
  return {
    'grid.edit-row': () => handle.editRow(),
    'grid.edit-cell': () => handle.editCell(),
    'grid.find': () => handle.find(),
    'grid.find-next': () => handle.findAgain(1),
    'grid.find-previous': () => handle.findAgain(-1),
    'grid.undo': () => handle.undo(),
    'grid.redo': () => handle.redo(),
    'grid.check-all': () => handle.checkAll(),
    'grid.next-exception': () => handle.nextException(),
    'grid.filter': committed(handle, () => page.find('filter')),
    'grid.sort': sheet('sort'),
    'grid.columns': sheet('columns'),
    'grid.frequencies': sheet('frequencies'),
    'grid.views': committed(handle, () => showViews(page)),
    'grid.print': committed(handle, () => void printGrid(page)),
  }
}

/** The same once the cell that is being typed in is taken over; nothing where its text is refused. */
function committed(handle: GridPageHandle, work: () => void | Promise<void>) {
  return () => (handle.commitCell() ? work() : undefined)
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
