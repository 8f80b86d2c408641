import sql, { type Sql } from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import type { RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'

interface ArrivalDoubt extends Record<string, unknown> {
  readonly no: number
  readonly kind: 'MADE' | 'FAR' | 'EXPIRED' | 'SHORT' | 'OTHER'
  readonly stock: string
  readonly lot: string
  readonly made: string | null
  readonly valid: string | null
  readonly other: string | null
  readonly days: number | null
  readonly least: number | null
}

const texts: Readonly<Record<ArrivalDoubt['kind'], (doubt: ArrivalDoubt) => Label>> = {
  MADE: ({ stock, made }) =>
    label(
      `품목 ${stock}: 제조일이 미래입니다 (${made}).`,
      `Item ${stock}: the production date ${made} is in the future.`,
    ),
  FAR: ({ stock, valid }) =>
    label(
      `품목 ${stock}: 유통기한이 50년 넘게 남았습니다 (${valid}).`,
      `Item ${stock}: the expiry date ${valid} is more than 50 years away.`,
    ),
  EXPIRED: ({ stock, valid }) =>
    label(
      `품목 ${stock}: 유통기한이 지났습니다 (${valid}).`,
      `Item ${stock}: expired on ${valid}.`,
    ),
  SHORT: ({ stock, valid, days, least }) =>
    label(
      `품목 ${stock}: 유통기한(${valid})까지 ${days}일 남았습니다. 입고 최소잔여일은 ${least}일입니다.`,
      `Item ${stock}: ${formatCount(days ?? 0, 'day')} until expiry (${valid}); receipts require at least ${least}.`,
    ),
  OTHER: ({ stock, lot, valid, other }) =>
    label(
      `품목 ${stock}: 로트 ${lot}의 유통기한이 다릅니다 (기존 ${other}, 입력 ${valid}).`,
      `Item ${stock}: lot ${lot} already has expiry date ${other}; entered: ${valid}.`,
    ),
}

/** Other expiry dates of the lot in `g` that have balances `b` matching a condition. */
const selectOtherDates = (isKnown: Sql) => sql`
  select min(l.valid_dt) valid_dt from lot l
  where l.owner_cd = g.owner_cd and l.stock_cd = g.stock_cd
    and upper(l.lot_no) = upper(g.lot_no) and l.valid_dt <> g.valid_dt and exists (
      select from stock_balance b where b.lot_id = l.lot_id and ${isKnown})`

/** In stock, or on a receipt that was not cancelled. */
const isInStockOrExpected = sql`(b.qty > 0 or exists (
  select from stock_movement m where m.to_balance_id = b.balance_id
    and m.movement_cd = 'RECEIPT' and m.reverses_no is null
    and not exists (select from stock_movement r where r.reverses_no = m.movement_no)))`

/**
 * Finds arriving stock whose dates are possible but usually a typing error. `arrivals` is a SELECT
 * of `no, owner_cd, stock_cd, lot_no, made_dt, valid_dt, is_return`. Returned stock can be expired.
 */
export function findArrivalDoubts(call: SaveCall, arrivals: Sql): Promise<RowError[]> {
  return findDoubts(call, arrivals, isInStockOrExpected)
}

/**
 * Like `findArrivalDoubts`, for stock whose lot, date or item has changed: `relabelled` is a SELECT of
 * `no, owner_cd, stock_cd, lot_no, made_dt, valid_dt`. Must be called after posting. The change
 * corrects the date of the receipt, so only stock with a different date counts.
 */
export function findRelabelDoubts(call: SaveCall, relabelled: Sql): Promise<RowError[]> {
  return findDoubts(call, sql`select r.*, true is_return from (${relabelled}) r`, sql`b.qty > 0`)
}

async function findDoubts(call: SaveCall, arrivals: Sql, known: Sql): Promise<RowError[]> {
  const today = sql`${call.today}::date`
  const found = await call.tx.query<ArrivalDoubt>(sql`
    with g as materialized (
      select a.*, min(a.valid_dt) over (
        partition by a.owner_cd, a.stock_cd, upper(a.lot_no)) first_dt
      from (${arrivals}) a where a.made_dt is not null or a.valid_dt is not null)
    select distinct g.no, f.kind, g.stock_cd stock, g.lot_no lot,
      to_char(g.made_dt, 'YYYY-MM-DD') made, to_char(g.valid_dt, 'YYYY-MM-DD') valid,
      to_char(d.valid_dt, 'YYYY-MM-DD') other, g.valid_dt - ${today} days, k.least
    from g
    join lateral (
      select coalesce(s.receipt_life_days, o.receipt_life_days, 0) least
      from stock s join owner o using (owner_cd)
      where s.owner_cd = g.owner_cd and s.stock_cd = g.stock_cd) k on true
    left join lateral (
      select coalesce(x.valid_dt, nullif(g.first_dt, g.valid_dt)) valid_dt from (${selectOtherDates(known)}) x
    ) d on g.lot_no <> ''
    cross join lateral (values
      ('MADE', g.made_dt > ${today}),
      ('FAR', g.valid_dt > ${today} + interval '50 years'),
      ('EXPIRED', not g.is_return and g.valid_dt < ${today}),
      ('SHORT', not g.is_return and g.valid_dt >= ${today} and g.valid_dt - ${today} < k.least),
      ('OTHER', d.valid_dt is not null)) f(kind, applies)
    where f.applies order by 1, 2`)
  return found.map((doubt) => ({
    row: doubt.no,
    column: doubt.kind === 'MADE' ? 'MADE_DT' : 'VALID_DT',
    text: texts[doubt.kind](doubt),
  }))
}
