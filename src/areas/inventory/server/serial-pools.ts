import sql, { join, type Sql } from 'sql-template-tag'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { serialStatus, serialStepFrom } from '../rules/serial-status.ts'

/**
 * Serials that each group of `p` can take, as `grp, serial_id, place`. Read only for the first part
 * of a group (`lo = 0`).
 */
const unionPools = (...parts: readonly Sql[]): Sql => join(parts, ' union all ')

const isFree = sql`s.state_cd in (${quoteCodes(serialStepFrom.take)})`

const joinNamed = sql`p cross join lateral jsonb_array_elements_text(p.names)
  with ordinality n(serial_no, place)`

const namedSerial = sql`serial s on s.owner_cd = p.owner_cd and s.stock_cd = p.stock_cd
  and s.serial_no = n.serial_no`

const pickedJoin = sql`p join allocation a on a.shipment_no = p.doc_no and a.line_no = p.doc_line
  and a.balance_id = p.from_balance_id`

/** Serials that another movement of this document line has just moved into the balance. */
const isJustMovedIn = sql`exists (select from stock_movement m where m.movement_no = s.last_movement_no
  and m.doc_no = p.doc_no and m.doc_line = p.doc_line)`

export const leavingSerials = unionPools(
  sql`select p.grp, s.serial_id, 0 place from p
    join serial_event e on e.movement_no = p.reverses_no join serial s using (serial_id)
    where p.kind = 'REVERSE' and s.balance_id = p.from_balance_id and ${isFree}`,
  sql`select p.grp, s.serial_id, n.place from ${joinNamed} join ${namedSerial}
    where p.kind = 'NAMED' and s.balance_id = p.from_balance_id and ${isFree}`,
  sql`select p.grp, s.serial_id, 0 from (
      select p.*, exists (select from serial s
        where s.balance_id = p.from_balance_id and ${isFree} and ${isJustMovedIn}) brings from p
      where p.kind = 'WHOLE' and p.lo = 0) p
    join serial s on s.balance_id = p.from_balance_id
    where ${isFree} and (not p.brings or ${isJustMovedIn}) and not exists (
      select from p o cross join lateral jsonb_array_elements_text(o.names) n(serial_no)
      where o.kind = 'NAMED' and o.from_balance_id = p.from_balance_id
        and n.serial_no = s.serial_no)`,
  sql`select p.grp, s.serial_id, 0 from ${pickedJoin} join serial s on s.alloc_id = a.alloc_id
    where p.kind = 'PICKED' and p.lo = 0`,
  // A direct shipment of bonded stock has no pick.
  sql`select p.grp, s.serial_id, 0 from p
    join serial s on s.balance_id = p.from_balance_id and ${isFree}
    where p.kind = 'PICKED' and p.lo = 0 and not exists (select from allocation a
      join serial x on x.alloc_id = a.alloc_id
      where a.shipment_no = p.doc_no and a.line_no = p.doc_line
        and a.balance_id = p.from_balance_id)`,
)

/** Whether movement `m` sent transit `t` or put a part of it back into transit. */
const isOfTransit = sql`(m.doc_no = t.work_no and m.doc_line = (select count(*) from transit o
    where o.work_no = t.work_no and o.transit_no <= t.transit_no)
  or exists (select from transit_close c where c.transit_no = t.transit_no
    and c.work_no = m.doc_no and c.line_no = m.doc_line))`

export const arrivingSerials = unionPools(
  sql`select p.grp, s.serial_id, 0 place from p
    join serial_event e on e.movement_no = p.reverses_no join serial s using (serial_id)
    where p.kind = 'REVERSE' and s.balance_id is null and ${isJustMovedIn}`,
  sql`select p.grp, s.serial_id, 0 from p join serial s on s.last_movement_no = p.carried_no
    where p.kind = 'CARRY'`,
  sql`select p.grp, s.serial_id, 0 from p join transit t on t.transit_no = p.transit_no
    join serial s on s.owner_cd = p.owner_cd and s.stock_cd = p.stock_cd
      and s.state_cd = ${serialStatus.inTransit}
    join stock_movement m on m.movement_no = s.last_movement_no and ${isOfTransit}
    where p.kind = 'TRANSIT' and p.lo = 0 and coalesce(p.names ? s.serial_no, true)`,
  sql`select p.grp, s.serial_id, n.place from ${joinNamed} join ${namedSerial}
    where p.kind = 'NEW' and s.balance_id is null`,
)
