import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'
import {
  subjectKey,
  keyFilter,
  subjectNames,
  subjects,
  type Key,
  type Subject,
} from './ledger-subjects.ts'
import { findBreaches, ledgerChecks } from './verify.ts'

export interface LedgerState {
  /** ISO time of the last completed round, or null before the first. */
  readonly checkedAt: string | null
  readonly findings: number
}

interface Step {
  readonly after?: Key
  readonly most: number
}

type Cursors = Partial<Record<Subject, Step>>

interface WatchState extends Record<string, unknown> {
  checked_seal_no: number
  cursors: Cursors
}

const firstStep = 256
/** Keys per statement for checks without an adaptive step size. */
const maxPart = 256
/** Slower steps are halved, steps faster than a third of this are doubled. */
const stepMs = 150
const maxStep = 16_384
/** New movements per statement and statements per round. The next round handles the remainder. */
const maxTouched = 2_000
const maxTouchedRuns = 10

interface Part {
  readonly subject: Subject
  readonly keys: readonly Key[]
}

/**
 * Runs one verification round: keys touched by new movements, open findings, and the next step of
 * the full scan. Only reads the ledger. Only one process runs it at a time. The others return
 * undefined.
 */
export async function watchLedger(db: Database): Promise<LedgerState | undefined> {
  const [watch] = await db.query<WatchState>(sql`
    update ledger_watch set busy_until = now() + interval '2 minutes' where busy_until < now()
    returning checked_seal_no, cursors`)
  if (!watch) return undefined
  const sealed = await checkTouched(db, watch.checked_seal_no)
  await checkAgain(db)
  const cursors: Cursors = {}
  for (const subject of subjectNames) {
    cursors[subject] = await runStep(db, subject, watch.cursors[subject] ?? { most: firstStep })
  }
  await db.execute(sql`
    update ledger_watch set busy_until = '-infinity', checked_at = now(),
      checked_seal_no = ${sealed}, cursors = ${JSON.stringify(cursors)}::jsonb`)
  return readLedgerState(db)
}

export async function readLedgerState(db: Database): Promise<LedgerState> {
  const [row] = await db.query<{ checked_at: string | null; findings: number }>(sql`
    select checked_at, (select count(*) from ledger_finding) findings from ledger_watch`)
  return { checkedAt: row?.checked_at ?? null, findings: row?.findings ?? 0 }
}

/** Checks movements sealed since the last round. Returns the last checked seal. */
async function checkTouched(db: Database, from: number): Promise<number> {
  let sealed = from
  for (let run = 0; run < maxTouchedRuns; run += 1) {
    const [last] = await db.query<{ seal: number | null }>(sql`
      select max(seal_no) seal from (select seal_no from ledger_seal where seal_no > ${sealed}
        order by seal_no limit ${maxTouched}) s`)
    const until = last?.seal ?? null
    if (until === null) return sealed
    for (const subject of subjectNames) {
      const facts = subjects[subject]
      if (!('touched' in facts)) continue
      const rows = await db.query(sql`select distinct * from (${facts.touched}
        from ledger_seal s join stock_movement m using (movement_no)
        where s.seal_no > ${sealed} and s.seal_no <= ${until}) t`)
      const keys = rows.map((row) => subjectKey(subject, row)).filter(([part]) => part !== 'null')
      for (let index = 0; index < keys.length; index += maxPart) {
        await checkPart(db, { subject, keys: keys.slice(index, index + maxPart) })
      }
    }
    sealed = until
  }
  return sealed
}

async function checkAgain(db: Database): Promise<void> {
  const open = await db.query<{ check_nm: string; keys: Key[] }>(sql`
    select check_nm, jsonb_agg(key_text::jsonb) keys from ledger_finding group by check_nm`)
  for (const { check_nm: name, keys } of open) {
    const check = ledgerChecks.find((candidate) => candidate.name === name)
    if (check) await checkPart(db, { subject: check.subject, keys })
    else await db.execute(sql`delete from ledger_finding where check_nm = ${name}`)
  }
}

async function runStep(db: Database, subject: Subject, step: Step): Promise<Step> {
  const started = performance.now()
  const rows = await db.query(subjects[subject].next(step.after, step.most))
  const keys = rows.map((row) => subjectKey(subject, row))
  await checkPart(db, { subject, keys })
  const duration = performance.now() - started
  const factor = duration > stepMs ? 0.5 : duration < stepMs / 3 ? 2 : 1
  const limit = Math.min(maxStep, Math.max(1, Math.round(step.most * factor)))
  const last = rows.length < step.most ? undefined : keys.at(-1)
  return last ? { after: last, most: limit } : { most: limit }
}

async function checkPart(db: Database, { subject, keys }: Part): Promise<void> {
  if (keys.length === 0) return
  for (const check of ledgerChecks.filter((candidate) => candidate.subject === subject)) {
    const breaches = await findBreaches(db, check, keyFilter(subject, keys))
    const found = new Map(
      breaches.map((breach) => [JSON.stringify(subjectKey(subject, breach)), breach] as const),
    )
    await storeFindings(db, check.name, keys, found)
  }
}

async function storeFindings(
  db: Database,
  name: string,
  keys: readonly Key[],
  found: ReadonlyMap<string, Record<string, unknown>>,
): Promise<void> {
  const open = await db.query<{ key_text: string }>(sql`
    select key_text from ledger_finding where check_nm = ${name}`)
  if (open.length === 0 && found.size === 0) return
  const checkedKeys = new Set(keys.map((key) => JSON.stringify(key)))
  const resolved = open
    .map(({ key_text: key }) => key)
    .filter((key) => checkedKeys.has(key) && !found.has(key))
  await db.execute(sql`
    delete from ledger_finding
    where check_nm = ${name} and key_text = any(${resolved}::text[])`)
  await db.execute(sql`
    insert into ledger_finding (check_nm, key_text, detail)
    select ${name}, k, d::jsonb
    from unnest(${[...found.keys()]}::text[],
      ${[...found.values()].map((breach) => JSON.stringify(breach))}::text[]) f(k, d)
    on conflict (check_nm, key_text) do update set detail = excluded.detail`)
}
