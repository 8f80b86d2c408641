import type { WireRow } from '#kernel/field.ts'
import type { SheetMapping } from '#kernel/sheet-mapping.ts'
import { rowDrafts, type RowDrafts } from './grid-draft.ts'
import type { UploadSession } from './upload-session.ts'

/** An upload that was being mended: the file itself, how it was read, and what was changed. */
interface UploadDraft {
  readonly file: File
  readonly header: WireRow
  readonly mapping: SheetMapping
  readonly firstRow: number
  /** Rows behind the first empty A were read too. */
  readonly beyondGap: boolean
  readonly changes: RowDrafts
  /** Stable row numbers of the changes; reading the same file again gives the same. */
  readonly ids: readonly number[]
}

/** What was mended and not saved; undefined where there is no file to read again. */
export function uploadDraft({ file, job, rows }: UploadSession): UploadDraft | undefined {
  const { stage, sheet, header, mapping, firstRow, unread } = job.state
  if (!file || !sheet || stage !== 'rows') return undefined
  return {
    file,
    header,
    mapping,
    firstRow,
    beyondGap: unread.length === 0,
    changes: rowDrafts(rows.model),
    ids: rows.model.changes().map(({ index }) => index),
  }
}

function isUploadDraft(draft: unknown): draft is UploadDraft {
  return typeof draft === 'object' && draft !== null && 'file' in draft && 'ids' in draft
}

/** Reads the file again as before and puts the changes back. Throws when it cannot be read now. */
export async function restoreUpload(session: UploadSession, draft: unknown): Promise<void> {
  if (!isUploadDraft(draft)) return
  const { job } = session
  session.file = draft.file
  await job.setHeader(draft.header)
  await job.chooseFile(draft.file)
  if (!job.state.sheet) throw new Error(job.state.problem ?? draft.file.name)
  job.backToMapping()
  job.setFirstRow(draft.firstRow)
  for (const [column, letters] of Object.entries(draft.mapping)) job.setLetters(column, letters)
  await job.readRows({ beyondGap: draft.beyondGap })
  putChanges(session, draft)
}

function putChanges({ rows, job }: UploadSession, { changes, ids }: UploadDraft): void {
  const { model } = rows
  const leftOut: number[] = []
  model.transaction(() => {
    for (const [at, { flag, row, before }] of changes.entries()) {
      const id = ids[at] ?? -1
      if (flag === 'I') model.insertRow(model.rowCount, row)
      else {
        for (const name of Object.keys(before)) {
          model.setCell(model.viewRowOf(id), name, row[name] ?? null)
        }
      }
      if (flag === 'D') leftOut.push(id)
    }
  })
  job.leaveOut(leftOut)
}
