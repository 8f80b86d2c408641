import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { isVisibleWarehouse, toShownName } from '#server/auth/visible-names.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import type { RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'
import { receiptStatus } from '#areas/inbound/rules/receipt-status.ts'
import { serialOfOtherShipment } from '#areas/inventory/server/serial-errors.ts'

interface Serial extends Record<string, unknown> {
  readonly no: number
  readonly last_no: string | null
  readonly is_last: boolean
  readonly other: string | null
  readonly is_last_visible: boolean
  readonly is_other_visible: boolean
}

export function serialOnReturn(other: string | null): Label {
  const { ko, en } = toShownName(other)
  return label(`이미 반품 접수한 시리얼입니다: ${ko}`, `Already on return ${en}.`)
}

export const singlePieceOnly = label(
  '시리얼은 1개씩 접수합니다. 수량을 1로 입력하세요.',
  'A serial is one piece. Enter quantity 1.',
)

/**
 * Errors for lines whose serial did not leave last on the shipment of the return, or is on another
 * return that still holds it.
 */
export async function serialErrors(
  call: SaveCall,
  headers: readonly SaveRow[],
  lines: readonly SaveRow[],
): Promise<RowError[]> {
  const named = lines.filter(({ values }) => (values['SERIAL_NO'] ?? null) !== null)
  if (named.length === 0) return []
  const several = named.filter(({ values }) => Number(values['ORDER_QTY']) !== 1)
  if (several.length > 0) {
    return several.map(({ no }) => ({ row: no, column: 'ORDER_QTY', text: singlePieceOnly }))
  }
  const shipments = new Map(
    headers.map(({ values }) => [values['RECEIPT_NO'], values['SHIPMENT_NO'] ?? null]),
  )
  const given = named.map(({ no, values }) => ({
    no,
    receipt_no: values['RECEIPT_NO'],
    line_no: values['LINE_NO'] ?? null,
    owner_cd: values['OWNER_CD'],
    stock_cd: values['STOCK_CD'],
    serial_no: values['SERIAL_NO'],
    is_head: shipments.has(values['RECEIPT_NO'] ?? null),
    shipment_no: shipments.get(values['RECEIPT_NO'] ?? null) ?? null,
  }))
  const found = await call.tx.query<Serial>(serialFacts(given, call))
  return found.flatMap((serial): RowError[] => {
    if (serial.is_last && serial.other === null) return []
    const last = serial.last_no === null ? '' : serial.is_last_visible ? serial.last_no : null
    const text = serial.is_last
      ? serialOnReturn(serial.is_other_visible ? serial.other : null)
      : serialOfOtherShipment(last)
    return [{ row: serial.no, column: 'SERIAL_NO', text }]
  })
}

/** Blind returns have no shipment to compare a serial with. */
const serialFacts = (given: readonly object[], viewer: SaveCall) => sql`
  select g.no, m.shipment_no last_no, d.shipment_no is null
      or coalesce(m.shipment_no = d.shipment_no, false) is_last, x.other,
    ${isVisibleWarehouse('m.wcode', viewer)} is_last_visible,
    ${isVisibleWarehouse('x.wcode', viewer)} is_other_visible
  from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) g(no integer, receipt_no text,
    line_no integer, owner_cd text, stock_cd text, serial_no text, is_head boolean,
    shipment_no text)
  left join receipt r on r.receipt_no = g.receipt_no
  cross join lateral (
    select case when g.is_head then g.shipment_no else r.shipment_no end shipment_no) d
  left join lateral (
    select t.shipment_no, t.life_no, s.wcode from shipment_match t
    join shipment s using (shipment_no)
    where t.match_cd = 'SERIAL' and t.owner_cd = g.owner_cd and t.stock_cd = g.stock_cd
      and t.match_no = g.serial_no and s.shipped_at is not null
    order by t.life_no desc limit 1) m on true
  left join lateral (
    select h.receipt_no other, h.wcode from (
      select l.receipt_no, l.serial_no, b.wcode from receipt_line l join receipt b using (receipt_no)
      where l.owner_cd = g.owner_cd and l.stock_cd = g.stock_cd and l.serial_no = g.serial_no
        and b.shipment_no = d.shipment_no and b.state_cd <> ${quoteCodes(receiptStatus.cancelled)}
        and (l.receipt_no, l.line_no) is distinct from (g.receipt_no, g.line_no)) h
    order by 1 limit 1) x on true`
