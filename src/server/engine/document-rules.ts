import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { WireRow } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import type { DocumentTables } from '#kernel/document.ts'
import { documentStatus } from '#kernel/status.ts'
import { columnName, type Table } from '#kernel/table.ts'
import type { RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow } from './handler.ts'
import { findRuleErrors, type RowRule } from './table-save.ts'
import { quoteCodes } from './quote-codes.ts'

interface DocumentRules {
  readonly headers: readonly RowRule[]
  readonly lines: readonly RowRule[]
}

/**
 * Returns errors for headers and lines that violate rules. The rules can read the editable columns.
 */
export async function findDocumentRuleErrors(
  { tx }: SaveCall,
  document: DocumentTables,
  headers: readonly SaveRow[],
  lines: readonly SaveRow[],
  rules: DocumentRules,
): Promise<RowError[]> {
  const { header, lines: lineTable, number, headerColumns, lineColumns } = document
  const [headerRules, lineRules] = [
    rules.headers.map((rule) => skipUnchangedCodes(rule, header)),
    rules.lines.map((rule) => skipUnchangedCodes(rule, lineTable)),
  ]
  const named = [...lineTable.key, 'OWNER_CD', ...lineColumns]
  const broken = await Promise.all([
    findRuleErrors(tx, header, [number, ...headerColumns], headers, headerRules),
    findRuleErrors(tx, lineTable, named, lines, lineRules),
  ])
  return broken.flat()
}

/** Limits a rule for codes to changed ones: skips rows that are stored with the same code. */
function skipUnchangedCodes(rule: RowRule, { name, key }: Table): RowRule {
  if (!rule.isCode) return rule
  const same = [...key, rule.column]
    .map(columnName)
    .map((column) => raw(`x.${column} = r.${column}`))
  return {
    ...rule,
    where: sql`(${rule.where}) and not exists (
      select from ${raw(name)} x where ${join(same, ' and ')})`,
  }
}

export const ownerMustExist: RowRule = {
  column: 'OWNER_CD',
  isCode: true,
  where: sql`not exists (
    select from owner x where x.owner_cd = r.owner_cd and x.use_yn = 'Y')`,
  text: (v) =>
    label(`등록되지 않은 화주입니다: ${v['OWNER_CD']}`, `Owner not found: ${v['OWNER_CD']}`),
}

/**
 * Rule that fails if another document of this warehouse that is not cancelled has the same owner
 * order number.
 */
export function orderNumberMustBeUnique(
  { header, number }: DocumentTables,
  wcode: string,
  text: (values: WireRow) => Label,
): RowRule {
  const no = raw(columnName(number))
  return {
    column: 'OWNER_ORDER_NO',
    where: sql`exists (select from ${raw(header.name)} x where x.wcode = ${wcode}
      and x.owner_cd = r.owner_cd and x.owner_order_no = r.owner_order_no and x.cancel_yn = 'N'
      and x.${no} <> r.${no})`,
    text,
  }
}

/** Filters documents to requests that staff have not decided. */
export function requestsMustBeUndecided(documents: Sql): Sql {
  return sql`
    select q.*, 'N' reject_yn, null::text reason from (${documents}) q where q.state_cd = ${quoteCodes(documentStatus.requested)}`
}
