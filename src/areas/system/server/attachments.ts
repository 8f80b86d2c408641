import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, handleQuery, type SaveCall } from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { attachFiles, attachments, detachFiles } from '../operations/attachments.ts'

export const attachmentsHandler = handleQuery(
  attachments,
  'v.attached_at desc, v.file_sn',
  () => sql`
    select a.doc_no, a.file_sn, f.file_nm, f.byte_count, a.wcode, a.owner_cd, a.attached_by,
      a.attached_at
    from attached_file a join stored_file f using (file_sn)`,
)

/** Documents within the caller's scope that a file can be attached to. */
function selectDocuments({ scope }: SaveCall): Sql {
  const { wcode, owners } = scope
  return sql`(
    select doc_no, wcode, owner_cd from (
      select receipt_no doc_no, wcode, owner_cd from receipt
      union all select shipment_no, wcode, owner_cd from shipment) d
    where wcode = ${wcode} and (${owners && [...owners]}::text[] is null
      or owner_cd = any(${owners && [...owners]}::text[])))`
}

const submittedFiles = (call: SaveCall) =>
  recordsetSql(attachFiles.input, ['DOC_NO', 'FILE_SN'], call.rows)

/**
 * Only the uploader can attach a file, and only for the owner of the document. Attaching therefore
 * never reveals a file, and users who see the document see its files.
 */
export const attachFilesHandler = handleProcedure(attachFiles, async (call) => {
  const rows = await call.tx.query<{ no: number; owner_cd: string | null; is_own: boolean }>(sql`
    select r.no, d.owner_cd, f.file_sn is not null is_own
    from ${submittedFiles(call)}
    left join ${selectDocuments(call)} d on d.doc_no = r.doc_no
    left join stored_file f on f.file_sn = r.file_sn and f.created_by = ${call.userId}
      and f.owner_cds = array[d.owner_cd]
    order by r.no`)
  const errors = rows.flatMap(({ no, owner_cd: owner, is_own: isOwn }): RowError[] => {
    if (owner !== null && isOwn) return []
    return owner === null
      ? [{ row: no, column: 'DOC_NO', text: documentNotFound }]
      : [{ row: no, column: 'FILE_SN', text: fileNotFound }]
  })
  if (errors.length) throw invalidRows(errors)
  await call.tx.execute(sql`
    insert into attached_file (doc_no, file_sn, wcode, owner_cd, attached_by)
    select distinct r.doc_no, r.file_sn, d.wcode, d.owner_cd, ${call.userId}
    from ${submittedFiles(call)} join ${selectDocuments(call)} d on d.doc_no = r.doc_no
    on conflict do nothing`)
  return {
    message: label(
      `${formatCount(rows.length)}개를 첨부했습니다.`,
      `${formatCount(rows.length)} attached.`,
    ),
  }
})

const documentNotFound = label('전표를 찾을 수 없습니다.', 'Document not found.')
const fileNotFound = label(
  '올린 파일을 찾을 수 없습니다. 다시 올리세요.',
  'Uploaded file not found. Upload it again.',
)

export const detachFilesHandler = handleProcedure(detachFiles, async (call) => {
  const detached = await call.tx.query<{ no: number }>(sql`
    delete from attached_file a using ${submittedFiles(call)}, ${selectDocuments(call)} d
    where a.doc_no = r.doc_no and a.file_sn = r.file_sn and d.doc_no = a.doc_no returning r.no`)
  const missing = call.rows.filter(({ no }) => !detached.some((row) => row.no === no))
  const text = label('이미 해제된 첨부입니다.', 'Already detached.')
  if (missing.length)
    throw invalidRows(missing.map(({ no }) => ({ row: no, column: 'FILE_SN', text })))
  return {
    message: label(
      `${formatCount(detached.length)}개를 해제했습니다.`,
      `${formatCount(detached.length)} detached.`,
    ),
  }
})
