import sql, { type Sql } from 'sql-template-tag'
import type { Database, Transaction } from '#server/db/database.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { countStatus } from '#areas/inventory/rules/count-status.ts'
import { priceStatus } from '#areas/freight/rules/price-status.ts'
import { lockAllMonths, lockMonthsOf, lockTypedCharges } from './lock-months.ts'
import { postNewTargets, postStorage, postWork } from './post-charges.ts'
import { recordRemeasured, dequeueRecharges } from './recharge.ts'
import { selectBondedTargets } from './bonded-targets.ts'
import { wasInWarehouse } from './own-months.ts'
import { selectCostTargets, selectCountTargets, selectLabelTargets } from './other-targets.ts'
import {
  selectCountedDaily,
  selectDailyTargets,
  selectPeriodsEnding,
  selectPeriodTargets,
} from './storage-targets.ts'
import { selectWorkTargets } from './work-targets.ts'

/** Movements charged per transaction. Kept short because the embedded store has one connection. */
const sealBatchSize = 1_000
const dayBatchSize = 5
const retryBatchSize = 500
const rechargeBatchSize = 20

interface ChargePosition extends Record<string, unknown> {
  seal_no: number
  line_id: number
  stock_dt: string | null
}

/** Checked before taking the lock: most rounds find nothing and can skip the lock and its write. */
async function hasPendingWork(db: Database, news: Sql): Promise<boolean> {
  const [found] = await db.query<{ any: boolean }>(sql`
    select exists (select from charge_follow f where exists (${news})) "any"`)
  return found?.any !== false
}

/** Locks the worker's position. Returns undefined if another process holds it. */
async function lockPosition(tx: Transaction): Promise<ChargePosition | undefined> {
  const [follow] = await tx.query<ChargePosition>(sql`
    select seal_no, line_id, to_char(stock_dt, 'YYYYMMDD') stock_dt
    from charge_follow for update skip locked`)
  return follow
}

async function chargeDocuments(tx: Transaction, touched: Sql, targets: Sql): Promise<void> {
  await lockMonthsOf(tx, touched)
  await postWork(tx, touched, targets)
}

async function chargeWork(db: Database): Promise<number> {
  if (!(await hasPendingWork(db, sql`select from ledger_seal s where s.seal_no > f.seal_no`)))
    return 0
  return db.transaction(async (tx) => {
    const follow = await lockPosition(tx)
    if (!follow) return 0
    const [next] = await tx.query<{ last: number | null; n: number }>(sql`
      select max(seal_no) "last", count(*)::integer n from (
        select seal_no from ledger_seal where seal_no > ${follow.seal_no}
        order by seal_no limit ${sealBatchSize}) s`)
    if (!next || next.last === null) return 0
    const touched = sql`
      select distinct m.movement_cd cause_cd, m.doc_no from ledger_seal s
      join stock_movement m using (movement_no)
      where s.seal_no > ${follow.seal_no}::bigint and s.seal_no <= ${next.last}::bigint
        and m.movement_cd in ('RECEIPT', 'SHIPMENT')`
    await chargeDocuments(tx, touched, selectWorkTargets())
    await tx.execute(sql`update charge_follow set seal_no = ${next.last}`)
    return next.n
  })
}

const selectWaiting = (cause: string, day: string, owner: string | null): Sql => sql`
  (u.cause_cd = ${cause} and u.service_dt = ${day}::date
    and (${owner}::text is null or u.owner_cd = ${owner}::text))`

const isOwnerIn = (owners: readonly string[] | null): Sql =>
  owners ? sql`c.owner_cd = any(${[...owners]}::text[])` : sql`true`

/** Charges storage for a closed date and for billing periods that end on it. */
export async function chargeStorage(
  tx: Transaction,
  day: string,
  owner: string | null = null,
): Promise<void> {
  await chargeDay(tx, day, owner)
  await chargePeriods(tx, day, owner)
}

