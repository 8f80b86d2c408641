import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Queryable } from '#server/db/database.ts'

/** Facts that decide whether a month can be archived. */
interface MonthFacts extends Record<string, unknown> {
  first: string | null
  last: string | null
  youngest: string
  findings: number
  is_open: string | null
  is_unbilled: string | null
  is_uncharged: boolean
}

const readFacts = async (
  db: Queryable,
  month: string,
  retainedMonths: number,
): Promise<MonthFacts | undefined> => {
  const start = sql`${`${month}01`}::date`
  const end = sql`(${start} + interval '1 month - 1 day')::date`
  const [facts] = await db.query<MonthFacts>(sql`
    select (select max(month) from ledger_archive) "last",
      to_char(least((select min(posted_at) from stock_movement),
        (select min(done_at) from audit_log)) at time zone 'Asia/Seoul', 'YYYYMM') "first",
      to_char(now() at time zone 'Asia/Seoul' - make_interval(months => ${retainedMonths + 1}::int),
        'YYYYMM') youngest,
      (select count(*) from ledger_finding) findings,
      (select p.wcode || ' ' || p.owner_cd from (select distinct wcode, owner_cd from stock_movement
          where posted_at >= day_end(${start} - 1) and posted_at < day_end(${end})) p
        where coalesce(closed_to(p.wcode, p.owner_cd), '-infinity') < ${end}
        order by 1 limit 1) is_open,
      (select b.wcode || ' ' || b.owner_cd from bill_month b
        where b.bill_month = ${month} and b.closed_at is null order by 1 limit 1) is_unbilled,
      exists (select from ledger_queue q join stock_movement m using (movement_no)
          where m.posted_at < day_end(${end}))
        or coalesce((select max(stock_dt) from ledger_day) < ${end}, true)
        or exists (select from ledger_seal s join stock_movement m using (movement_no)
          where m.posted_at < day_end(${end}) and s.seal_no > least(
            (select seal_no from charge_follow), (select checked_seal_no from ledger_watch)))
        or coalesce((select stock_dt from charge_follow) < ${end}, true) is_uncharged`)
  return facts
}

function nextMonth(month: string): string {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(4))]
  return number === 12 ? `${year + 1}01` : `${year}${String(number + 1).padStart(2, '0')}`
}

/** Returns why a month (`YYYYMM`) cannot be archived, or undefined if it can. */
export async function findArchiveObstacle(
  db: Queryable,
  month: string,
  retainedMonths: number,
): Promise<Label | undefined> {
  const facts = await readFacts(db, month, retainedMonths)
  if (!facts) return undefined
  if (facts.last !== null && month <= facts.last) {
    return label(`${month}월은 이미 보관했습니다.`, `Month ${month} is archived already.`)
  }
  if (month > facts.youngest) {
    return label(
      `최근 ${formatCount(retainedMonths)}개월은 보관하지 않습니다(ARCHIVE_AFTER_MONTHS). ${facts.youngest}월까지 보관할 수 있습니다.`,
      `The last ${formatCount(retainedMonths, 'month is', 'months are')} not archived (ARCHIVE_AFTER_MONTHS). The latest possible month is ${facts.youngest}.`,
    )
  }
  const due = facts.last === null ? facts.first : nextMonth(facts.last)
  if (due === null || due !== month) return orderObstacle(month, due)
  return findWorkObstacle(facts)
}

function orderObstacle(month: string, due: string | null): Label {
  return due === null || month < due
    ? label(`${month}월에는 기록이 없습니다.`, `Month ${month} has no records.`)
    : label(`${due}월을 먼저 보관하세요.`, `Archive month ${due} first.`)
}

function findWorkObstacle(facts: MonthFacts): Label | undefined {
  if (facts.is_open !== null) {
    return label(
      `전표가 마감되지 않은 창고와 화주가 있습니다: ${facts.is_open}`,
      `Documents are not closed for this warehouse and owner: ${facts.is_open}`,
    )
  }
  if (facts.is_unbilled !== null) {
    return label(
      `청구월이 마감되지 않은 창고와 화주가 있습니다: ${facts.is_unbilled}`,
      `The billing month is not closed for this warehouse and owner: ${facts.is_unbilled}`,
    )
  }
  if (facts.is_uncharged) {
    return label(
      '봉인, 검증 또는 정산이 끝나지 않은 수불이 있습니다. 서버를 시작하고 잠시 후 다시 실행하세요.',
      'Movements are not yet sealed, verified or charged. Start the server and repeat this later.',
    )
  }
  return facts.findings > 0
    ? label(
        `원장 검증의 오류가 ${formatCount(facts.findings)}건 있습니다. npm run verify로 확인하세요.`,
        `The verification of the ledger has ${formatCount(facts.findings, 'finding')}. Run npm run verify.`,
      )
    : undefined
}
