import type { CommandId } from '#commands/index.ts'
import type { CommandRun } from '#kernel/command.ts'
import type { Operation } from '#kernel/operation.ts'
import { t } from '#ui/base/language.ts'
import { openWindow } from '#ui/keys/loading-keys.ts'
import { openLevelCount, openToLevel } from '#ui/grid/model/grouping.ts'
import type { SheetName } from '#ui/grid/edit/grid-sheets.ts'
import { acceptsSheet, openImportHistory, startImport } from './import-sheet.ts'
import type { GridScreen } from '#ui/page/model/grid-screen.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { gridColumns } from '#ui/page/rows/grid-columns.ts'
import type { Offers } from '#ui/tabs/page-registry.ts'
import { chooseAcross, chooseComparison, pageReport } from './report-shapes.tsx'
import { drillInto, canDrill } from './drill.ts'
import { openViews } from './grid-views.tsx'
import { mailPage, canMail } from './page-mail.ts'
import { chartOffers } from './chart-offers.ts'
import { exportSelected, exportPage, fileOffers } from './page-files.ts'
import type { GridPageHandle } from './page-handle.ts'
import { printGrid, printPage, showPrinted } from './page-print.tsx'

export function pageOffers(handle: GridPageHandle): Offers {
  const { page, view } = handle
  return {
    ...grantedOffers(handle),
    ...searchOffers(handle),
    ...rowOffers(handle),
    ...chartPaneOffers(handle),
    ...reportOffers(page),
    ...fileOffers(page),
    ...followUpPrintOffer(page),
    'page.value-help': () => {
      if (!page.drafts.help()) view.grids[page.zone]?.openHelp()
    },
    ...(page.screen.cards && { 'page.cards': () => handle.showCards(!page.showsCards) }),
    'page.focus-grid': () => void handle.focus('grid'),
    ...(page.lines && { 'page.focus-lines': () => void handle.focus('lines') }),
  }
}

function chartPaneOffers({ page, view }: GridPageHandle): Offers {
  const handle = view.chart?.handle()
  if (!handle) return {}
  const asTable = page.can('export') ? () => exportPage(page, 'xlsx') : undefined
  return chartOffers(handle, view.chart?.work, asTable)
}

function followUpPrintOffer({ nextActions }: PageModel): Offers {
  const paper = nextActions?.print
  return paper ? { 'page.print': () => showPrinted(paper.printOut, paper.rows) } : {}
}

interface GrantedCommand {
  readonly needs: readonly (string | Operation)[]
  readonly run: CommandRun
}

type GrantedCommands = Readonly<Partial<Record<CommandId, GrantedCommand>>>

function grantedCommands(handle: GridPageHandle): GrantedCommands {
  const { page } = handle
  const { takes } = page
  const { saves, acts, prints } = page.screen
  const exporting = ['export']
  return {
    ...(saves && { 'page.save': { needs: [saves.procedure], run: () => handle.save() } }),
    ...(acts && { 'page.act': { needs: [acts], run: () => handle.act() } }),
    ...(prints && {
      'page.print': { needs: [prints.printOut], run: () => printPage(page) },
    }),
    'page.export': { needs: exporting, run: () => exportPage(page) },
    'page.export-all': { needs: exporting, run: () => void exportSelected(page) },
    ...rowCommands(handle, takes),
  }
}

function rowCommands(handle: GridPageHandle, takes: Operation | undefined): GrantedCommands {
  const { page } = handle
  const { hasRowsToAdd, screen } = page
  const canDelete = hasRowsToAdd && !screen.saves?.rowsKept
  const saving = takes ? [takes] : []
  const importing = [...saving, 'import']
  return {
    ...(acceptsSheet(page) && {
      'page.import': { needs: importing, run: () => void startImport(page) },
      'page.imports': { needs: importing, run: () => void openImportHistory(page) },
    }),
    ...(hasRowsToAdd && { 'grid.add-row': { needs: saving, run: () => handle.addRow() } }),
    ...(hasRowsToAdd &&
      !(screen.form && page.zone === 'grid') && {
        'grid.copy-row': { needs: saving, run: () => handle.copyRow() },
      }),
    ...(canDelete && {
      'grid.delete-row': { needs: [...saving, 'delete'], run: () => handle.deleteRows() },
    }),
  }
}

