import sql from 'sql-template-tag'
import type { Value } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { isVisibleWarehouse } from '#server/auth/visible-names.ts'
import { isMovementInEffect } from '#areas/inventory/server/reverse-movements.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { exceedsReturnableText, lotOfOtherShipmentText } from './return-rules.ts'

/** Returned quantity of a receipt line. */
interface ReturnedPart {
  readonly no: number
  /** Serials of the pieces, as far as they are known. */
  readonly serials?: readonly string[]
  readonly line: {
    readonly owner_cd: string
    readonly stock_cd: string
    readonly shipment_no: string | null
    readonly lot_no: string | null
    readonly valid_dt: string | null
  }
}

export interface LotFacts {
  readonly lot_no: string
  readonly mark: string
  readonly plot: string
  readonly made_dt: string | null
  readonly valid_dt: string | null
}

interface WantedLot {
  readonly at: number
  readonly owner_cd: string
  readonly stock_cd: string
  readonly shipment_no: string | null
  readonly lot_no: Value
  readonly valid_dt: Value
}

interface ShippedLot extends LotFacts, Record<string, unknown> {
  readonly at: number
  /** Numbers of the lots that the pieces can have left with. */
  readonly lots: readonly string[]
}

export const lotTexts = {
  several: (lots: readonly string[]): Label => {
    const named = lots.map((lot) => lot || '–').join(', ')
    return label(
      `여러 로트로 출하한 품목입니다. 로트를 스캔하거나 입력하세요: ${named}`,
      `Shipped in several lots. Scan or enter the lot: ${named}`,
    )
  },
  date: label(
    '출하한 유통기한이 아닙니다. 라벨을 확인하세요.',
    'Not the expiry date that was shipped. Check the label.',
  ),
  serial: label(
    '이 시리얼을 출하한 로트가 아닙니다. 라벨을 확인하세요.',
    'Not the lot that the serial was shipped with. Check the label.',
  ),
  lot: label('로트 관리 품목입니다. 로트를 스캔하세요.', 'Lot controlled item. Scan the lot.'),
  valid: label(
    '유통기한 관리 품목입니다. 유통기한을 스캔하세요.',
    'Expiry controlled item. Scan the expiry date.',
  ),
} as const

/** Lot data for each part: from the shipped lot, otherwise as scanned or registered. */
export async function findLots(
  call: SaveCall,
  parts: readonly ReturnedPart[],
): Promise<readonly LotFacts[]> {
  const scans = new Map(call.rows.map(({ no, values }) => [no, values]))
  const ofSerials = await findLotsOfSerials(call, parts)
  const named = parts.map(({ no, line }) => scans.get(no)?.['LOT_NO'] ?? line.lot_no)
  const wanted = parts.map(({ no, line }, index): WantedLot & { no: number } => ({
    at: index,
    no,
    owner_cd: line.owner_cd,
    stock_cd: line.stock_cd,
    shipment_no: line.shipment_no,
    lot_no: ofSerials.get(index)?.lot_no ?? named[index] ?? null,
    valid_dt: scans.get(no)?.['VALID_DT'] ?? line.valid_dt,
  }))
  const available = await call.tx.query<ShippedLot>(selectShippedLots(wanted))
  const tracked = await call.tx.query<{ at: number; lot_yn: string; valid_yn: string }>(sql`
    select w.at, k.lot_yn, k.valid_yn
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) w(at integer, owner_cd text,
      stock_cd text) join stock k using (owner_cd, stock_cd) order by w.at`)
  const shipped = new Map(available.map((lot) => [lot.at, lot]))
  const missing = await explainLots(
    call,
    wanted.filter(({ at, shipment_no }) => shipment_no !== null && !shipped.has(at)),
  )
  const errors: RowError[] = []
  const lots = wanted.map((one): LotFacts => {
    const ofSerial = ofSerials.get(one.at)
    const found = shipped.get(one.at)
    const lot = found && ofSerial ? ofSerial : found
    const addError = (column: string, text: RowError['text']) =>
      errors.push({ row: one.no, column, text })
    if (lot && lot.lots.length > 1) addError('LOT_NO', lotTexts.several(lot.lots))
    if (ofSerial && !isSameLot(named[one.at], ofSerial)) addError('LOT_NO', lotTexts.serial)
    const absent = missing.get(one.at)
    if (absent) addError('LOT_NO', absent)
    const isOtherDate = one.valid_dt !== null && (lot?.valid_dt ?? one.valid_dt) !== one.valid_dt
    if (isOtherDate) addError('VALID_DT', lotTexts.date)
    const { lot_no, mark, plot, made_dt, valid_dt } = lot ?? {
      lot_no: String(one.lot_no ?? ''),
      mark: '',
      plot: '',
      made_dt: null,
      valid_dt: one.valid_dt === null ? null : String(one.valid_dt),
    }
    if (tracked[one.at]?.lot_yn === 'Y' && lot_no === '') addError('LOT_NO', lotTexts.lot)
    if (tracked[one.at]?.valid_yn === 'Y' && valid_dt === null) addError('VALID_DT', lotTexts.valid)
    return { lot_no, mark, plot, made_dt, valid_dt }
  })
  if (errors.length > 0) throw invalidRows(errors)
  return lots
}