/** Charges storage counted by day, limited to owners with daily prices or with unpriced stock. */
async function chargeDay(tx: Transaction, day: string, owner: string | null): Promise<void> {
  const on = sql`${day}::date`
  const waiting = selectWaiting('DAY', day, owner)
  const [dueOwners] = await tx.query<{ owners: string[]; of_all: boolean }>(sql`
    select owners, is_shared or cardinality(owners) = (select count(*) from owner)
      or ${owner}::text is not null or exists (select from unbilled_work u where ${waiting}) of_all
    from (${selectCountedDaily(on)}) d`)
  const owners = dueOwners?.of_all === false ? dueOwners.owners : undefined
  if (owners?.length === 0) return
  const of = sql`c.cause_cd = 'DAY' and c.service_dt = ${on}
    and ${isOwnerIn(owners ?? (owner === null ? null : [owner]))}`
  await postStorage(tx, selectDailyTargets({ first: on, last: on, owner, owners }), {
    of,
    known: waiting,
  })
}

async function chargePeriods(tx: Transaction, day: string, owner: string | null): Promise<void> {
  const on = sql`${day}::date`
  const waiting = selectWaiting('PERIOD', day, owner)
  const of = sql`c.cause_cd = 'PERIOD' and c.service_dt = ${on}
    and ${isOwnerIn(owner === null ? null : [owner])}`
  const [periods] = await tx.query<{ any: boolean }>(sql`
    select exists (${selectPeriodsEnding(on, owner)}) or exists (select from charge c where ${of})
      or exists (select from unbilled_work u where ${waiting}) "any"`)
  if (periods?.any === false) return
  await postStorage(tx, selectPeriodTargets(on, owner), { of, known: waiting })
}

/** Creates billing months that end on this date and have a minimum charge but no work. */
async function openEmptyMonths(tx: Transaction, day: string): Promise<void> {
  const last = sql`${day}::date`
  const month = sql`cycle_month(${last}, coalesce(t.close_day, 0))`
  const isPresent = wasInWarehouse(sql`w.wcode`, sql`l.owner_cd`, { month, last })
  await tx.execute(sql`
    insert into bill_month (wcode, owner_cd, bill_month)
    select distinct w.wcode, l.owner_cd, ${month} from price_on(${last}) l
    left join billing_terms t on t.owner_cd = l.owner_cd
    join warehouse w on w.wcode = coalesce(l.price_wcode, w.wcode)
    where l.state_cd = ${quoteCodes(priceStatus.agreed)} and l.owner_cd is not null and l.month_min_amt > 0
      and cycle_end(${month}, coalesce(t.close_day, 0)) = ${last}
      and (l.price_wcode is not null or ${isPresent})
    on conflict do nothing`)
}

/**
 * Charges the next closed date and returns it, or undefined if there is none. Periods ending on it
 * are charged first, one owner per transaction. A month of storage takes long and would block other
 * users of the store.
 */
async function chargeDays(db: Database): Promise<string | undefined> {
  const [next] = await db.query<{ day: string | null }>(sql`
    select to_char(min(d.stock_dt), 'YYYYMMDD') "day" from ledger_day d
    where d.stock_dt > coalesce((select stock_dt from charge_follow), '-infinity')`)
  const day = next?.day
  if (!day) return undefined
  const owners = await db.query<{ owner_cd: string }>(sql`
    select distinct owner_cd from (${selectPeriodsEnding(sql`${day}::date`, null)}) p order by 1`)
  /** Runs in its own transaction. Does nothing if another process has already charged the date. */
  const chargeOnce = (work: (tx: Transaction) => Promise<void>) =>
    db.transaction(async (tx) => {
      const follow = await lockPosition(tx)
      if (!follow || (follow.stock_dt ?? '') >= day) return undefined
      await lockAllMonths(tx)
      await work(tx)
      return day
    })
  for (const { owner_cd: owner } of owners) await chargeOnce((tx) => chargePeriods(tx, day, owner))
  return chargeOnce(async (tx) => {
    await chargeDay(tx, day, null)
    await openEmptyMonths(tx, day)
    await tx.execute(sql`update charge_follow set stock_dt = ${day}::date`)
  })
}

const registerCauses = sql`(values ('BON_IN'), ('BON_OUT')) v(cause_cd)`

