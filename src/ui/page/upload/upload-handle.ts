import { toSelectionDisplay } from '#ui/grid/many/grid-summary.ts'
import { emptyExportMessage } from '#areas/system/rules/empty-export.ts'
import { formatCount } from '#kernel/format-count.ts'
import type { PageHandle, RowChoice } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { download } from '#ui/remote/api.ts'
import type { Offers, PageRegistration, PageStatus } from '#ui/tabs/page-registry.ts'
import { t } from '#ui/base/language.ts'
import { confirmLeave, showMessage } from '#ui/windows/message.tsx'
import { notify } from '#ui/windows/notify.tsx'
import { exportGrid } from '#ui/page/rows/export-rows.ts'
import { listImports, openImports, undoWithoutConfirming } from '#ui/page/rows/import-history.tsx'
import { restoreUpload, unsavedUploadKind, uploadDraft } from './upload-draft.ts'
import { yieldToBrowser } from '#ui/grid/many/worker-client.ts'
import type { UploadJob } from './upload-job.ts'
import type { UploadFilter } from './upload-rows.ts'
import type { UploadSession } from './upload-session.ts'

/** Resolves once the job is idle, including any work that directly follows. */
async function waitUntilIdle(job: UploadJob): Promise<void> {
  while (job.isBusy) {
    const changed = Promise.withResolvers<void>()
    const stop = job.listeners.add(changed.resolve)
    await changed.promise
    stop()
    await yieldToBrowser()
  }
}

/**
 * Saves the rows or moves to the first invalid one. A save requested during a check waits for it.
 */
async function saveRows({ job, rows, parts }: UploadSession): Promise<boolean> {
  if (job.mayEdit) await waitUntilIdle(job)
  const outcome = await job.save()
  if (outcome === 'saved') {
    const count = job.state.made?.savedRows ?? 0
    notify(
      'success',
      t(label(`${formatCount(count)}행을 저장했습니다.`, `${formatCount(count, 'row')} saved`)),
    )
    return true
  }
  if (outcome === 'nothing') {
    if (!job.isBusy) notify('info', t(nothingToSave[job.state.stage]), { answersKey: true })
    return false
  }
  if (rows.counts().invalid === 0) return false
  rows.model.setCurrent(0)
  if (rows.errors.has(rows.model.rowId(0))) rows.errorCell()
  else rows.nextError()
  parts.grid?.focus()
  return false
}

export function uploadSave(session: UploadSession): (() => Promise<boolean>) | undefined {
  return session.may('save') && session.job.mayEdit ? () => saveRows(session) : undefined
}

const nothingToSave: Readonly<Record<UploadJob['state']['stage'], Label>> = {
  choose: label(
    '저장할 행이 없습니다. 먼저 파일을 선택하세요.',
    'No rows to save. Select a file first.',
  ),
  map: label(
    '저장할 행이 없습니다. 먼저 시트를 읽으세요.',
    'No rows to save. Read the sheet first.',
  ),
  rows: label('저장할 행이 없습니다.', 'No rows to save.'),
  saved: label('이미 저장했습니다.', 'Already saved.'),
}

/**
 * Prompts before re-reading the sheet discards manual edits. Returns true if there are none or the
 * user agrees.
 */
export async function confirmDiscard({ rows, job }: UploadSession): Promise<boolean> {
  if (!rows.model.hasChanges || job.state.stage === 'saved') return true
  const text = t(
    label(
      '화면에서 수정한 내용이 있습니다. 시트에서 다시 읽으면 수정한 내용은 삭제됩니다.',
      'Rows were edited here. Reading the sheet again discards your edits.',
    ),
  )
  return confirmLeave(text)
}

async function excludeErrorRows({ job, rows, parts }: UploadSession): Promise<void> {
  const ids = rows.errorIds()
  if (ids.length === 0 || !job.mayEdit) return
  const { rows: all } = rows.counts()
  const broken = rows.countIncompleteOrders(ids)
  const ask = t(
    label(
      `오류 ${formatCount(ids.length)}행을 제외하고 나머지 ${formatCount(all - ids.length)}행만 남길까요? 실행 취소로 되돌릴 수 있습니다.`,
      `Exclude ${formatCount(ids.length, 'row')} with errors and keep ${formatCount(all - ids.length)}? You can undo this.`,
    ),
  )
  const warning = t(
    label(
      `주문 ${formatCount(broken)}건은 일부 행만 남습니다.`,
      `${formatCount(broken, 'order is', 'orders are')} now incomplete.`,
    ),
  )
  const text = broken > 0 ? `${ask}\n${warning}` : ask
  if (!(await showMessage({ kind: 'question', text }))) return
  // Deletion works on visible rows, so clear the filter first.
  job.arrange('all')
  job.exclude(ids)
  job.arrange('all')
  rows.model.setCurrent(0)
  parts.grid?.focus()
}

