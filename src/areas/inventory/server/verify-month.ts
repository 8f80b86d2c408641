import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'
import { keyFilter, subjectKey, subjectNames, subjects, type Key } from './ledger-subjects.ts'
import { findBreaches, ledgerChecks, type LedgerFinding } from './verify.ts'

/** Keys per statement. */
const maxPart = 5_000

/** Movements `m` posted on the dates from `first` to `last` (`YYYYMMDD`), in Korean time. */
const isPostedOn = (first: string, last: string): Sql => sql`
  m.posted_at >= ${first}::date::timestamp at time zone 'Asia/Seoul'
  and m.posted_at < (${last}::date + 1)::timestamp at time zone 'Asia/Seoul'`

async function readDays(db: Queryable, month: string): Promise<string[]> {
  const rows = await db.query<{ date: string }>(sql`
    select to_char(d, 'YYYYMMDD') date from generate_series(${`${month}01`}::date,
      ${`${month}01`}::date + interval '1 month - 1 day', interval '1 day') d order by d`)
  return rows.map(({ date }) => date)
}

/**
 * Verifies everything that the movements of a month (`YYYYMM`) touched: its movements and seals,
 * and the entire history of its balances, items and documents. The duration depends on the month,
 * not on the age of the site.
 */
export async function verifyMonth(db: Queryable, month: string): Promise<LedgerFinding[]> {
  const days = await readDays(db, month)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const findings: LedgerFinding[] = []
  for (const subject of subjectNames) {
    const facts = subjects[subject]
    if (!('touched' in facts)) continue
    // Movements and seals are numerous and belong to one date each. Other keys recur on many dates.
    const isDaily = subject === 'movement' || subject === 'seal'
    const spans = isDaily ? days.map((day) => [day, day] as const) : [[first, last] as const]
    const found = new Map(
      ledgerChecks
        .filter((check) => check.subject === subject)
        .map((check) => [check, { looked: 0, breaches: [] as Record<string, unknown>[] }]),
    )
    for (const [from, until] of spans) {
      const rows = await db.query(sql`select distinct * from (${facts.touched}
        from stock_movement m left join ledger_seal s using (movement_no)
        where ${isPostedOn(from, until)}) t`)
      const keys = rows.map((row) => subjectKey(subject, row)).filter(([part]) => part !== 'null')
      for (const [check, result] of found) {
        result.looked += keys.length
        for (const part of checkInParts(keys))
          result.breaches.push(...(await findBreaches(db, check, keyFilter(subject, part))))
      }
    }
    for (const [{ name }, result] of found) findings.push({ name, ...result })
  }
  return findings
}

function checkInParts(keys: readonly Key[]): Key[][] {
  const count = Math.ceil(keys.length / maxPart)
  return Array.from({ length: count }, (_, index) =>
    keys.slice(index * maxPart, (index + 1) * maxPart),
  )
}
