import type { WireRow } from '#kernel/field.ts'
import type { SheetMapping } from '#kernel/sheet-mapping.ts'
import type { Typed } from '#ui/tabs/page-registry.ts'
import { gridDraft, restoreGridDraft, type GridDraft } from '#ui/page/rows/grid-draft.ts'
import { UPLOAD_COLUMNS } from './upload-model.ts'
import type { UploadSession } from './upload-session.ts'
import type { UploadStage } from './upload-state.ts'

/** An upload under way: the file itself, how it was read, and what was changed. */
interface UploadDraft {
  /** Null before a file is chosen: only facts of the header are typed then. */
  readonly file: File | null
  readonly stage: UploadStage
  readonly header: WireRow
  /** What was being typed into the header, by field. */
  readonly texts: Readonly<Record<string, string>>
  readonly mapping: SheetMapping
  readonly firstRow: number
  readonly rows: RowsDraft | null
}

/** Rows that were mended, with the letters they were read by. */
interface RowsDraft {
  readonly mapping: SheetMapping
  readonly firstRow: number
  /** Rows behind the first empty A were read too. */
  readonly beyondGap: boolean
  readonly changes: GridDraft
}

function rowsDraft({ job, rows: { model } }: UploadSession): RowsDraft | null {
  const { readBy, unread } = job.state
  if (!readBy || model.totalCount === 0) return null
  return { ...readBy, beyondGap: unread.length === 0, changes: gridDraft(model) }
}

/** What is typed and no row holds: letters of the columns, facts of the header. */
export function typedInUpload(session: UploadSession): Typed | undefined {
  const { stage, header } = session.job.state
  if (stage === 'map' && session.file !== undefined) return 'work'
  const names = Object.keys(session.screen.header)
  const isChanged = (name: string) => (header[name] ?? null) !== (session.start[name] ?? null)
  const isHeader = Object.keys(session.drafts.texts()).length > 0 || names.some(isChanged)
  return isHeader && stage !== 'saved' ? 'passing' : undefined
}

/** What was typed and mended and not saved. */
export function uploadDraft(session: UploadSession): UploadDraft {
  const { stage, header, mapping, firstRow } = session.job.state
  const file = session.file ?? null
  const texts = session.drafts.texts()
  return { file, stage, header, texts, mapping, firstRow, rows: file && rowsDraft(session) }
}

/** Whether a draft is that of a sheet. */
export function isUploadDraft(draft: unknown): draft is UploadDraft {
  return typeof draft === 'object' && draft !== null && 'file' in draft && 'stage' in draft
}

/**
 * Reads the file again as before and puts the changes back. Returns false where only facts of the
 * header came back. Throws when the file cannot be read now.
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
    takeLetters(session, rows)
    await job.readRows({ beyondGap: rows.beyondGap })
    putChanges(session, rows.changes)
  }
  if (stage === 'map') takeLetters(session, draft)
  return true
}

/** The columns as they were named, with the panel open on them. */
function takeLetters(
  { job }: UploadSession,
  draft: Pick<UploadDraft, 'mapping' | 'firstRow'>,
): void {
  job.backToMapping()
  job.setFirstRow(draft.firstRow)
  for (const [column, letters] of Object.entries(draft.mapping)) job.setLetters(column, letters)
}

function putChanges({ rows: { model }, columns }: UploadSession, changes: GridDraft): void {
  // Text of the sheet itself that is not a value came back with the sheet.
  const texts = changes.texts.filter(({ id, column, text }) => {
    const row = model.viewRowOf(id)
    return row < 0 || model.fault(row, column)?.text !== text
  })
  const link = [UPLOAD_COLUMNS.sheetRow]
  restoreGridDraft({ grid: model, columns, link }, { ...changes, texts })
}
