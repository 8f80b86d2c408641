import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import type { DocumentTables } from '#kernel/document.ts'
import { label } from '#kernel/label.ts'
import { columnName, type Table } from '#kernel/table.ts'
import { invalidRows, conflictingRows, type RowError } from '#server/base/app-error.ts'
import {
  documentNotEditable,
  documentHasNoLines,
  documentNotFound,
  ownerNotEditable,
  repeatedDocumentText,
  repeatedOrderText,
} from './document-texts.ts'
import { requireConfirmation } from './require-confirmation.ts'
import type { SaveCall, SaveResult, SaveRow } from './handler.ts'
import { nextNumbers } from './next-numbers.ts'
import { recordsetSql, rejectStale, toSavedVersion } from './table-save.ts'
import { currentTimestamp } from './current-timestamp.ts'

export interface DocumentKind extends DocumentTables {
  readonly rule: string
  /** Column with the requester's own document number; the owner's order number by default. */
  readonly customerNumberColumn?: string
  /**
   * Fixed values of every document of this kind. Documents with other values count as not found.
   */
  readonly fixedValues: Readonly<Record<string, string>>
  readonly initial?: Readonly<Record<string, string>>
  readonly existingOnly?: boolean
  readonly openStates: readonly string[]
  readonly findErrors: (
    call: SaveCall,
    headers: readonly SaveRow[],
    lines: readonly SaveRow[],
  ) => Promise<RowError[]>
  /** Possible but unlikely lines, which the user must confirm. */
  readonly findDoubts?: DocumentKind['findErrors']
  /** Saves further data derived from the saved lines. */
  readonly afterSave?: (call: SaveCall, lines: readonly SaveRow[]) => Promise<void>
}

interface Header {
  readonly no: string
  readonly owner: string
  readonly state: string
}

/**
 * Saves documents with their lines, all rows or none. New documents get gapless numbers. Changes
 * require a matching version and an open state. Deleted documents are cancelled.
 */
export async function saveDocuments(call: SaveCall, kind: DocumentKind): Promise<SaveResult> {
  const headers = call.rows.filter((row) => row.type === 'H')
  const lines = call.rows.filter((row) => row.type === 'L')
  if (kind.existingOnly) rejectNew(headers)
  const known = await lockHeaders(call, kind)
  rejectClosed(kind, call.rows, headers, known)
  rejectMixedDocuments(kind, headers, known)
  const owners = new Map<string, string>([...known].map(([ref, header]) => [ref, header.owner]))
  for (const row of headers.filter(({ flag }) => flag !== 'D'))
    owners.set(row.docRef, String(row.values['OWNER_CD']))
  const withNumber =
    (numbers: ReadonlyMap<string, string>) =>
    (row: SaveRow): SaveRow => ({
      ...row,
      values: {
        ...row.values,
        [kind.number]: numbers.get(row.docRef) ?? row.docRef,
        OWNER_CD:
          row.type === 'H' ? (row.values['OWNER_CD'] ?? null) : (owners.get(row.docRef) ?? null),
      },
    })
  const fresh = headers.filter(({ flag }) => flag === 'I')
  // Provisional numbers start with an asterisk, which no number rule allows.
  const unnumbered = withNumber(new Map(fresh.map(({ docRef }) => [docRef, `*${docRef}`])))
  const isNotDeleted = ({ flag }: SaveRow) => flag !== 'D'
  const withoutNumbers = (rows: readonly SaveRow[]) => rows.filter(isNotDeleted).map(unnumbered)
  const entered = [withoutNumbers(headers), withoutNumbers(lines)] as const
  const errors = await kind.findErrors(call, ...entered)
  if (errors.length) throw invalidRows(errors)
  requireConfirmation(call, (await kind.findDoubts?.(call, ...entered)) ?? [])
  // The counter stays locked until the commit, so assign numbers after all checks.
  const numbered = withNumber(await assignNumbers(call, kind, fresh))
  const savedHeaders = headers.map(numbered)
  const savedLines = lines.map(numbered)
  const lineNumbers = await writeDocuments(call, kind, savedHeaders, savedLines)
  await kind.afterSave?.(call, savedLines.map(withLineNumber(lineNumbers)))
  const count = new Set(call.rows.map((row) => row.docRef)).size
  return {
    rows: [...savedHeaders, ...savedLines].map((row) => ({
      ROW: row.no,
      ...(lineNumbers.has(row.no) ? { LINE_NO: lineNumbers.get(row.no) ?? null } : {}),
      ...toSavedVersion(row),
      [kind.number]: row.values[kind.number] ?? null,
    })),
    message: label(
      `${formatCount(count)}건을 저장했습니다.`,
      `${formatCount(count, 'document')} saved.`,
    ),
  }
}

const withLineNumber =
  (numbers: ReadonlyMap<number, number>) =>
  (row: SaveRow): SaveRow => {
    const LINE_NO = numbers.get(row.no) ?? row.values['LINE_NO'] ?? null
    return { ...row, values: { ...row.values, LINE_NO } }
  }

