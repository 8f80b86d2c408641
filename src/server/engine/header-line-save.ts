import sql, { raw } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import type { HeaderLineTables } from '#kernel/header-line-operations.ts'
import { label } from '#kernel/label.ts'
import { columnName, type Table } from '#kernel/table.ts'
import { invalidRows } from '#server/base/app-error.ts'
import type { SaveCall, SaveResult, SaveRow } from './handler.ts'
import { nextNumbers } from './next-numbers.ts'
import { readVersions } from './removed-versions.ts'
import {
  recordsetSql,
  saveTable,
  toSavedVersion,
  type Reference,
  type RowRule,
} from './table-save.ts'

export interface HeaderLineKind {
  readonly tables: HeaderLineTables
  readonly rule: string
  readonly headReferences?: readonly Reference[]
  readonly headRules?: readonly RowRule[]
  readonly lineReferences?: readonly Reference[]
  readonly lineRules?: readonly RowRule[]
}

/**
 * Saves records with their lines, all rows or none. Numbers new records without a key and new
 * lines. Deleting a record also deletes its lines.
 */
export async function saveHeadersAndLines(
  call: SaveCall,
  kind: HeaderLineKind,
): Promise<SaveResult> {
  const { head, lines, link, headColumns, lineColumns } = kind.tables
  const keys = await assignKeys(call, kind)
  const withKeys = (row: SaveRow): SaveRow => ({
    ...row,
    values: { ...row.values, [link]: keys.get(row.docRef) ?? row.docRef },
  })
  const heads = call.rows.filter(({ type }) => type === 'H').map(withKeys)
  const below = call.rows.filter(({ type }) => type === 'L').map(withKeys)
  await lockHeads(call, kind, heads, below)
  const changed = heads.filter(({ flag }) => flag !== 'D')
  if (changed.length > 0) {
    const { headReferences, headRules } = kind
    const call1 = { ...call, rows: changed }
    const { warehouse } = head.scope
    const columns = [...(warehouse ? [warehouse] : []), link, ...headColumns]
    await saveTable(call1, head, columns, headReferences, headRules)
  }
  const rows = await numberLines(call, kind, below)
  if (rows.length > 0) {
    const { lineReferences, lineRules } = kind
    const columns = [link, 'LINE_NO', ...lineColumns]
    await saveTable({ ...call, rows }, lines, columns, lineReferences, lineRules)
  }
  const deleted = heads.filter(({ flag }) => flag === 'D')
  if (deleted.length > 0) await saveTable({ ...call, rows: deleted }, head, [link, ...headColumns])
  const firstVersions = async (table: Table, saved: readonly SaveRow[]) => {
    const created = saved.filter(({ flag }) => flag === 'I')
    return readVersions(call.tx, table, recordsetSql(table.fields, table.key, created))
  }
  const versions = new Map([
    ...(await firstVersions(head, heads)),
    ...(await firstVersions(lines, rows)),
  ])
  const count = new Set(call.rows.map(({ docRef }) => docRef)).size
  return {
    rows: [...heads, ...rows].map(({ no, values, ...row }) => ({
      ROW: no,
      ...toSavedVersion(row, versions.get(no)),
      [link]: values[link] ?? null,
      ...('LINE_NO' in values && { LINE_NO: values['LINE_NO'] ?? null }),
    })),
    message: label(`${formatCount(count)}건을 저장했습니다.`, `${formatCount(count)} saved.`),
  }
}

async function assignKeys(
  call: SaveCall,
  { tables, rule }: HeaderLineKind,
): Promise<Map<string, string>> {
  const heads = call.rows.filter(({ type }) => type === 'H')
  const typed = heads.filter(({ values }) => values[tables.link])
  const keys = new Map(typed.map((row) => [row.docRef, String(row.values[tables.link])]))
  const unnamed = heads.filter(({ flag, docRef }) => flag === 'I' && !keys.has(docRef))
  if (unnamed.length > 0) {
    const inserted = await call.tx.query<{ no: string }>(sql`
      select no from ${nextNumbers(call, rule, unnamed.length)} no`)
    unnamed.forEach(({ docRef }, index) => keys.set(docRef, inserted[index]?.no ?? ''))
  }
  return keys
}

/** Locks the records in key order. Throws AppError 422 if one does not exist or is out of scope. */
async function lockHeads(
  call: SaveCall,
  { tables: { head, link } }: HeaderLineKind,
  heads: readonly SaveRow[],
  below: readonly SaveRow[],
): Promise<void> {
  const fresh = new Set(heads.filter(({ flag }) => flag === 'I').map(({ docRef }) => docRef))
  const known = [...heads, ...below].filter(({ docRef }) => !fresh.has(docRef))
  const wanted = [...new Set(known.map(({ values }) => String(values[link])))]
  const key = raw(columnName(link))
  const inReach = head.scope.warehouse ? sql`and wcode = ${call.scope.wcode}` : sql``
  const found = await call.tx.query<{ key: string }>(sql`
    select ${key} as key from ${raw(head.name)}
    where ${key} = any(${wanted}::text[]) ${inReach} order by ${key} for update`)
  const there = new Set(found.map((row) => row.key))
  const text = label('자료를 찾을 수 없습니다.', 'Record not found.')
  const lost = known.filter(({ values }) => !there.has(String(values[link])))
  if (lost.length > 0) throw invalidRows(lost.map(({ no: row }) => ({ row, text })))
}

async function numberLines(
  call: SaveCall,
  { tables: { lines, link } }: HeaderLineKind,
  below: readonly SaveRow[],
): Promise<SaveRow[]> {
  if (below.length === 0) return []
  const key = raw(columnName(link))
  const keys = [...new Set(below.map(({ values }) => String(values[link])))]
  const last = await call.tx.query<{ key: string; line_no: number }>(sql`
    select ${key} as key, max(line_no) line_no from ${raw(lines.name)}
    where ${key} = any(${keys}::text[]) group by 1`)
  const numbers = new Map(last.map((row) => [row.key, row.line_no]))
  return below.map((row) => {
    if (row.flag !== 'I') return row
    const record = String(row.values[link])
    const LINE_NO = (numbers.get(record) ?? 0) + 1
    numbers.set(record, LINE_NO)
    return { ...row, values: { ...row.values, LINE_NO } }
  })
}
