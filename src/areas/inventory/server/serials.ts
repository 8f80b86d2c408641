import sql, { type Sql } from 'sql-template-tag'
import type { Label } from '#kernel/label.ts'
import { isVisibleWarehouse } from '#server/auth/visible-names.ts'
import { handleQuery, type Handler } from '#server/engine/handler.ts'
import { findSerial } from '../operations/find-serial.ts'
import { serialStatus } from '../rules/serial-status.ts'
import { serialTexts } from './serial-errors.ts'
import { serialStock, serialTrace } from '../operations/serials.ts'

/** Placeholder for a value that the statement fills in. */
const mark = '{}'

const serialStockHandler = handleQuery(
  serialStock,
  'v.owner_cd, v.stock_cd, v.serial_no',
  () => sql`
    select coalesce(e.wcode, m.wcode) wcode, s.owner_cd, s.stock_cd, k.stock_nm, s.serial_no,
      s.state_cd, b.cell_cd, l.lot_no, l.valid_dt, nullif(b.pallet_no, '') pallet_no,
      nullif(b.box_no, '') box_no, a.shipment_no, coalesce(e.receipt_no, m.doc_no) doc_no,
      m.posted_at noted_at
    from serial s
    left join announced_serial e on e.serial_id = s.serial_id
    left join stock_movement m on m.movement_no = s.last_movement_no
    join stock k on k.owner_cd = s.owner_cd and k.stock_cd = s.stock_cd
    left join stock_balance b on b.balance_id = s.balance_id
    left join lot l on l.lot_id = b.lot_id
    left join allocation a on a.alloc_id = s.alloc_id
    where m.movement_no is not null or e.serial_id is not null`,
)

const serialTraceHandler = handleQuery(
  serialTrace,
  'v.noted_at desc, v.event_no desc',
  () => sql`
    select e.event_no, e.noted_at, coalesce(m.wcode, h.wcode) wcode, s.owner_cd, s.stock_cd,
      s.serial_no, e.state_cd, m.movement_cd, coalesce(m.doc_no, e.shipment_no) doc_no,
      f.cell_cd from_cell_cd, t.cell_cd to_cell_cd, e.movement_no, e.user_id
    from serial_event e
    join serial s using (serial_id)
    left join stock_movement m on m.movement_no = e.movement_no
    left join shipment h on h.shipment_no = e.shipment_no
    left join stock_balance f on f.balance_id = m.from_balance_id
    left join stock_balance t on t.balance_id = m.to_balance_id`,
)

const findSerialHandler = handleQuery(
  findSerial,
  'v.reason is not null, v.owner_cd, v.stock_cd',
  (call) => {
    const { scope, search, language } = call
    const { wcode } = scope
    const code = String(search['SERIAL_NO'] ?? '').replace(/^=/, '')
    const reason = (text: Label, value: Sql = sql`''`) =>
      sql`replace(${text[language]}, ${mark}, coalesce(${value}, ''))`
    return sql`
      select ${wcode}::text wcode, s.owner_cd, s.stock_cd, s.serial_no, s.state_cd,
        b.balance_id::text, b.cell_cd, l.lot_no, nullif(b.pallet_no, '') pallet_no,
        nullif(b.box_no, '') box_no, d.doc_no, e.receipt_no, e.line_no,
        case when h.wcode = ${wcode} then a.alloc_id::text end alloc_id,
        case when not p.is_visible then ${reason(serialTexts.hidden)}
          when s.state_cd = ${serialStatus.picked} then ${reason(serialTexts.picked(mark), sql`d.doc_no`)}
          when b.wcode <> ${wcode}
            then ${reason(serialTexts.elsewhere(mark), sql`concat_ws(' ', b.wcode, b.cell_cd)`)}
          when b.balance_id is not null then null
          when s.state_cd = ${serialStatus.inTransit} then ${reason(serialTexts.transit)}
          when s.state_cd = ${serialStatus.shipped}
            then ${reason(serialTexts.shipped(mark), sql`d.doc_no`)}
          when s.state_cd = ${serialStatus.expected} then ${reason(serialTexts.unknown)}
          else ${reason(serialTexts.notHere)} end reason
      from serial s
      left join stock_balance o on o.balance_id = s.balance_id
      left join allocation a on a.alloc_id = s.alloc_id
      left join shipment h on h.shipment_no = a.shipment_no
      left join stock_movement m on m.movement_no = s.last_movement_no
      left join announced_serial e on e.serial_id = s.serial_id and e.wcode = ${wcode}
      cross join lateral (select coalesce(o.wcode, h.wcode, m.wcode) wcode) at
      cross join lateral (
        select at.wcode is null or ${isVisibleWarehouse('at.wcode', call)} is_visible) p
      left join stock_balance b on b.balance_id = s.balance_id and p.is_visible
      left join lot l on l.lot_id = b.lot_id
      cross join lateral (
        select case when p.is_visible then coalesce(a.shipment_no, m.doc_no) end doc_no) d
      where s.serial_no = upper(${code})`
  },
)

export const serialHandlers: readonly Handler[] = [
  serialStockHandler,
  serialTraceHandler,
  findSerialHandler,
]
