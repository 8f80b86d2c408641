import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'
import { isVisibleWarehouse, toShownName, type Viewer } from '#server/auth/visible-names.ts'
import type { RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { numberTexts } from '../rules/serial-numbers.ts'
import { serialStatus } from '../rules/serial-status.ts'

/** Column in which operations list serials. */
export const serialsColumn = 'SERIALS'

export const serialTexts = {
  missing: (qty: number): Label =>
    label(
      `시리얼을 지정하세요. 수량: ${formatCount(qty)}`,
      `Enter the serials of ${formatCount(qty, 'piece')}.`,
    ),
  count: (serials: number, qty: number): Label =>
    label(
      `시리얼은 ${formatCount(serials)}개, 수량은 ${formatCount(qty)}입니다. 개수를 맞추세요.`,
      `${formatCount(serials, 'serial')} for a quantity of ${formatCount(qty)}. Make them equal.`,
    ),
  elsewhere: (place: string): Label =>
    label(
      `다른 위치의 시리얼입니다: ${place}. 이동 후 다시 스캔하세요.`,
      `This serial is at ${place}. Move it, then scan again.`,
    ),
  picked: (shipment: string): Label =>
    label(
      `출고 ${shipment}에 피킹한 시리얼입니다. 피킹을 먼저 취소하세요.`,
      `Picked for shipment ${shipment}. Cancel the pick first.`,
    ),
  transit: label(
    '운송중인 시리얼입니다. 도착을 먼저 등록하세요.',
    'This serial is in transit. Receive it first.',
  ),
  shipped: (shipment: string): Label =>
    label(
      `출하한 시리얼입니다: ${shipment}. 반품으로 등록하세요.`,
      `Shipped on ${shipment}. Register a return.`,
    ),
  hidden: label(
    '다른 창고의 시리얼입니다. 번호를 확인하거나 관리자에게 문의하세요.',
    'This serial belongs to another warehouse. Check the number or ask your administrator.',
  ),
  notHere: label(
    '이 작업의 시리얼이 아닙니다. 번호를 확인하세요.',
    'This serial is not part of this work. Check the number.',
  ),
  unknown: label(
    '입고한 적이 없는 시리얼입니다. 번호를 확인하세요.',
    'This serial was never received. Check the number.',
  ),
  moved: label(
    '이동하거나 피킹한 시리얼이 있습니다. 그 작업을 먼저 취소하세요.',
    'Serials were moved or picked since. Cancel that work first.',
  ),
  onePerLine: label(
    '반품 행에 수량이 2개 이상입니다. 시리얼마다 한 행으로 접수하세요.',
    'The return line has several pieces. Register one line per serial.',
  ),
  otherLine: label(
    '다른 시리얼의 행입니다. 스캔한 시리얼의 행에서 입고하세요.',
    'This line is for another serial. Receive the scanned serial on its own line.',
  ),
  held: label(
    '보류된 시리얼입니다. 그대로 두고 관리자에게 알리세요.',
    'This serial is held. Leave it and tell the supervisor.',
  ),
  scanned: label(
    '이미 스캔한 시리얼입니다. 다음 시리얼을 스캔하세요.',
    'Already scanned. Scan the next serial.',
  ),
  onePiece: label(
    '시리얼은 1개씩 스캔합니다. 수량을 지우세요.',
    'A serial is one piece. Clear the quantity.',
  ),
  twice: numberTexts.twice,
  apart: label(
    '시리얼을 지정한 행은 도착지가 하나여야 합니다. 행을 나누세요.',
    'A row with serials must have one destination. Split the row.',
  ),
} as const

/**
 * Message for a serial that last left on shipment `elsewhere`; empty if it never left, null if the
 * shipment is hidden.
 */
export function serialOfOtherShipment(elsewhere: string | null): Label {
  if (elsewhere === '') {
    return label(
      '출하한 적이 없는 시리얼입니다. 번호를 확인하세요.',
      'This serial was never shipped. Check the number.',
    )
  }
  const { ko, en } = toShownName(elsewhere)
  return label(
    `이 출고의 시리얼이 아닙니다. 마지막 출고: ${ko}`,
    `Not a serial of this shipment. It was last shipped on ${en}.`,
  )
}

export const serialsError = (row: number, text: Label): RowError => ({
  row,
  column: serialsColumn,
  text,
})

/** Prefixes a text with its serial if the row lists several. */
export function prefixSerial(serial: string, isOnly: boolean, text: Label): Label {
  if (isOnly) return text
  const topic = josa(serial, '은/는')
  return label(`${serial}${topic} ${text.ko}`, `${serial}: ${text.en}`)
}

export interface NamedSerial {
  readonly row: number
  readonly owner: string
  readonly item: string
  readonly serial: string
  readonly isOnly: boolean
}

interface FoundSerial extends Record<string, unknown> {
  readonly at: number
  readonly state_cd: string | null
  readonly cell_cd: string | null
  readonly shipment_no: string | null
  readonly is_visible: boolean
}

/**
 * Explains where the serials are that these movements could not move. Does not name places and
 * shipments of other warehouses.
 */
export async function explainSerials(
  { tx, ...viewer }: Pick<SaveCall, 'tx'> & Viewer,
  named: readonly NamedSerial[],
  moved: readonly number[] = [],
): Promise<RowError[]> {
  if (named.length === 0) return []
  const given = named.map(({ owner, item, serial }, index) => ({ at: index, owner, item, serial }))
  const found = await tx.query<FoundSerial>(sql`
    select g.at, s.state_cd, b.cell_cd, coalesce(a.shipment_no, m.doc_no) shipment_no,
      ${isVisibleWarehouse(sql`coalesce(b.wcode, h.wcode, m.wcode)`, viewer)} is_visible
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      g(at integer, owner text, item text, serial text)
    left join serial s on s.owner_cd = g.owner and s.stock_cd = g.item and s.serial_no = g.serial
    left join stock_balance b on b.balance_id = s.balance_id
    left join allocation a on a.alloc_id = s.alloc_id
    left join shipment h on h.shipment_no = a.shipment_no
    left join stock_movement m on m.movement_no = s.last_movement_no
    where not coalesce(s.last_movement_no = any(${[...moved]}::bigint[]), false)
    order by g.at`)
  return found.map((one): RowError => {
    const { row, serial, isOnly } = named[one.at] as NamedSerial
    return serialsError(row, prefixSerial(serial, isOnly, serialPlace(one)))
  })
}

/** Explains where a serial is. */
export function serialPlace({
  state_cd,
  cell_cd,
  shipment_no,
  is_visible: isVisible,
}: Pick<FoundSerial, 'state_cd' | 'cell_cd' | 'shipment_no' | 'is_visible'>): Label {
  const isPlaced = cell_cd !== null || state_cd === serialStatus.picked
  if (!isVisible && (isPlaced || state_cd === serialStatus.shipped)) return serialTexts.hidden
  if (state_cd === serialStatus.picked) return serialTexts.picked(shipment_no ?? '')
  if (cell_cd !== null) return serialTexts.elsewhere(cell_cd)
  if (state_cd === serialStatus.inTransit) return serialTexts.transit
  if (state_cd === serialStatus.shipped) return serialTexts.shipped(shipment_no ?? '')
  return state_cd === null || state_cd === serialStatus.expected
    ? serialTexts.unknown
    : serialTexts.notHere
}