const isSameLot = (named: Value | undefined, { lot_no }: LotFacts): boolean =>
  (named ?? null) === null || String(named).toUpperCase() === lot_no.toUpperCase()

/** Balance from which serial `w.serial` left with the shipment, if the ledger knows. */
const leftByLedger = sql`
  select m.from_balance_id from serial s
  join serial_event e using (serial_id) join stock_movement m using (movement_no)
  where k.serial_cd = 'ALL' and m.movement_cd = 'SHIPMENT' and m.to_place_cd = 'CUSTOMER'
    and m.doc_no = w.shipment_no
    and (s.owner_cd, s.stock_cd, s.serial_no) = (w.owner_cd, w.stock_cd, w.serial)
  order by e.event_no desc limit 1`

/**
 * Balance from which the shipment line of a serial matched at shipping left. None if the line has
 * several lots.
 */
const leftByMatch = sql`
  select min(m.from_balance_id) from_balance_id from shipment_match n
  join stock_movement m on m.movement_cd = 'SHIPMENT' and m.to_place_cd = 'CUSTOMER'
    and m.doc_no = n.shipment_no and m.doc_line = n.line_no and ${isMovementInEffect}
  join stock_balance b on b.balance_id = m.from_balance_id
  where k.serial_cd <> 'ALL' and n.match_cd = 'SERIAL' and n.shipment_no = w.shipment_no
    and (n.owner_cd, n.stock_cd, n.match_no) = (w.owner_cd, w.stock_cd, w.serial)
  having count(distinct b.lot_id) = 1`

/**
 * Lots that the serials of parts left with, as far as ledger and shipment know. `lots` has several
 * if the serials of a part left with different lots.
 */
async function findLotsOfSerials(
  { tx }: SaveCall,
  parts: readonly ReturnedPart[],
): Promise<ReadonlyMap<number, ShippedLot>> {
  const named = parts.flatMap(({ line, serials = [] }, at) =>
    serials.map((serial) => ({ ...line, at, serial: serial.toUpperCase() })),
  )
  if (named.length === 0) return new Map()
  const found = await tx.query<ShippedLot>(sql`
    with left_with as (
      select w.at, t.*
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) w(at integer, owner_cd text,
        stock_cd text, shipment_no text, serial text)
      join stock k on k.owner_cd = w.owner_cd and k.stock_cd = w.stock_cd
      cross join lateral ((${leftByLedger}) union all (${leftByMatch})) m
      join stock_balance b on b.balance_id = m.from_balance_id
      join lot t on t.lot_id = b.lot_id)
    select distinct on (t.at) t.at, t.lot_no, t.mark, t.plot,
      to_char(t.made_dt, 'YYYYMMDD') made_dt, to_char(t.valid_dt, 'YYYYMMDD') valid_dt,
      (select jsonb_agg(o.lot_no order by o.lot_id) from (
        select distinct lot_id, lot_no from left_with o where o.at = t.at) o) lots
    from left_with t order by t.at, t.lot_id`)
  return new Map(found.map((lot) => [lot.at, lot]))
}