function grantedOffers(handle: GridPageHandle): Offers {
  const granted = Object.entries(grantedCommands(handle)).filter(({ 1: { needs } }) =>
    needs.every((need) => handle.page.can(need)),
  )
  return Object.fromEntries(granted.map(([id, { run }]) => [id, run]))
}

export function missingGrant(handle: GridPageHandle, id: CommandId): string | undefined {
  const missing = grantedCommands(handle)[id]?.needs.find((need) => !handle.page.can(need))
  return typeof missing === 'object' ? missing.action : missing
}

function searchOffers(handle: GridPageHandle): Offers {
  const { page } = handle
  return {
    ...(canDrill(page) && { 'page.drill': () => void drillInto(page) }),
    ...(page.can(page.part.source) && { 'page.search': () => handle.search('asked') }),
    ...(canMail(page) && { 'page.mail': () => mailPage(page) }),
    'page.clear-search': () => handle.clearSearch(),
    'page.fold-search': () => handle.foldSearch(),
    'page.focus-search': () => void handle.focus('search'),
  }
}

function rowOffers(handle: GridPageHandle): Offers {
  const { page, view } = handle
  const sheet = (name: SheetName) => () => {
    handle.leaveCards()
    // A sheet over the grid needs the grid focused to receive keys.
    view.focusGrid(page.zone)
    view.grids[page.zone]?.openSheet(name)
  }
  return {
    'grid.edit-row': () => handle.editRow(),
    'grid.edit-cell': () => handle.editCell(),
    'grid.find': () => page.find(true),
    'grid.find-next': () => handle.findAgain(1),
    'grid.find-previous': () => handle.findAgain(-1),
    'grid.undo': () => handle.undo(),
    'grid.redo': () => handle.redo(),
    'grid.check-all': () => handle.checkAll(),
    'grid.next-exception': () => void handle.nextException(),
    'grid.filter': () => page.find('filter'),
    'grid.sort': sheet('sort'),
    'grid.columns': sheet('columns'),
    'grid.unfold': () => page.focused.toggleFold(),
    'grid.record': () =>
      openWindow(import('#ui/page/panes/record-view.tsx'), ({ openRecord }) => openRecord(page)),
    ...(canGroup(page) && {
      'grid.groups': sheet('groups'),
      'grid.fold-level': () => openToLevel(page.focused, openLevelCount(page.focused) - 1),
      'grid.unfold-level': () => openToLevel(page.focused, openLevelCount(page.focused) + 1),
    }),
    'grid.frequencies': sheet('frequencies'),
    'grid.views': () => showViews(page),
    ...((page.can('print') || page.can('export')) && {
      'grid.print': () => void printGrid(page),
    }),
  }
}

function reportOffers(page: PageModel): Offers {
  const report = page.zone === 'grid' ? pageReport(page) : undefined
  if (!report) return {}
  return {
    'grid.across': () => void chooseAcross(page, report),
    'grid.compare': () => void chooseComparison(page, report),
  }
}

/** Rows can be grouped if they are read-only and loaded in the browser. */
function canGroup(page: PageModel): boolean {
  return page.takes === undefined && !page.screen.trial && !page.focused.windows
}

/** Title of a column of the declared grid, which a pivot may lack. */
function columnTitle({ sources }: GridScreen, name: string): string {
  const field = sources.grid.source.output[name.split('__')[0] ?? name]
  return field ? t(field.label) : name
}

async function showViews(page: PageModel): Promise<void> {
  const { zone, screen, mayEdit } = page
  const columns = zone === 'lines' ? page.lineColumns : page.columns
  await openViews({
    place: { MENU_ID: screen.route, GRID: zone },
    model: page.focused,
    titleOf: (name) => columnTitle(screen, name),
    standard: () => gridColumns(columns, mayEdit),
  })
  page.changed()
}
