import sql, { type Sql } from 'sql-template-tag'
import type { Database, Transaction } from '#server/db/database.ts'
import { bondedTargets } from './bonded-targets.ts'
import { postOnce, postWork, lockMonths } from './post-charges.ts'
import { countTargets, labelTargets } from './other-targets.ts'
import { dailyTargets, periodTargets } from './storage-targets.ts'
import { workTargets } from './work-targets.ts'

/** Movements charged in one transaction: short, because the embedded store has one connection. */
const sealsAtOnce = 1_000
const daysAtOnce = 5
const retriedAtOnce = 500

interface Follow extends Record<string, unknown> {
  seal_no: number
  line_id: number
  stock_dt: string | null
}

/** Takes the follower's turn; undefined when another process has it. */
async function takeTurn(tx: Transaction): Promise<Follow | undefined> {
  const [follow] = await tx.query<Follow>(sql`
    select seal_no, line_id, to_char(stock_dt, 'YYYYMMDD') stock_dt
    from charge_follow for update skip locked`)
  if (follow) await lockMonths(tx)
  return follow
}

/** Charges the next sealed movements; answers how many seals were followed. */
function followWork(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const follow = await takeTurn(tx)
    if (!follow) return 0
    const [next] = await tx.query<{ last: number | null; n: number }>(sql`
      select max(seal_no) "last", count(*)::integer n from (
        select seal_no from ledger_seal where seal_no > ${follow.seal_no}
        order by seal_no limit ${sealsAtOnce}) s`)
    if (!next || next.last === null) return 0
    const touched = sql`
      select distinct m.movement_cd cause_cd, m.doc_no from ledger_seal s
      join stock_movement m using (movement_no)
      where s.seal_no > ${follow.seal_no}::bigint and s.seal_no <= ${next.last}::bigint
        and m.movement_cd in ('RECEIPT', 'SHIPMENT')`
    await postWork(tx, touched, workTargets(sql`touched`))
    await tx.execute(sql`update charge_follow set seal_no = ${next.last}`)
    return next.n
  })
}

/** Charges the storage of a closed day, and of the periods that end with it. */
async function chargeStorage(
  tx: Transaction,
  day: string,
  owner: string | null = null,
): Promise<void> {
  const known = (cause: string): Sql => sql`(u.cause_cd = ${cause}
    and u.service_dt = ${day}::date and (${owner}::text is null or u.owner_cd = ${owner}::text))`
  const on = sql`${day}::date`
  await postOnce(tx, dailyTargets({ first: on, last: on, owner }), known('DAY'))
  await postOnce(tx, periodTargets(on, owner), known('PERIOD'))
}

/** Charges the next closed day; answers it, or undefined when there is none. */
function followDays(db: Database): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const follow = await takeTurn(tx)
    if (!follow) return undefined
    const [next] = await tx.query<{ day: string | null }>(sql`
      select to_char(min(stock_dt), 'YYYYMMDD') "day" from ledger_day
      where stock_dt > coalesce(${follow.stock_dt}::date, '-infinity')`)
    if (!next?.day) return undefined
    await chargeStorage(tx, next.day)
    await tx.execute(sql`update charge_follow set stock_dt = ${next.day}::date`)
    return next.day
  })
}

const bothRegisters = sql`(values ('BON_IN'), ('BON_OUT')) v(cause_cd)`

/** Charges the cargos of the next lines of the bonded registers; answers how many were followed. */
function followRegisters(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const follow = await takeTurn(tx)
    if (!follow) return 0
    const [next] = await tx.query<{ last: number | null; n: number }>(sql`
      select max(line_id) "last", count(*)::integer n from (
        select line_id from bonded_line where line_id > ${follow.line_id}
        order by line_id limit ${sealsAtOnce}) s`)
    if (!next || next.last === null) return 0
    const touched = sql`
      select distinct v.cause_cd, l.bond_no doc_no from bonded_line l cross join ${bothRegisters}
      where l.line_id > ${follow.line_id}::bigint and l.line_id <= ${next.last}::bigint`
    await postWork(tx, touched, bondedTargets)
    await tx.execute(sql`update charge_follow set line_id = ${next.last}`)
    return next.n
  })
}

/** Labels that were printed and counts that were closed. */
function followRest(db: Database): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await takeTurn(tx))) return
    await postOnce(tx, labelTargets(), sql`u.cause_cd = 'LABEL'`)
    await postOnce(tx, countTargets(), sql`u.cause_cd = 'COUNT'`)
  })
}

/** Tries work again that waited for a price or a measure, once one has changed. */
function retryUnbilled(db: Database): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await takeTurn(tx))) return
    const [news] = await tx.query<{ is_new: boolean }>(sql`
      select greatest((select max(updated_at) from price_line),
        (select max(updated_at) from stock), (select max(updated_at) from bonded_cargo)) > tried_at is_new from charge_follow`)
    if (!news?.is_new) return
    await retryAll(tx)
    await tx.execute(sql`update charge_follow set tried_at = now()`)
  })
}

/** Everything that waits, once more; answers nothing: what is still in the way stays written. */
async function retryAll(tx: Transaction): Promise<void> {
  for (;;) {
    const documents = await tx.query<{ cause_cd: string; doc_no: string }>(sql`
      select cause_cd, doc_no from unbilled_work
      where cause_cd in ('RECEIPT', 'SHIPMENT') and tried_at < now()
      group by 1, 2 order by 1, 2 limit ${retriedAtOnce}`)
    if (documents.length === 0) break
    const touched = sql`select * from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb)
      as t(cause_cd text, doc_no text)`
    await postWork(tx, touched, workTargets(sql`touched`))
    if (documents.length < retriedAtOnce) break
  }
  // Lines that no price was for are tried as long as labels are.
  const cargos = sql`
    select distinct v.cause_cd, l.bond_no doc_no from bonded_line l cross join ${bothRegisters}
    where l.created_at > now() - interval '62 days' or exists (select from unbilled_work u
      where u.cause_cd like 'BON%' and u.doc_no = l.bond_no)`
  await postWork(tx, cargos, bondedTargets)
  const days = await tx.query<{ day: string; owner_cd: string }>(sql`
    select distinct to_char(service_dt, 'YYYYMMDD') "day", owner_cd from unbilled_work
    where cause_cd in ('DAY', 'PERIOD') and tried_at < now() order by 1, 2`)
  for (const { day, owner_cd: owner } of days) await chargeStorage(tx, day, owner)
}

/**
 * One round of the follower: charges what was sealed and closed since, as much as one round may.
 * What is left is the next round's; after a stop it goes on where it was.
 */
export async function followLedger(db: Database, rounds = 20): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    if ((await followWork(db)) < sealsAtOnce) break
  }
  for (let day = 0; day < daysAtOnce * rounds; day += 1) {
    if ((await followDays(db)) === undefined) break
  }
  for (let round = 0; round < rounds; round += 1) {
    if ((await followRegisters(db)) < sealsAtOnce) break
  }
  await followRest(db)
  await retryUnbilled(db)
}
