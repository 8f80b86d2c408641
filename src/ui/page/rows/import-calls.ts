import { call } from '#ui/remote/api.ts'

/** One sheet that was taken in, as the server keeps it. */
export interface ImportBatch {
  readonly IMPORT_NO: number
  readonly OPERATION_NM: string
  readonly FILE_NM: string
  readonly CREATED_COUNT: number
  readonly UPDATED_COUNT: number
  readonly STATE_CD: 'DONE' | 'UNDONE'
  readonly CREATED_BY: string
  /** `yyyyMMddHHmmss` */
  readonly CREATED_AT: string
  readonly UNDONE_BY: string | null
}

/** The latest imports by these saves, the last one first. Throws CallError. */
export async function listImports(procedures: readonly string[]): Promise<readonly ImportBatch[]> {
  const body = { PROCEDURES: procedures }
  const path = '/api/import/list'
  return (await call<{ data: readonly ImportBatch[] }>(path, body, { quiet: true })).data
}

/** Whether an import may be taken back. Throws CallError with what stands in the way, row by row. */
export async function checkUndo(importNo: number): Promise<void> {
  await call('/api/import/undo', { IMPORT_NO: importNo, DRY_RUN: 'Y' })
}

/** Takes an import back, all of it or nothing; returns what was done in words. Throws CallError. */
export async function undoImport(importNo: number): Promise<string> {
  const body = { IMPORT_NO: importNo }
  const idempotencyKey = crypto.randomUUID()
  return (await call<{ message: string }>('/api/import/undo', body, { idempotencyKey })).message
}
