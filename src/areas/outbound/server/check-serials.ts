import sql from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { findSerials, type FoundSerial } from '#areas/inventory/server/find-serial.ts'
import { serialStatus } from '#areas/inventory/rules/serial-status.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'
import { currentTimestamp } from '#server/engine/current-timestamp.ts'

/** Reports group by these texts, so they contain no numbers. */
export const checkSerialTexts = {
  checked: label(
    '이미 검수한 시리얼입니다. 다음 시리얼을 스캔하세요.',
    'This serial is already checked. Scan the next one.',
  ),
  unchecked: label('검수하지 않은 시리얼입니다.', 'This serial has not been checked.'),
  notPicked: label(
    '피킹하지 않은 시리얼입니다. 피킹한 시리얼을 스캔하세요.',
    'This serial has not been picked. Scan the picked one.',
  ),
  otherShipment: label(
    '다른 출고에 피킹한 시리얼입니다. 그 출고로 옮기세요.',
    'This serial is picked for another shipment. Put it with that shipment.',
  ),
  gone: label(
    '출고했거나 재고에 없는 시리얼입니다. 관리자에게 알리세요.',
    'This serial has left or is not in stock. Tell the supervisor.',
  ),
  otherOwner: label(
    '다른 화주의 시리얼입니다. 따로 두고 관리자에게 알리세요.',
    'This serial belongs to another owner. Set it aside and tell the supervisor.',
  ),
  unknown: label(
    '등록되지 않은 시리얼입니다. 번호를 확인하세요.',
    'Unknown serial. Check the number.',
  ),
} as const

/** A serial whose check is counted or undone. */
export interface CheckedSerial {
  readonly shipment_no: string
  readonly line_no: number
  readonly serial: string
  readonly isChecked: boolean
}

export async function storeChecked(
  { tx }: SaveCall,
  serials: readonly CheckedSerial[],
): Promise<void> {
  if (serials.length === 0) return
  await tx.execute(sql`
    update shipment_match m
    set checked_at = case when c."isChecked" then ${currentTimestamp}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(serials)}::jsonb)
      as c(shipment_no text, line_no integer, serial text, "isChecked" boolean)
    where m.shipment_no = c.shipment_no and m.line_no = c.line_no and m.match_cd = 'SERIAL'
      and m.match_no = c.serial`)
}

/** Clears checked serials beyond the counted pieces: a scan of the item was undone. */
export async function clearUncounted({ tx }: SaveCall, shipments: readonly string[]) {
  await tx.execute(sql`
    update shipment_match m set checked_at = null
    from (select x.shipment_no, x.line_no, x.match_no, l.check_qty,
        row_number() over (partition by x.shipment_no, x.line_no
          order by x.checked_at, x.match_no) turn
      from shipment_match x join shipment_line l using (shipment_no, line_no)
      where x.shipment_no = any(${[...shipments]}::text[]) and x.checked_at is not null) n
    where n.turn > n.check_qty and m.shipment_no = n.shipment_no and m.line_no = n.line_no
      and m.match_no = n.match_no`)
}

/**
 * Reason why the scanned serial does not belong to the shipment; undefined if the code is not a
 * serial.
 */
export async function explainSerial(call: SaveCall, row: SaveRow): Promise<Label | undefined> {
  const { SERIAL_NO: written, CODE: code, SHIPMENT_NO: shipment } = row.values
  const found = await findSerials(call, String(written ?? code), '')
  if (found.length === 0) return typeof written === 'string' ? checkSerialTexts.unknown : undefined
  const [header] = await call.tx.query<{ owner_cd: string }>(sql`
    select owner_cd from shipment where shipment_no = ${String(shipment)}`)
  const own = found.find(({ owner_cd }) => owner_cd === header?.owner_cd)
  return own ? placeReason(own) : checkSerialTexts.otherOwner
}

function placeReason({ state_cd, balance_id }: FoundSerial): Label {
  if (state_cd === serialStatus.picked) return checkSerialTexts.otherShipment
  return balance_id === null ? checkSerialTexts.gone : checkSerialTexts.notPicked
}