/** Returns the line numbers assigned to new lines, by row number. */
async function writeDocuments(
  call: SaveCall,
  kind: DocumentKind,
  headers: readonly SaveRow[],
  lines: readonly SaveRow[],
): Promise<ReadonlyMap<number, number>> {
  const steps = [
    () => writeHeaders(call, kind, headers),
    () => writeLines(call, kind, lines),
    () => rejectEmpty(call, kind, headers, lines),
  ] as const
  // For new documents, each step is one statement, and the three share a round trip.
  if (call.rows.every(({ flag }) => flag === 'I')) {
    const [, numbers] = await Promise.all([steps[0](), steps[1](), steps[2]()])
    return numbers
  }
  await steps[0]()
  const numbers = await steps[1]()
  await steps[2]()
  return numbers
}

async function lockHeaders(call: SaveCall, kind: DocumentKind): Promise<Map<string, Header>> {
  const refs = [...new Set(call.rows.map((row) => row.docRef))]
  const number = raw(columnName(kind.number))
  const rows = await call.tx.query<{ no: string; owner_cd: string; state_cd: string }>(sql`
    select ${number} no, owner_cd, state_cd from ${raw(kind.header.name)}
    where ${number} = any(${refs}::text[]) and wcode = ${call.scope.wcode}
      and (${call.scope.owners === null} or owner_cd = any(${[...(call.scope.owners ?? [])]}::text[]))
      ${fixedConditions(kind.fixedValues)}
    order by ${number} for update`)
  return new Map(
    rows.map((row) => [row.no, { no: row.no, owner: row.owner_cd, state: row.state_cd }]),
  )
}

function rejectNew(headers: readonly SaveRow[]): void {
  const text = label(
    '이 화면에서는 새 전표를 등록할 수 없습니다. 등록 화면을 사용하세요.',
    'New documents cannot be created on this screen. Use the entry screen.',
  )
  const fresh = headers.filter(({ flag }) => flag === 'I')
  if (fresh.length) throw invalidRows(fresh.map((row) => ({ row: row.no, text })))
}

function fixedConditions(always: DocumentKind['fixedValues']): Sql {
  const conditions = Object.entries(always).map(
    ([name, value]) => sql`and ${raw(columnName(name))} = ${value}`,
  )
  return conditions.length ? join(conditions, ' ') : empty
}

function rejectClosed(
  kind: DocumentKind,
  rows: readonly SaveRow[],
  headers: readonly SaveRow[],
  known: ReadonlyMap<string, Header>,
): void {
  const fresh = new Set(headers.filter(({ flag }) => flag === 'I').map((row) => row.docRef))
  const errors = rows.flatMap((row): RowError[] => {
    if (fresh.has(row.docRef)) return []
    const header = known.get(row.docRef)
    if (!header) {
      return [{ row: row.no, text: documentNotFound }]
    }
    if (kind.openStates.includes(header.state)) return []
    return [{ row: row.no, text: documentNotEditable, column: 'STATE_CD' }]
  })
  if (errors.length) throw conflictingRows(errors)
}

/**
 * Rejects headers that duplicate each other or change the owner. The error names the conflicting
 * row.
 */
function rejectMixedDocuments(
  kind: DocumentKind,
  headers: readonly SaveRow[],
  known: ReadonlyMap<string, Header>,
): void {
  const title = kind.header.fields['OWNER_ORDER_NO']?.label
  const refs = new Map<string, number>()
  const orders = new Map<string, number>()
  const errors: RowError[] = []
  for (const row of headers.filter(({ flag }) => flag !== 'D')) {
    const { OWNER_CD: owner, OWNER_ORDER_NO: order } = row.values
    const sameRef = refs.get(row.docRef)
    const sameOrder = order ? orders.get(`${owner}|${order}`) : undefined
    refs.set(row.docRef, sameRef ?? row.no)
    if (order) orders.set(`${owner}|${order}`, sameOrder ?? row.no)
    const was = row.flag === 'U' ? known.get(row.docRef)?.owner : undefined
    if (sameRef !== undefined) {
      errors.push({ row: row.no, column: 'DOC_REF', text: repeatedDocumentText(sameRef) })
    } else if (sameOrder !== undefined) {
      const text = repeatedOrderText(title, order ?? null, sameOrder)
      errors.push({ row: row.no, column: 'OWNER_ORDER_NO', text })
    } else if (was !== undefined && was !== owner) {
      errors.push({ row: row.no, column: 'OWNER_CD', text: ownerNotEditable })
    }
  }
  if (errors.length) throw invalidRows(errors)
}

async function assignNumbers(
  call: SaveCall,
  kind: DocumentKind,
  fresh: readonly SaveRow[],
): Promise<Map<string, string>> {
  if (fresh.length === 0) return new Map()
  const inserted = await call.tx.query<{ no: string }>(sql`
    select no from ${nextNumbers(call, kind.rule, fresh.length)} no`)
  return new Map(fresh.map((row, index) => [row.docRef, inserted[index]?.no ?? '']))
}

