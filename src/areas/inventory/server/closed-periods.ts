import sql, { raw, type Sql } from 'sql-template-tag'
import type { DocumentTables } from '#kernel/document.ts'
import { label, type Label } from '#kernel/label.ts'
import { toShownUser } from '#server/auth/visible-names.ts'
import { conflictingRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import type { RowRule } from '#server/engine/table-save.ts'
import { columnName } from '#kernel/table.ts'
import { adjustStatus } from '../rules/adjust-status.ts'

interface ClosedDocument extends Record<string, unknown> {
  no: number
  doc_no: string
  closed_to: string
  closed_by: string
  closed_on: string
  is_waiting: boolean
}

/**
 * Throws for work in a closed period whose document has no approved correction. `work` is a SELECT
 * of `no, wcode, owner_cd, doc_no, work_dt`. The database also rejects such reversals.
 */
export async function rejectClosedPeriods(
  call: Pick<SaveCall, 'tx' | 'userId' | 'scope'>,
  work: Sql,
): Promise<void> {
  const closed = await call.tx.query<ClosedDocument>(sql`
    select distinct on (w.no) w.no, w.doc_no, p.closed_to_dt::text closed_to, p.closed_by,
      to_char(p.closed_at at time zone 'Asia/Seoul', 'YYYY-MM-DD HH24:MI') closed_on,
      exists (select from doc_request q
        where q.wcode = w.wcode and q.doc_no = w.doc_no and q.state_cd = ${quoteCodes(adjustStatus.waiting)}) is_waiting
    from (${work}) w
    join doc_period p on p.wcode = w.wcode and p.owner_cd = w.owner_cd
      and p.closed_to_dt = closed_to(w.wcode, w.owner_cd) and p.reopened_at is null
    where w.work_dt <= p.closed_to_dt and not exists (select from doc_request q
      where q.wcode = w.wcode and q.doc_no = w.doc_no and q.state_cd = ${quoteCodes(adjustStatus.approved)}
        and coalesce(q.used_at, now()) = now())
    order by w.no`)
  if (closed.length === 0) return
  throw conflictingRows(
    closed.map((document) => ({ row: document.no, text: closedText(call, document) })),
  )
}

function closedText(viewer: Pick<SaveCall, 'userId' | 'scope'>, document: ClosedDocument): Label {
  const { name } = toShownUser(document.closed_by, viewer)
  const [ko, en] = [`${name.ko}, ${document.closed_on}`, `${name.en}, ${document.closed_on}`]
  return document.is_waiting
    ? label(
        `마감된 일자입니다(${document.closed_to}까지, ${ko}). 전표 ${document.doc_no}의 정정요청이 승인을 기다립니다.`,
        `Closed up to ${document.closed_to} (${en}). The correction of document ${document.doc_no} is waiting for approval.`,
      )
    : label(
        `마감된 일자입니다(${document.closed_to}까지, ${ko}). '전표 마감'에서 전표 ${document.doc_no}의 정정을 요청하고 다른 사용자의 승인을 받으세요.`,
        `Closed up to ${document.closed_to} (${en}). Request a correction of document ${document.doc_no} in 'Closed periods' and have another user approve it.`,
      )
}

export const closedDate = label(
  '전표가 마감된 일자입니다. 마감 이후의 일자를 입력하세요.',
  'Documents of this date are closed. Enter a later date.',
)

export const closedRequest = label(
  '마감된 일자의 요청입니다. 마감 이후의 일자로 변경하거나 반려하세요.',
  'Documents of the requested date are closed. Change the date or reject the request.',
)

/** Rule that fails if a document is created in a closed period or its date is moved there. */
export function notInClosedPeriod(
  { header, number }: DocumentTables,
  wcode: string,
  column: string,
): RowRule {
  const [no, date] = [raw(columnName(number)), raw(columnName(column))]
  return {
    column,
    where: sql`r.${date} <= closed_to(${wcode}, r.owner_cd) and not exists (
      select from ${raw(header.name)} x where x.${no} = r.${no} and x.${date} = r.${date})`,
    text: () => closedDate,
  }
}

/** Errors for requests accepted into a closed period, where they would count from then on. */
export async function closedRequests(
  { tx, rows }: SaveCall,
  { header, number }: Pick<DocumentTables, 'header' | 'number'>,
  column: string,
): Promise<RowError[]> {
  const numbers = rows
    .filter(({ values }) => values['REJECT_YN'] !== 'Y')
    .map(({ values }) => String(values[number]))
  const closed = await tx.query<{ no: string }>(sql`
    select x.${raw(columnName(number))} no from ${raw(header.name)} x
    where x.${raw(columnName(number))} = any(${numbers}::text[])
      and x.${raw(columnName(column))} <= closed_to(x.wcode, x.owner_cd)`)
  const refused = new Set(closed.map(({ no }) => no))
  return rows.flatMap(({ no, values }): RowError[] =>
    refused.has(String(values[number])) && values['REJECT_YN'] !== 'Y'
      ? [{ row: no, column, text: closedRequest }]
      : [],
  )
}
