import sql, { raw, type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { columnName } from '#kernel/table.ts'
import type { RowError } from '#server/base/app-error.ts'
import { codeLists } from '#areas/code-lists.ts'
import type { DocumentKind } from './document-save.ts'
import type {
  ImportEntry,
  ImportKind,
  StoredEntry,
  SaveCall,
  SaveResult,
  UndoCall,
} from './handler.ts'
import { changedSinceError, prefixTitle } from './table-import.ts'

interface Document extends Record<string, unknown> {
  no: string
  owner_cd: string
  owner_order_no: string | null
  state_cd: string
  cancel_yn: string
  updated_by: string
  updated_at: string
  digest: string
}

/**
 * Import of documents. Each document in the sheet is new. Undoing the import cancels all of them;
 * it fails if one has progressed or was edited since the import.
 */
export function documentImport(kind: DocumentKind): ImportKind {
  return {
    record: async (call, save) => {
      const result = await save(call)
      return { result, entries: await createdDocuments(call, kind, result) }
    },
    undo: (call, entries) => undoDocuments(call, kind, entries),
  }
}

/** Digest of the editable columns of a document and its lines, to detect edits. */
function digest(kind: DocumentKind): Sql {
  const qualify = (alias: string, columns: readonly string[]) =>
    columns.map((column) => `${alias}.${columnName(column)}`).join(', ')
  const number = columnName(kind.number)
  return raw(`md5(jsonb_build_array(${qualify('h', kind.headerColumns)}, (
    select jsonb_agg(jsonb_build_array(${qualify('l', ['LINE_NO', ...kind.lineColumns])}) order by l.line_no)
    from ${kind.lines.name} l where l.${number} = h.${number}))::text)`)
}

async function createdDocuments(
  call: SaveCall,
  kind: DocumentKind,
  result: SaveResult,
): Promise<ImportEntry[]> {
  const numbers = new Set((result.rows ?? []).map((row) => String(row[kind.number])))
  const number = raw(columnName(kind.number))
  const theirs = raw(columnName(kind.customerNumberColumn ?? 'OWNER_ORDER_NO'))
  const inserted = await call.tx.query<Document>(sql`
    select h.${number} no, h.owner_cd, h.${theirs} owner_order_no, ${digest(kind)} digest
    from ${raw(kind.header.name)} h where h.${number} = any(${[...numbers]}::text[])
    order by h.${number}`)
  return inserted.map((row) => ({
    change: 'I',
    key: { [columnName(kind.number)]: row.no },
    title: row.owner_order_no ? `${row.no} (${row.owner_order_no})` : row.no,
    owners: [row.owner_cd],
    before: null,
    mark: row.digest,
  }))
}

async function undoDocuments(
  call: UndoCall,
  kind: DocumentKind,
  entries: readonly StoredEntry[],
): Promise<RowError[]> {
  const name = columnName(kind.number)
  const number = raw(name)
  const numbers = entries.map(({ key }) => String(key[name]))
  // Lock first, because the comparison below needs current data.
  await call.tx.query(sql`
    select ${number} from ${raw(kind.header.name)} where ${number} = any(${numbers}::text[])
    order by ${number} for update`)
  const now = await call.tx.query<Document>(sql`
    select h.${number} no, h.state_cd, h.cancel_yn, h.updated_by, h.updated_at,
      ${digest(kind)} digest
    from ${raw(kind.header.name)} h where h.${number} = any(${numbers}::text[])`)
  const stored = new Map(now.map((row) => [row.no, row]))
  const errors = entries.flatMap((entry): RowError[] => {
    const row = stored.get(String(entry.key[name]))
    return row ? findUndoObstacle(call, kind, entry, row) : []
  })
  if (errors.length > 0) return errors
  await call.tx.execute(sql`
    update ${raw(kind.header.name)} set cancel_yn = 'Y', version = version + 1,
      updated_by = ${call.userId}, updated_at = now()
    where ${number} = any(${numbers}::text[]) and cancel_yn = 'N'`)
  return []
}

/** Errors that prevent cancelling a document; empty if it is already cancelled. */
function findUndoObstacle(
  call: UndoCall,
  kind: DocumentKind,
  entry: StoredEntry,
  row: Document,
): RowError[] {
  if (row.cancel_yn === 'Y') return []
  if (!kind.openStates.includes(row.state_cd)) {
    const list = codeLists[kind.header.fields['STATE_CD']?.codes ?? '']
    const { ko, en } = list?.[row.state_cd] ?? label(row.state_cd, row.state_cd)
    const why = label(
      `이미 '${ko}'까지 진행되었습니다. 그 작업을 먼저 취소하세요.`,
      `Already at status '${en}'. Cancel that work first.`,
    )
    return [{ row: entry.no, text: prefixTitle(entry, why), column: 'STATE_CD' }]
  }
  if (row.digest === entry.mark) return []
  return [changedSinceError(call, entry, row)]
}