async function writeHeaders(
  call: SaveCall,
  kind: DocumentKind,
  rows: readonly SaveRow[],
): Promise<void> {
  const { header } = kind
  const columns = [kind.number, ...kind.headerColumns]
  const names = raw(columns.map(columnName).join(', '))
  const fresh = rows.filter(({ flag }) => flag === 'I')
  if (fresh.length) {
    const given = { ...kind.fixedValues, ...kind.initial, WCODE: call.scope.wcode }
    const constants = raw(Object.keys(given).map(columnName).join(', '))
    await call.tx.execute(sql`
      insert into ${raw(header.name)} (${constants}, ${names}, created_by, updated_by)
      select ${join(Object.values(given))}, ${names}, ${call.userId}, ${call.userId}
      from ${recordsetSql(header.fields, columns, fresh)}`)
  }
  const changed = rows.filter(({ flag }) => flag === 'U')
  if (changed.length) {
    const set = kind.headerColumns
      .map(columnName)
      .map((name) => `${name} = r.${name}`)
      .join(', ')
    await updateDocuments(call, header, changed, columns, set)
  }
  const cancelled = rows.filter(({ flag }) => flag === 'D')
  if (cancelled.length)
    await updateDocuments(call, header, cancelled, [kind.number], "cancel_yn = 'Y'")
}

async function writeLines(
  call: SaveCall,
  kind: DocumentKind,
  rows: readonly SaveRow[],
): Promise<ReadonlyMap<number, number>> {
  const { lines } = kind
  const number = columnName(kind.number)
  const columns = [kind.number, 'OWNER_CD', ...kind.lineColumns]
  const names = raw(columns.map(columnName).join(', '))
  const deleted = rows.filter(({ flag }) => flag === 'D')
  if (deleted.length) {
    const done = await call.tx.query<{ no: number }>(sql`
      delete from ${raw(lines.name)} t using ${recordsetSql(lines.fields, lines.key, deleted)}
      where t.${raw(number)} = r.${raw(number)} and t.line_no = r.line_no and t.version = r.version
      returning r.no`)
    await rejectStale(call, lines, deleted, done)
  }
  const changed = rows.filter(({ flag }) => flag === 'U')
  if (changed.length) {
    const set = kind.lineColumns
      .map(columnName)
      .map((name) => `${name} = r.${name}`)
      .join(', ')
    await updateDocuments(call, lines, changed, [...lines.key, ...kind.lineColumns], set)
  }
  const fresh = rows.filter(({ flag }) => flag === 'I')
  if (fresh.length === 0) return new Map()
  const given = await call.tx.query<{ no: number; line_no: number }>(sql`
    with numbered as (
      select r.*, coalesce((select max(line_no) from ${raw(lines.name)} t
          where t.${raw(number)} = r.${raw(number)}), 0)
        + row_number() over (partition by r.${raw(number)} order by r.no) given_no
      from ${recordsetSql(lines.fields, columns, fresh)}),
    written as (
      insert into ${raw(lines.name)} (${names}, line_no, created_by, updated_by)
      select ${names}, given_no, ${call.userId}, ${call.userId} from numbered)
    select no, given_no::int line_no from numbered`)
  return new Map(given.map(({ no, line_no }) => [no, line_no]))
}

async function updateDocuments(
  call: SaveCall,
  table: Table,
  rows: readonly SaveRow[],
  columns: readonly string[],
  set: string,
): Promise<void> {
  const key = table.key
    .map(columnName)
    .map((name) => `t.${name} = r.${name}`)
    .join(' and ')
  const done = await call.tx.query<{ no: number }>(sql`
    update ${raw(table.name)} t
    set ${raw(set)}, version = t.version + 1, updated_by = ${call.userId}, updated_at = ${currentTimestamp}
    from ${recordsetSql(table.fields, columns, rows)}
    where ${raw(key)} and t.version = r.version returning r.no`)
  await rejectStale(call, table, rows, done)
}

async function rejectEmpty(
  call: SaveCall,
  kind: DocumentKind,
  headers: readonly SaveRow[],
  lines: readonly SaveRow[],
): Promise<void> {
  const touched = [...headers.filter(({ flag }) => flag !== 'D'), ...lines]
  const numbers = [...new Set(touched.map((row) => String(row.values[kind.number])))]
  const number = raw(columnName(kind.number))
  const empty = await call.tx.query<{ no: string }>(sql`
    select no from unnest(${numbers}::text[]) no where not exists (
      select from ${raw(kind.lines.name)} l where l.${number} = no)
      and exists (select from ${raw(kind.header.name)} h where h.${number} = no and h.cancel_yn = 'N')`)
  const without = new Set(empty.map(({ no }) => no))
  const errors = touched
    .filter((row) => without.has(String(row.values[kind.number])))
    .map((row): RowError => ({ row: row.no, text: documentHasNoLines }))
  if (errors.length) throw invalidRows(errors)
}