/** The lot that left with the earliest expiry date, among those with pieces not yet returned. */
const selectShippedLots = (wanted: readonly WantedLot[]) => sql`
  select distinct on (w.at) w.at, t.lot_no, t.mark, t.plot,
    to_char(t.made_dt, 'YYYYMMDD') made_dt, to_char(t.valid_dt, 'YYYYMMDD') valid_dt,
    (select jsonb_agg(q.lot_no order by q.lot_no) from shipment_returns(w.shipment_no) q
      where q.owner_cd = w.owner_cd and q.stock_cd = w.stock_cd and q.returned_qty < q.shipped_qty
        and upper(q.lot_no) = upper(coalesce(w.lot_no, q.lot_no))) lots
  from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) w(at integer, owner_cd text,
    stock_cd text, shipment_no text, lot_no text, valid_dt date)
  join shipment_returns(w.shipment_no) q on q.owner_cd = w.owner_cd and q.stock_cd = w.stock_cd
    and upper(q.lot_no) = upper(coalesce(w.lot_no, q.lot_no)) and q.returned_qty < q.shipped_qty
  join stock_movement m on m.movement_cd = 'SHIPMENT' and m.doc_no = w.shipment_no
    and m.to_place_cd = 'CUSTOMER'
  join stock_balance b on b.balance_id = m.from_balance_id
  join lot t on t.lot_id = b.lot_id and t.owner_cd = w.owner_cd and t.stock_cd = w.stock_cd
    and t.lot_no = q.lot_no
  order by w.at, t.valid_dt is distinct from w.valid_dt, t.valid_dt nulls last, t.lot_id`

interface AbsentLot extends Record<string, unknown> {
  readonly at: number
  readonly is_own: boolean
  readonly elsewhere: string | null
  readonly is_visible: boolean
}

/** Explains why a shipment has no more pieces of a lot to return. */
async function explainLots(
  call: SaveCall,
  absent: readonly WantedLot[],
): Promise<ReadonlyMap<number, Label>> {
  if (absent.length === 0) return new Map()
  const found = await call.tx.query<AbsentLot>(sql`
    select w.at, o.doc_no elsewhere, coalesce(o.is_visible, true) is_visible,
      exists (select from shipment_returns(w.shipment_no) q
        where q.owner_cd = w.owner_cd and q.stock_cd = w.stock_cd and q.shipped_qty > 0
          and upper(q.lot_no) = upper(coalesce(w.lot_no, q.lot_no))) is_own
    from jsonb_to_recordset(${JSON.stringify(absent)}::jsonb) w(at integer, owner_cd text,
      stock_cd text, shipment_no text, lot_no text)
    left join lateral (
      select m.doc_no, ${isVisibleWarehouse('m.wcode', call)} is_visible from lot t
      join stock_balance b using (lot_id)
      join stock_movement m on m.from_balance_id = b.balance_id and m.movement_cd = 'SHIPMENT'
      where t.owner_cd = w.owner_cd and t.stock_cd = w.stock_cd
        and upper(t.lot_no) = upper(w.lot_no)
      order by 2 desc, 1 limit 1) o on true`)
  return new Map(
    found.map(({ at, is_own, elsewhere, is_visible: isVisible }) => [
      at,
      is_own
        ? exceedsReturnableText(0)
        : lotOfOtherShipmentText(isVisible ? (elsewhere ?? '') : null),
    ]),
  )
}
