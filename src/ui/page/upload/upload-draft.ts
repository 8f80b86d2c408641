import type { WireRow } from '#kernel/field.ts'
import type { SheetMapping } from '#kernel/sheet-mapping.ts'
import type { UnsavedInputKind } from '#ui/tabs/page-registry.ts'
import { createGridDraft, restoreGridDraft, type GridDraft } from '#ui/page/rows/grid-draft.ts'
import { UPLOAD_COLUMNS } from './upload-model.ts'
import type { UploadSession } from './upload-session.ts'
import type { UploadStage } from './upload-state.ts'

interface UploadDraft {
  /** Null before a file is chosen. In that case only header fields have input. */
  readonly file: File | null
  readonly stage: UploadStage
  readonly header: WireRow
  readonly texts: Readonly<Record<string, string>>
  readonly mapping: SheetMapping
  readonly firstRow: number
  readonly rows: RowsDraft | null
  /** Save without a response. Sent again with its key, it has no second effect. */
  readonly unsettled?: Blob | null
}

/** Corrected rows, with the column letters they were read with. */
interface RowsDraft {
  readonly mapping: SheetMapping
  readonly firstRow: number
  /** Includes the rows after the first empty cell of column A. */
  readonly beyondGap: boolean
  readonly changes: GridDraft
}

function rowsDraft({ job, rows: { model } }: UploadSession): RowsDraft | null {
  const { readBy, unread } = job.state
  if (!readBy || model.totalCount === 0) return null
  return { ...readBy, beyondGap: unread.length === 0, changes: createGridDraft(model) }
}

/** Type of unsaved input outside of rows: column letters or header fields. */
export function unsavedUploadKind(session: UploadSession): UnsavedInputKind | undefined {
  const { stage, header } = session.job.state
  if (stage === 'map' && session.file !== undefined) return 'work'
  const names = Object.keys(session.screen.header)
  const isChanged = (name: string) => (header[name] ?? null) !== (session.start[name] ?? null)
  const isHeader = Object.keys(session.drafts.texts()).length > 0 || names.some(isChanged)
  return isHeader && stage !== 'saved' ? 'passing' : undefined
}

export function uploadDraft(session: UploadSession): UploadDraft {
  const { stage, header, mapping, firstRow } = session.job.state
  const file = session.file ?? null
  const texts = session.drafts.texts()
  const rows = file && rowsDraft(session)
  const unsettled = session.job.pending.draft
  return { file, stage, header, texts, mapping, firstRow, rows, unsettled }
}

export function isUploadDraft(draft: unknown): draft is UploadDraft {
  return typeof draft === 'object' && draft !== null && 'file' in draft && 'stage' in draft
}

/**
 * Reads the file again and reapplies the changes. Returns false if only header fields were
 * restored. Throws if the file can no longer be read.
 */
export async function restoreUpload(session: UploadSession, draft: unknown): Promise<boolean> {
  if (!isUploadDraft(draft)) return false
  const { job } = session
  const { file, stage, rows } = draft
  await job.setHeader(draft.header)
  session.drafts.typeAgain(draft.texts)
  if (!file || stage === 'choose' || stage === 'saved') return false
  session.file = file
  await job.chooseFile(file)
  if (!job.state.sheet) throw new Error(job.state.problem ?? file.name)
  if (rows) {
    restoreColumnLetters(session, rows)
    await job.readRows({ beyondGap: rows.beyondGap })
    restoreChanges(session, rows.changes)
    await job.pending.restore(draft.unsettled)
  }
  if (stage === 'map') restoreColumnLetters(session, draft)
  return true
}

function restoreColumnLetters(
  { job }: UploadSession,
  draft: Pick<UploadDraft, 'mapping' | 'firstRow'>,
): void {
  job.backToMapping()
  job.setFirstRow(draft.firstRow)
  for (const [column, letters] of Object.entries(draft.mapping)) job.setLetters(column, letters)
}

function restoreChanges({ rows: { model } }: UploadSession, changes: GridDraft): void {
  // Skip invalid texts from the sheet, which the import has already parsed again.
  const texts = changes.texts.filter(({ id, column, text }) => {
    const row = model.viewRowOf(id)
    return row < 0 || model.rejection(row, column)?.text !== text
  })
  const identity = [UPLOAD_COLUMNS.sheetRow]
  restoreGridDraft({ grid: model, identity }, { ...changes, texts })
}
