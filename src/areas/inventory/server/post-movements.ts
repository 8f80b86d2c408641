import sql, { type Sql } from 'sql-template-tag'
import type { Label } from '#kernel/label.ts'
import type { PlacementDoor } from '../rules/placement-doors.ts'
import { moveMissing } from './missing-stock.ts'
import { checkPlacement } from './check-placement.ts'
import { postSerials } from './post-serials.ts'
import type { Posting } from './posting.ts'

export interface PostedWork {
  readonly count: number
  /** Violated placement rules that only warn. The user must see them. */
  readonly notices: readonly Label[]
}

/**
 * The only function that posts: every change of stock is an insert here. Database triggers update
 * the balances, lock them in key order and enforce the invariants (domain.md, *Stock is a ledger*).
 * `door` states how the stock reaches its cells, which determines the placement rules to check;
 * `OUT` if no movement leads into a cell. `movements` is a SELECT of `no` (row of the call, unless
 * `OUT`), `wcode, owner_cd, stock_cd, movement_cd, doc_no, doc_line, from_place_cd,
 * from_balance_id, to_place_cd, to_balance_id, qty, reason, reverses_no`, optionally of `serials`
 * and `transit_no`. It must return the same rows after posting. CBM and weight are computed from
 * the item at the time of posting. All movements share one timestamp and its date. Otherwise a save
 * that starts before midnight could have different dates in document reports and in the ledger.
 */
export async function postMovements(
  call: Posting,
  door: PlacementDoor | 'OUT',
  movements: Sql,
): Promise<PostedWork> {
  const [inserted, notices] = await Promise.all([
    insertMovements(call, movements),
    door === 'OUT' ? [] : checkPlacement(call, door, movements),
  ])
  if (door === 'OUT' && inserted.arriving > 0) {
    throw new Error(`${inserted.arriving} movements lead into a cell without a door`)
  }
  if (inserted.serials) await postSerials(call, door, movements, inserted.serials)
  if (inPlace.has(door)) await moveMissing(call, movements)
  return { count: inserted.count, notices }
}

/** Placements that change stock without moving it. */
const inPlace: ReadonlySet<PlacementDoor | 'OUT'> = new Set(['RELABEL', 'CUSTOMS'])

interface InsertedMovements extends Record<string, unknown> {
  count: number
  arriving: number
  /** Movements of items that require serials at every posting. */
  serials?: readonly number[] | null
}

async function insertMovements(call: Posting, movements: Sql): Promise<InsertedMovements> {
  const [inserted] = await call.tx.query<InsertedMovements>(sql`
    with clock as materialized (select coalesce(told_moment(), clock_timestamp()) at),
    posted as (
      insert into stock_movement (posted_at, business_dt, wcode, owner_cd, stock_cd, movement_cd,
        doc_no, doc_line, from_place_cd, from_balance_id, to_place_cd, to_balance_id, qty, cbm,
        weight_kg, reason, reverses_no, idempotency_key, user_id, serial_yn)
      select clock.at, warehouse_day(clock.at), m.wcode, m.owner_cd, m.stock_cd, m.movement_cd,
        m.doc_no, m.doc_line, m.from_place_cd, m.from_balance_id, m.to_place_cd, m.to_balance_id,
        m.qty, round(m.qty * s.cbm, 6), round(m.qty * s.weight_kg, 3), m.reason, m.reverses_no,
        ${call.idempotencyKey}, ${call.userId}, s.serial_cd = 'ALL'
      from clock cross join (${movements}) m
      join stock s on s.owner_cd = m.owner_cd and s.stock_cd = m.stock_cd
      order by m.doc_no, m.doc_line, m.from_balance_id, m.to_balance_id
      returning to_place_cd, case when serial_yn then movement_no end serial_movement)
    select count(*) count, count(*) filter (where to_place_cd = 'CELL') arriving,
      array_agg(serial_movement) filter (where serial_movement is not null) serials
    from posted`)
  return inserted ?? { count: 0, arriving: 0 }
}
