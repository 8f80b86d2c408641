import { buffer } from 'node:stream/consumers'
import type { Value } from '#kernel/field.ts'
import { codeLists } from '#areas/code-lists.ts'
import type { Database } from '#server/db/database.ts'
import { exportRows } from '#server/engine/export-rows.ts'
import type { Caller } from '#server/auth/caller.ts'
import { cellKind } from '#server/files/export-cell.ts'
import { writeSpreadsheet } from '#server/files/spreadsheet-writer.ts'
import { statementEvidence } from '../operations/papers.ts'
import { evidenceHandler } from './papers.ts'

export async function evidenceSheet(
  db: Database,
  caller: Caller,
  INVOICE_NO: Value,
): Promise<Buffer | undefined> {
  const columns = Object.entries(statementEvidence.output).map(([name, field]) => {
    const codes = Object.entries(codeLists[field.codes ?? ''] ?? {})
    const names = Object.fromEntries(codes.map(([code, text]) => [code, text[caller.language]]))
    return { name, names, title: field.label[caller.language], kind: cellKind(field.kind) }
  })
  const exportRequest = { search: { INVOICE_NO }, filters: [], columns, order: [] }
  const rows = await exportRows(db, evidenceHandler, caller, exportRequest)
  return rows && buffer(writeSpreadsheet({ format: 'xlsx', columns, rows }))
}