/**
 * Rows an action applies to. This grid has no row check boxes, so the selected or current rows
 * count.
 */
function chosenRows({ rows }: UploadSession, choice: RowChoice): WireRow[] {
  const { model } = rows
  if (choice === 'all') return rows.remaining().map((id) => model.rows.row(id))
  if (choice === 'changed') return model.changes().map(({ row }) => row)
  if (choice === 'checked') return []
  return selectedRows(model.selection, choice === 'current').map((row) => model.row(row))
}

function selectedRows(
  selection: { readonly top: number; readonly bottom: number } | null,
  onlyFirst: boolean,
): number[] {
  if (!selection) return []
  const { top, bottom } = selection
  return onlyFirst ? [top] : Array.from({ length: bottom - top + 1 }, (_, index) => top + index)
}

function exportRows({ rows, screen }: UploadSession): Promise<unknown> {
  if (rows.model.rowCount > 0) return exportGrid(rows.model, screen.route, 'xlsx')
  return showMessage({ kind: 'information', text: t(emptyExportMessage) })
}

/** Undoes the saved import and returns its rows to the editable state. */
async function undoSaved({ job, parts }: UploadSession): Promise<void> {
  const { importNo } = job.state
  if (importNo === undefined) return
  if (!(await undoWithoutConfirming(importNo))) return
  job.importUndone()
  parts.grid?.focus()
}

const templatePath = '/api/file/templateDownload'

export function showRows({ job, rows, parts }: UploadSession, filter: UploadFilter): void {
  job.arrange(filter)
  rows.model.setCurrent(0)
  if (filter !== 'all' && filter !== 'left-out') rows.errorCell()
  parts.grid?.focus()
}

function startOver({ job, parts }: UploadSession): void {
  job.startOver()
  parts.focusForm?.()
}

async function unlockIfUndone({ job, screen }: UploadSession, importNo: number): Promise<void> {
  const found = await listImports([screen.save.name]).catch(() => [])
  const batch = found.find(({ IMPORT_NO }) => IMPORT_NO === importNo)
  if (batch?.STATE_CD === 'UNDONE') job.importUndone()
}

function readOrCheck({ job, rows, parts }: UploadSession): Promise<boolean> {
  return Promise.resolve(job.state.stage === 'map' ? parts.read?.() : job.check()).then(
    () => rows.counts().invalid === 0,
  )
}

function uploadHandle(session: UploadSession): PageHandle {
  return {
    search: () => readOrCheck(session),
    focus: (zone) => {
      if (zone === 'search') return session.parts.focusForm?.() === true
      if (zone !== 'grid' || !session.parts.grid) return false
      session.parts.grid.focus()
      return true
    },
    rows: (choice) => chosenRows(session, choice),
  }
}

function addRow({ job, rows: { model } }: UploadSession): void {
  if (!job.mayEdit) return
  const at = (model.current?.row ?? -1) + 1
  model.insertRow(at)
  model.setCurrent(at)
}

function excludeRows({ job, rows: { model } }: UploadSession): void {
  if (!job.mayEdit) return
  const chosen = selectedRows(model.selection, false)
  job.exclude(chosen.map((row) => model.rowId(row)))
}

function showImports(session: UploadSession): void {
  const { importNo } = session.job.state
  void openImports([session.screen.save.name], () => {
    // The import that was undone may be the one on this page.
    if (importNo !== undefined) void unlockIfUndone(session, importNo)
  })
}

export function uploadOffers(session: UploadSession): Offers {
  const { screen } = session
  return {
    ...(session.may('save') && { 'page.save': () => saveRows(session) }),
    ...(session.may('export') && {
      'page.export': () => exportRows(session).then(() => undefined),
    }),
    ...(session.may('import') && { 'page.import': () => session.parts.chooseFile?.() }),
    ...(session.may('delete') && { 'grid.delete-row': () => excludeRows(session) }),
    'page.imports': () => showImports(session),
    'page.clear-search': () => session.job.arrange('all'),
    'page.focus-search': () => void session.parts.focusForm?.(),
    'page.focus-grid': () => session.parts.grid?.focus(),
    'page.value-help': () => {
      if (!session.drafts.help()) session.parts.grid?.openHelp()
    },
    ...(session.isWithinPage && { 'page.close-import': () => void session.parts.close?.() }),
    'upload.empty-form': () => void download(templatePath, { PROCEDURE: screen.save.name }),
    ...rowOffers(session),
    ...stageOffers(session),
  }
}

