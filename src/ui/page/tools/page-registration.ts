import { isFindBarFocused } from '#ui/page/panes/find-bar.tsx'
import type { WireRow } from '#kernel/field.ts'
import { tablesShown } from '#kernel/table.ts'
import { findScreen } from '#ui/remote/menu.ts'
import type { PageRegistration, PageStatus } from '#ui/tabs/page-registry.ts'
import { toSelectionDisplay } from '#ui/grid/many/grid-summary.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { t } from '#ui/base/language.ts'
import type { InterpretedScan } from '#ui/scanner/codes/scan-part.ts'
import { createPageDraft, restoreDraft, storedInputKind } from './page-draft.ts'
import { GridPageHandle } from './page-handle.ts'
import { startImport, canImport } from './import-sheet.ts'
import { pageSave } from './save-page.ts'
import { groupsRows, canDrill } from './drill.ts'
import { missingGrant, pageOffers } from './page-offers.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { PageView } from '#ui/page/model/page-view.ts'
import { recordTableName } from '#ui/page/rows/row-table.ts'
import { readPlainCell } from '#ui/scanner/pages/plain-cell.ts'
import { countScan } from '#ui/scanner/pages/count-scan.ts'
import { serialScan } from '#ui/scanner/pages/serial-scan.ts'
import { moveScan } from '#ui/scanner/pages/move-scan.ts'
import { searchDocument, fillParts } from '#ui/scanner/pages/fill-parts.ts'
import { isUploadDraft, restoreUpload } from '#ui/page/upload/upload-draft.ts'

function pagePermissions(page: PageModel): Record<string, boolean> {
  const { screen, mayEdit } = page
  const granted = (findScreen(screen.route)?.actions ?? []).map((grant) => grant.split(':')[0])
  // Numbers typed next to rows are sent with the print, not saved.
  const isUnsaved = screen.trial !== undefined || screen.prints?.typed === true
  // A screen that saves no rows can still have commands that save.
  const savesRows = page.takes !== undefined || isUnsaved
  return {
    ...Object.fromEntries(granted.map((action) => [`can.${action}`, true])),
    'can.export': page.can('export'),
    'can.search': page.can(page.part.source),
    'can.save': savesRows ? mayEdit && !isUnsaved : granted.includes('save'),
    'can.delete': mayEdit && page.hasRowsToAdd,
    'can.import': canImport(page),
    'can.print':
      page.nextActions?.print !== undefined ||
      (screen.prints !== undefined && page.can(screen.prints.printOut)),
  }
}

function isOnCards(page: PageModel): boolean {
  return page.showsCards && page.zone === 'grid'
}

function isReadOnlyCell({ focused }: PageModel): boolean {
  const { current } = focused
  const column = current === null ? undefined : focused.column(current.column)
  return current !== null && column !== undefined && !focused.isEditable(current.row, column)
}

/** Whether the rows are stock whose ledger the user can see. Customers cannot. */
function showsStock({ zone, part: { source } }: PageModel): boolean {
  const isSeen = source.shows === 'stock' || findScreen('InventoryHistory') !== undefined
  return zone === 'grid' && source.hasHistory === true && isSeen
}

function pageContext(page: PageModel, view: PageView): Record<string, boolean | string> {
  const { screen, focused, grid, lines } = page
  const isTyping = grid.editing !== null || (lines?.model?.editing ?? null) !== null
  return {
    screen: screen.route,
    // If no column is editable, letters and digits are commands.
    editable: page.mayEdit && focused.columns.some((column) => Boolean(column.editable)),
    readOnlyCell: isReadOnlyCell(page),
    addsRows: page.mayEdit && page.hasRowsToAdd,
    optionsTyped: focused.rows.marks.options.size > 0,
    editing: isTyping || page.drafts.isTyping || isFindBarFocused(page),
    hasRows: focused.rowCount > 0,
    checks: (page.zone === 'lines' ? page.lines?.options.part : page.part)?.checks === true,
    filtered: focused.filters.length > 0,
    listOpen: view.grids[page.zone]?.hasList() === true,
    grouped: focused.rows.grouping !== null,
    past: page.isPast,
    hasLines: page.lines !== undefined,
    drills: canDrill(page),
    ofStock: showsStock(page),
    hasSelection: focused.rows.checks.size > 0 || focused.cursor.isRange,
    dirty: page.isDirty,
    loading: page.loaded.phase === 'loading',
    detail: page.zone === 'lines',
    cards: isOnCards(page),
    ...pagePermissions(page),
  }
}

