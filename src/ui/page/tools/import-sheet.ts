import { label } from '#kernel/label.ts'
import type { SheetIntake } from '#kernel/pane-screen.ts'
import { t } from '#ui/base/language.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { openImports } from '#ui/page/rows/import-history.tsx'
import { masterImport } from '#ui/page/rows/master-import.ts'
import { uploadSave } from '#ui/page/upload/upload-handle.ts'
import { UploadSession } from '#ui/page/upload/upload-session.ts'
import { clearDraft } from '#ui/remote/drafts.ts'
import { confirmLeave, showMessage } from '#ui/windows/message.tsx'
import { unsavedInputKind } from './page-draft.ts'
import { reloadPage } from './reload-page.ts'

const saveBeforeImportText = label(
  '저장하지 않은 변경이 있습니다. 저장하거나 실행 취소한 뒤 가져오세요.',
  'There are unsaved changes. Save or undo them before importing.',
)
const notReloaded = label(
  '저장하지 않은 변경이 있어 다시 조회하지 않았습니다. 저장한 뒤 다시 조회하세요.',
  'The rows were not read again because of unsaved changes. Save, then search again.',
)
const unsavedImportQuestion = label(
  '가져온 행을 저장하지 않았습니다. 닫기 전에 저장할까요?',
  'The imported rows are not saved. Save them before closing?',
)

/** Spreadsheet import of a screen: its master records, or documents. Document forms have none. */
function sheetIntake({ screen, columns }: PageModel): SheetIntake | undefined {
  const { route, saves, sheet, form } = screen
  if (saves?.unit === 'row') return masterImport(route, saves.procedure, columns)
  return form ? undefined : sheet
}

export function acceptsSheet(page: PageModel): boolean {
  return sheetIntake(page) !== undefined
}

export function canImport(page: PageModel): boolean {
  return page.mayEdit && page.can('import') && acceptsSheet(page)
}

export async function startImport(page: PageModel): Promise<UploadSession | undefined> {
  const upload = sheetIntake(page)
  if (!upload || !canImport(page)) return undefined
  if (page.isDirty || unsavedInputKind(page) === 'work') {
    await showMessage({ kind: 'warning', text: t(saveBeforeImportText) })
    return undefined
  }
  const given = Object.entries(page.search).filter(([name, value]) => {
    return Object.hasOwn(upload.header, name) && typeof value === 'string' && /^[\w-]+$/.test(value)
  })
  const session = new UploadSession(upload, {
    isWithinPage: true,
    header: Object.fromEntries(given),
  })
  page.showImport(session)
  return session
}

/** Returns to the grid and reloads it. Prompts first if rows have not been saved. */
export async function leaveImport(page: PageModel): Promise<void> {
  const session = page.importing
  if (!session || session.job.isBusy) return
  const isOpen = session.job.state.stage === 'rows' && session.rows.model.totalCount > 0
  if (isOpen && !(await confirmLeave(t(unsavedImportQuestion), uploadSave(session)))) return
  // The screen remounts as another page, which would restore this page's draft.
  await clearDraft(page.tabKey)
  page.showImport(undefined)
  if (page.loaded.phase !== 'fresh') await reloadPage(page)
}

export async function openImportHistory(page: PageModel): Promise<void> {
  const { takes } = page
  if (takes) await openImports([takes.name], () => void reloadUnlessTyped(page))
}

/** Keeps unsaved rows. Rows of an undone import are rejected when saved. */
async function reloadUnlessTyped(page: PageModel): Promise<void> {
  if (page.isDirty || unsavedInputKind(page) === 'work') page.showNote(t(notReloaded))
  else await reloadPage(page)
}