function rowOffers(session: UploadSession): Offers {
  const { job, rows, parts } = session
  const { model } = rows
  return {
    'grid.add-row': () => addRow(session),
    // After the save, undo applies to the import.
    'grid.undo': () => (job.mayEdit ? model.undo() : void undoSaved(session)),
    'grid.redo': () => (job.mayEdit ? model.redo() : undefined),
    'grid.find': () => parts.find?.(),
    'grid.next-exception': () => {
      if (rows.nextError()) parts.grid?.focus()
    },
    'grid.drop-faulty': () => void excludeErrorRows(session),
  }
}

function stageOffers(session: UploadSession): Offers {
  const { job, parts } = session
  const { stage, importNo } = job.state
  const isRows = stage === 'rows'
  return {
    ...(session.may('search') &&
      (isRows || stage === 'map') && { 'page.search': () => readOrCheck(session) }),
    ...(isRows && { 'upload.change-columns': () => job.backToMapping() }),
    ...(stage === 'map' && { 'upload.read-to-end': () => void parts.read?.(true) }),
    ...(stage === 'saved' && { 'upload.next-file': () => startOver(session) }),
    ...((isRows || stage === 'saved') && { 'upload.show-all': () => showRows(session, 'all') }),
    ...(isRows && {
      'upload.show-faulty': () => showRows(session, 'faulty'),
      'upload.show-left-out': () => showRows(session, 'left-out'),
    }),
    ...(job.isBusy && { 'upload.cancel': () => job.cancel() }),
    ...(stage === 'saved' &&
      importNo !== undefined && { 'page.undo-import': () => void undoSaved(session) }),
  }
}

function uploadStatus({ job, rows }: UploadSession): PageStatus {
  const { model } = rows
  const stats = model.selectionStats()
  const { invalid, leftOut } = rows.counts()
  return {
    ...(model.current ? { rowPosition: model.current.row + 1 } : {}),
    rowCount: model.rowCount,
    isFresh: job.state.stage === 'choose' || job.state.stage === 'map',
    selection: stats && stats.cells > 1 ? toSelectionDisplay(stats) : null,
    ...(job.state.stage === 'rows'
      ? {
          note: t(
            label(
              `오류 ${invalid} · 제외한 행 ${leftOut}`,
              `Errors ${invalid} · Excluded ${leftOut}`,
            ),
          ),
        }
      : {}),
  }
}

/** Whether keys belong to a text. While the job runs, Escape cancels it. */
function isTyping({ job, rows, drafts }: UploadSession): boolean {
  const isFinding = document.activeElement?.closest('.upload-find') != null
  return job.isBusy || rows.model.editing !== null || drafts.isTyping || isFinding
}

export function uploadRegistration(session: UploadSession): PageRegistration {
  const { job, rows } = session
  return {
    handle: uploadHandle(session),
    commitEditor: () => session.parts.grid?.commit() ?? true,
    offers: () => uploadOffers(session),
    context: () => ({
      screen: session.screen.route,
      editable: job.mayEdit,
      hasRows: rows.model.totalCount > 0,
      hasSelection: (rows.model.selection?.bottom ?? 0) > (rows.model.selection?.top ?? 0),
      'can.print': false,
      dirty: job.state.stage === 'rows' && rows.model.totalCount > 0,
      imported: job.state.stage === 'saved' && job.state.importNo !== undefined,
      importing: session.isWithinPage,
      sheet: job.state.stage,
      sheetBusy: job.isBusy,
      editing: isTyping(session),
    }),
    status: () => uploadStatus(session),
    currentRow: () => (rows.model.current ? rows.model.row(rows.model.current.row) : undefined),
    currentTable: () => undefined,
    isDirty: () => job.state.stage === 'rows' && rows.model.totalCount > 0,
    saveOf: () => uploadSave(session),
    typed: () => unsavedUploadKind(session),
    draft: () => uploadDraft(session),
    restore: (draft) => restoreUpload(session, draft),
  }
}