async function chargeRegisters(db: Database): Promise<number> {
  if (!(await hasPendingWork(db, sql`select from bonded_line l where l.line_id > f.line_id`)))
    return 0
  return db.transaction(async (tx) => {
    const follow = await lockPosition(tx)
    if (!follow) return 0
    const [next] = await tx.query<{ last: number | null; n: number }>(sql`
      select max(line_id) "last", count(*)::integer n from (
        select line_id from bonded_line where line_id > ${follow.line_id}
        order by line_id limit ${sealBatchSize}) s`)
    if (!next || next.last === null) return 0
    const touched = sql`
      select distinct v.cause_cd, l.bond_no doc_no from bonded_line l cross join ${registerCauses}
      where l.line_id > ${follow.line_id}::bigint and l.line_id <= ${next.last}::bigint`
    await chargeDocuments(tx, touched, selectBondedTargets())
    await tx.execute(sql`update charge_follow set line_id = ${next.last}`)
    return next.n
  })
}

async function chargeCargos(tx: Transaction, cargos: readonly { doc_no: string }[]): Promise<void> {
  const numbers = cargos.map((cargo) => cargo.doc_no)
  const touched = sql`
    select v.cause_cd, c.doc_no from unnest(${numbers}::text[]) c(doc_no)
    cross join ${registerCauses}`
  await chargeDocuments(tx, touched, selectBondedTargets())
}

/** Recharges cargos whose volume, value or packages changed. Returns whether more may remain. */
function followCargos(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [known] = await tx.query<{ any: boolean }>(sql`
      select exists (select from charge_news where bond_no is not null) "any"`)
    if (!known?.any || !(await lockPosition(tx))) return false
    const cargos = await tx.query<{ doc_no: string }>(sql`
      with next as (select bond_no from charge_news where bond_no is not null
        group by bond_no order by bond_no limit ${retryBatchSize}),
      gone as (delete from charge_news n using next where n.bond_no = next.bond_no)
      select bond_no doc_no from next`)
    if (cargos.length > 0) await chargeCargos(tx, cargos)
    return cargos.length === retryBatchSize
  })
}

interface OtherWork extends Record<string, unknown> {
  labels: boolean
  counts: boolean
  refused: boolean
}

const lastRoundTime = sql`(select rest_at - interval '1 hour' from charge_follow)`

function chargeOtherWork(db: Database): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await lockPosition(tx))) return
    const [otherWork] = await tx.query<OtherWork>(sql`
      select exists (select from label_print where printed_at > ${lastRoundTime}) labels,
        exists (select from count_job j where j.state_cd = ${quoteCodes(countStatus.closed)} and j.updated_at > ${lastRoundTime}) counts,
        exists (select from receipt_reject
          where greatest(created_at, cancelled_at) > ${lastRoundTime}) refused`)
    if (otherWork?.labels || otherWork?.counts) await lockAllMonths(tx)
    if (otherWork?.labels) await postNewTargets(tx, selectLabelTargets(), sql`u.cause_cd = 'LABEL'`)
    if (otherWork?.counts) await postNewTargets(tx, selectCountTargets(), sql`u.cause_cd = 'COUNT'`)
    if (otherWork?.refused) {
      const touched = sql`select distinct 'RECEIPT' cause_cd, receipt_no doc_no
        from receipt_reject where greatest(created_at, cancelled_at) > ${lastRoundTime}`
      await chargeDocuments(tx, touched, selectWorkTargets())
    }
    await tx.execute(sql`update charge_follow set rest_at = now()`)
  })
}

/**
 * Marks unbilled work as due when a new price or measure applies to it. Labels and register lines
 * without a price are not recorded as unbilled, so those of the last 62 days are checked again.
 */
