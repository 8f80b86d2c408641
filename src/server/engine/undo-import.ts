import sql from 'sql-template-tag'
import { josa } from '#kernel/josa.ts'
import { formatCount } from '#kernel/format-count.ts'
import { integer } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import { timestampAt } from '#kernel/calendar.ts'
import { toShownUser } from '#server/auth/visible-names.ts'
import { AppError, conflictingRows } from '#server/base/app-error.ts'
import { handleProcedure, type ProcedureHandler, type SaveCall } from './handler.ts'
import { readEntries } from './import-batch.ts'

/**
 * Creates the procedure that undoes an import of this save, completely or not at all. It runs once
 * per idempotency key and notifies the affected pages.
 */
export function undoImport(handler: ProcedureHandler): ProcedureHandler {
  const { scope, action, bound } = handler.operation
  const operation: Procedure = {
    type: 'procedure',
    name: 'system/undo-import',
    title: label('가져오기 되돌리기', 'Undo an import'),
    action,
    scope,
    ...(bound && { bound }),
    input: { IMPORT_NO: integer(label('가져오기번호', 'Import no.'), { required: true }) },
    maxRows: 1,
  }
  return handleProcedure(operation, async (call) => {
    const importNo = Number(call.rows[0]?.values['IMPORT_NO'])
    const owners = await lockBatch(call, importNo, handler.operation.name)
    const entries = await readEntries(call.tx, importNo)
    const errors = (await handler.imports?.undo(call, entries)) ?? []
    if (errors.length > 0) throw conflictingRows(errors)
    await call.tx.execute(sql`
      update import_batch set state_cd = 'UNDONE', undone_by = ${call.userId}, undone_at = now()
      where import_no = ${importNo}`)
    return {
      rows: [
        { ROW: 1, IMPORT_NO: importNo },
        ...owners.map((owner) => ({ ROW: 1, OWNER_CD: owner })),
      ],
      message: label(
        `가져오기를 되돌렸습니다. ${formatCount(entries.length)}건을 복원했습니다.`,
        `Import undone: ${formatCount(entries.length, 'record')} restored.`,
      ),
    }
  })
}

/**
 * Locks the import, which serializes concurrent undo requests. The second one fails with the user
 * and time of the first.
 */
async function lockBatch(call: SaveCall, importNo: number, operation: string): Promise<string[]> {
  const [batch] = await call.tx.query<{
    owner_cds: string[]
    undone_by: string | null
    undone_at: string
  }>(sql`
    select owner_cds, undone_by, undone_at from import_batch
    where import_no = ${importNo} and operation = ${operation} for update`)
  if (!batch) {
    const text = label('가져오기를 찾을 수 없습니다.', 'Import not found.')
    throw new AppError(404, 'IMPORT_UNKNOWN', text)
  }
  if (batch.undone_by === null) return batch.owner_cds
  const when = timestampAt(Date.parse(batch.undone_at))
  const at = `${when.slice(4, 6)}-${when.slice(6, 8)} ${when.slice(8, 10)}:${when.slice(10, 12)}`
  const { name } = toShownUser(batch.undone_by, call)
  const text = label(
    `${name.ko}${josa(name.ko, '이/가')} ${at}에 이미 되돌린 가져오기입니다.`,
    `${name.en} already undid this import at ${at}.`,
  )
  throw new AppError(409, 'IMPORT_UNDONE', text)
}
