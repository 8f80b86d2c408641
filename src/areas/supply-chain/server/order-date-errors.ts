import sql, { type Sql } from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import type { RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { scmOrder } from '../tables/scm-order.ts'

const headerDateColumns = ['OWNER_CD', 'BRANCH_CD', 'PARTNER_CD', 'REQUEST_DT']

/** Relation `r` with the date, branch and partner of each header. */
export const headerDates = (headers: readonly SaveRow[]): Sql =>
  recordsetSql(scmOrder.fields, headerDateColumns, headers)

const joinPartner = sql`join scm_partner p on p.owner_cd = r.owner_cd
  and p.partner_cd in (r.branch_cd, r.partner_cd)`

/** Errors for rows `r` whose `request_dt` is closed at the site, the branch or the partner. */
export async function closedDateErrors(
  call: SaveCall,
  request: Sql,
  column: string,
): Promise<RowError[]> {
  const found = await call.tx.query<{
    no: number
    day: string
    who: string
    why: string | null
  }>(sql`
    select distinct on (c.no) c.no, to_char(c.day, 'YYYY-MM-DD') "day", c.who, c.why from (
      select r.no, r.request_dt "day", '' who, h.holiday_nm why, 1 seq from ${request}
      join site_holiday h on h.wcode = ${call.scope.wcode} and h.holiday_dt = r.request_dt
      union all
      select r.no, r.request_dt, p.partner_nm, h.holiday_nm, 2 from ${request} ${joinPartner}
      join scm_partner_holiday h on h.owner_cd = p.owner_cd and h.partner_cd = p.partner_cd
        and h.holiday_dt = r.request_dt
      union all
      select r.no, r.request_dt, p.partner_nm, null, 3 from ${request} ${joinPartner}
      where position(extract(isodow from r.request_dt)::text in p.work_days) = 0) c
    order by c.no, c.seq, c.who`)
  return found.map(({ no, day, who, why }): RowError => {
    const text =
      why === null
        ? label(
            `${who} 휴무 요일입니다: ${day}. 다른 날을 입력하세요.`,
            `${who} is closed on that weekday: ${day}. Enter another date.`,
          )
        : label(
            `${who || '물류센터'} 휴무일입니다: ${day} ${why}. 다른 날을 입력하세요.`,
            `${who || 'The warehouse'} is closed: ${day} ${why}. Enter another date.`,
          )
    return { row: no, column, text }
  })
}

/** Lines of stored orders whose header is not saved with them. */
function getLinesWithoutHeader(
  { rows }: SaveCall,
  headers: readonly SaveRow[],
): readonly SaveRow[] {
  const typed = new Set(headers.map(({ docRef }) => docRef))
  return rows
    .filter(({ type, docRef }) => type === 'L' && !typed.has(docRef))
    .map((row) => ({ ...row, values: { SCM_NO: row.docRef } }))
}

/** Errors for orders whose date is past its cut-off, including those of which only lines change. */
export async function cutoffErrors(
  call: SaveCall,
  headers: readonly SaveRow[],
): Promise<RowError[]> {
  const stored = recordsetSql(scmOrder.fields, ['SCM_NO'], getLinesWithoutHeader(call, headers))
  const late = await call.tx.query<{ no: number; last: string }>(sql`
    select r.no, min(to_char(r.request_dt - p.lead_days, 'YYYY-MM-DD ')
      || substr(p.cutoff_tm, 1, 2) || ':' || substr(p.cutoff_tm, 3)) last
    from (
      select r.no, r.owner_cd, r.branch_cd, r.partner_cd, r.request_dt from ${headerDates(headers)}
      union all
      select r.no, o.owner_cd, o.branch_cd, o.partner_cd, o.request_dt
      from ${stored} join scm_order o using (scm_no)) r ${joinPartner}
    where p.cutoff_tm is not null and (r.request_dt - p.lead_days, p.cutoff_tm)
      <= (${call.today}::date, to_char(now() at time zone 'Asia/Seoul', 'HH24MI'))
    group by r.no order by r.no`)
  return late.map(({ no, last }): RowError => {
    const text = label(
      `이 요청일의 오더는 ${last}에 마감되었습니다. 다음 요청일로 입력하세요.`,
      `Orders for that day closed at ${last}. Enter a later date.`,
    )
    return { row: no, column: 'REQUEST_DT', text }
  })
}