function pageStatus(page: PageModel): PageStatus {
  const grid = page.focused
  const stats = grid.cursor.isRange ? grid.selectionStats() : null
  const selection = stats && toSelectionDisplay(stats)
  const position = grid.current ? { rowPosition: grid.current.row + 1 } : {}
  const isFresh = page.loaded.phase === 'fresh' && page.grid.totalCount === 0
  const { note, nextActions } = page
  const next = nextActions?.note === note ? nextActions.steps : []
  return { ...position, rowCount: grid.rowCount, isFresh, selection, note, next }
}

/** Maximum rows scanned for owners. Larger results rarely belong to a single owner's work. */
const MAX_ROWS_SCANNED = 20_000

/** Owners of the rows shown. Undefined if rows have no owner or there are too many to scan. */
function shownOwners(grid: GridModel): readonly string[] | undefined {
  if (grid.windows || grid.rowCount > MAX_ROWS_SCANNED) return undefined
  const codes = Array.from({ length: grid.rowCount }, (_, row) => grid.value(row, 'OWNER_CD'))
  const owners = [...new Set(codes.flatMap((owner) => (owner ? [String(owner)] : [])))]
  return owners.length > 0 ? owners : undefined
}

async function acceptScan(page: PageModel, view: PageView, scan: InterpretedScan) {
  const columns = page.screen.scans
  const isSearch = !columns && view.panel?.contains(document.activeElement)
  const named = isSearch ? undefined : await serialScan(page, scan)
  if (named) return named
  if (!columns) return fillParts(page, view, scan)
  if ('to' in columns) return moveScan(page.grid, columns, scan)
  const request = await searchDocument(page, view, scan)
  return request ?? countScan(page.grid, columns, await readPlainCell(page.grid, columns, scan))
}

async function restoreImport(page: PageModel, draft: unknown): Promise<boolean> {
  const session = await startImport(page)
  return session !== undefined && restoreUpload(session, draft)
}

function commitEditor(page: PageModel, view: PageView): boolean | Promise<boolean> {
  if (!view.commitCell()) return false
  return page.screen.form && page.drafts.isTyping ? page.drafts.commit() : true
}

function findDocumentRow({ zone, screen, grid }: PageModel): WireRow | undefined {
  const isOfDocument = zone === 'lines' && screen.sources.lines?.ofAll === false
  return isOfDocument && grid.current ? grid.row(grid.current.row) : undefined
}

export function pageRegistration(page: PageModel, view: PageView): PageRegistration {
  const { output } = page.part.source
  const handle = new GridPageHandle(page, view)
  const table = page.screen.trial ? undefined : recordTableName(output)
  const lineTable = page.lines && recordTableName(page.lines.options.part.source.output)
  const lineOutput = page.lines?.options.part.source.output ?? {}
  const tables = new Set([...tablesShown(output), ...tablesShown(lineOutput)])
  return {
    handle,
    commitEditor: () => commitEditor(page, view),
    offers: () => pageOffers(handle),
    named: (id) => {
      const isStart = id === 'page.drill' && page.screen.stations !== undefined
      return id === 'page.act' || isStart ? page.screen.acts?.title : undefined
    },
    lacks: (id) => {
      const ACTION = missingGrant(handle, id)
      return ACTION === undefined ? undefined : { MENU_ID: page.screen.route, ACTION }
    },
    context: () => pageContext(page, view),
    status: () => pageStatus(page),
    currentRow: (): WireRow | undefined => page.currentRow,
    documentRow: () => findDocumentRow(page),
    currentTable: () => (page.zone === 'lines' ? lineTable : table),
    isMadeOf: (each) => groupsRows(page, each),
    owners: () => shownOwners(page.grid),
    resumes: page.screen.stations !== undefined,
    isDirty: () => page.isDirty,
    saveOf: () => (pageSave(page) ? () => handle.save() : undefined),
    shown: () => ({ tables, since: page.loaded.phase === 'shown' ? page.loaded.since : 0 }),
    typed: () => storedInputKind(page),
    draft: () => createPageDraft(page),
    restore: async (draft) => {
      if (isUploadDraft(draft)) return restoreImport(page, draft)
      const isBack = await restoreDraft(page, draft)
      if (isBack) view.focusLoadedRows(page, page.zone)
      return isBack
    },
    accept: async (scanned) => {
      // Counts added to rows that are being saved would be overwritten by the saved rows.
      await page.whenIdle()
      const response = await acceptScan(page, view, scanned)
      page.showNote(response?.ok && response.message ? t(response.message) : page.note)
      return response
    },
  }
}