function markUnbilledDue(db: Database): Promise<void> {
  return db.transaction(async (tx) => {
    const [known] = await tx.query<{ last: number | null }>(sql`
      select max(news_no) "last" from charge_news where bond_no is null`)
    if (!known || known.last === null || !(await lockPosition(tx))) return
    await recordRemeasured(tx)
    const [margins] = await tx.query<{ any: boolean }>(sql`
      select exists (select from charge_news where charge_cd = 'MARGIN') "any"`)
    if (margins?.any) {
      await lockTypedCharges(tx)
      const recent = sql`x.service_dt > current_date - 62`
      await postNewTargets(tx, selectCostTargets(recent), sql`false`)
    }
    await tx.execute(sql`
      with news as (delete from charge_news where bond_no is null
        returning charge_cd, owner_cd, stock_cd),
      again as (update charge_follow set
        rest_at = case when exists (select from news where charge_cd in ('LABEL', 'COUNT'))
          then '-infinity' else rest_at end,
        line_id = case when exists (select from news where charge_cd like 'BON%')
          then least(line_id, coalesce((select min(line_id) - 1 from bonded_line
            where created_at > now() - interval '62 days'), line_id)) else line_id end)
      update unbilled_work u set is_due = true where not is_due and exists (
        select from news n where n.charge_cd = u.charge_cd
            and (n.owner_cd is null or n.owner_cd = u.owner_cd)
          or n.stock_cd = u.stock_cd and n.owner_cd = u.owner_cd)`)
  })
}

/** Recharges work and storage whose newer price version uses a different measure. */
async function rechargeRemeasured(db: Database): Promise<boolean> {
  if (!(await hasPendingWork(db, sql`select from charge_again`))) return false
  return db.transaction(async (tx) => {
    if (!(await lockPosition(tx))) return false
    const recharges = await dequeueRecharges(tx, rechargeBatchSize)
    const documents = recharges.filter((row) => row.doc_no !== '')
    if (documents.length < recharges.length) await lockAllMonths(tx)
    if (documents.length > 0) {
      const touched = sql`select * from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb)
        as t(cause_cd text, doc_no text)`
      await chargeDocuments(tx, touched, selectWorkTargets())
    }
    for (const { doc_no: number, day, owner_cd: owner } of recharges) {
      if (number === '') await chargeStorage(tx, day, owner)
    }
    return recharges.length > 0
  })
}

/** Retries a batch of due work. Returns whether more may remain. */
async function retryDueWork(db: Database): Promise<boolean> {
  if (!(await hasPendingWork(db, sql`select from unbilled_work u where u.is_due`))) return false
  return db.transaction(async (tx) => {
    if (!(await lockPosition(tx))) return false
    const documents = await tx.query<{ cause_cd: string; doc_no: string }>(sql`
      select distinct cause_cd, doc_no from unbilled_work
      where is_due and cause_cd in ('RECEIPT', 'SHIPMENT')
      order by cause_cd, doc_no limit ${retryBatchSize}`)
    if (documents.length > 0) {
      const touched = sql`select * from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb)
        as t(cause_cd text, doc_no text)`
      await chargeDocuments(tx, touched, selectWorkTargets())
      return true
    }
    const cargos = await tx.query<{ doc_no: string }>(sql`
      select distinct doc_no from unbilled_work where is_due and cause_cd like 'BON%'
      order by doc_no limit ${retryBatchSize}`)
    if (cargos.length > 0) {
      await chargeCargos(tx, cargos)
      return true
    }
    const days = await tx.query<{ day: string; owner_cd: string }>(sql`
      select distinct to_char(service_dt, 'YYYYMMDD') "day", owner_cd from unbilled_work
      where is_due and cause_cd in ('DAY', 'PERIOD') order by 1, 2 limit ${dayBatchSize}`)
    if (days.length > 0) await lockAllMonths(tx)
    for (const { day, owner_cd: owner } of days) await chargeStorage(tx, day, owner)
    return days.length > 0
  })
}

/**
 * Runs one round of the worker: charges newly sealed and closed work up to a limit. The next round
 * continues with the remainder, even after a restart.
 */
export async function chargeLedger(db: Database, rounds = 20): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    if ((await chargeWork(db)) < sealBatchSize) break
  }
  for (let day = 0; day < dayBatchSize * rounds; day += 1) {
    if ((await chargeDays(db)) === undefined) break
  }
  await markUnbilledDue(db)
  for (let round = 0; round < rounds; round += 1) {
    if ((await chargeRegisters(db)) < sealBatchSize) break
  }
  for (let round = 0; round < rounds; round += 1) {
    if (!(await followCargos(db))) break
  }
  await chargeOtherWork(db)
  for (let round = 0; round < rounds; round += 1) {
    if (!(await rechargeRemeasured(db))) break
  }
  for (let round = 0; round < rounds; round += 1) {
    if (!(await retryDueWork(db))) break
  }
}
