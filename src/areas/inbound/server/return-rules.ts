import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { isVisibleWarehouse, toShownName, type Viewer } from '#server/auth/visible-names.ts'
import type { RowError } from '#server/base/app-error.ts'
import type { SaveCall, SaveRow } from '#server/engine/handler.ts'
import type { RowRule } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { receiptStatus } from '../rules/receipt-status.ts'

const isBlind = sql`(coalesce(r.blind_yn, 'N') = 'Y')`

/** Returned stock is free; uncleared cargo has to be filed again. */
export const shippedUnderBond = label(
  '보세상태로 반출한 출고입니다. 화물을 보세입고로 다시 등록하세요.',
  'This shipment left under bond. Register its cargo as a bonded receipt again.',
)

/**
 * A return must refer to its shipment or be declared as a return without shipment. Other receipts
 * must do neither. A shipment of another warehouse counts as unknown, unless the stored return
 * already names it.
 */
export const returnHeaderRules = (viewer: Viewer): readonly RowRule[] => [
  {
    column: 'SHIPMENT_NO',
    where: sql`r.order_kind_cd = 'RETURN' and (r.shipment_no is not null) = ${isBlind}`,
    text: () =>
      label(
        '원출고를 입력하거나 원출고 없음을 선택하세요.',
        'Enter the original shipment or select "No original shipment".',
      ),
  },
  {
    column: 'ORDER_KIND_CD',
    where: sql`r.order_kind_cd is distinct from 'RETURN'
      and (r.shipment_no is not null or ${isBlind})`,
    text: () =>
      label(
        '원출고는 반품에만 입력합니다. 주문구분을 확인하세요.',
        'Only a return can have an original shipment. Check the order kind.',
      ),
  },
  {
    column: 'SHIPMENT_NO',
    where: sql`r.shipment_no is not null and not exists (select from shipment x
      where x.shipment_no = r.shipment_no and x.owner_cd = r.owner_cd
        and x.shipped_at is not null and (${isVisibleWarehouse('x.wcode', viewer)}
          or exists (select from receipt k where k.receipt_no = r.receipt_no
            and k.shipment_no = r.shipment_no)))`,
    text: (v) =>
      label(
        `출하한 출고가 아닙니다: ${v['SHIPMENT_NO']}`,
        `Not a shipped document: ${v['SHIPMENT_NO']}`,
      ),
  },
  {
    column: 'SHIPMENT_NO',
    where: sql`r.shipment_no is not null and exists (select from allocation a
      join stock_balance b using (balance_id)
      where a.shipment_no = r.shipment_no and a.ship_qty > 0 and b.bonded_cd = 'BONDED')`,
    text: shippedUnderBond,
  },
]

interface ReturnExcess extends Record<string, unknown> {
  readonly receipt_no: string
  readonly stock_cd: string
  /** In upper case; null for all lots. */
  readonly lot_no: string | null
  readonly remaining: number
  readonly elsewhere: string | null
  readonly is_elsewhere_visible: boolean
}

/** Compares the lines of returns, stored or about to be saved, with the shipments they return. */
export async function excessReturns(
  call: SaveCall,
  headers: readonly SaveRow[],
  lines: readonly SaveRow[],
): Promise<RowError[]> {
  const heads = headers.map(({ values }) => withColumnNames(values))
  const deleted = call.rows.filter(({ type, flag }) => type === 'L' && flag === 'D')
  const given = [
    ...lines.map(({ flag, values }) => ({ ...withColumnNames(values), flag })),
    ...deleted.map((row) => ({
      ...withColumnNames(row.values),
      receipt_no: row.docRef,
      flag: 'D',
    })),
  ]
  const broken = await call.tx.query<ReturnExcess>(selectExcesses(heads, given, call))
  return broken.flatMap((excess): RowError[] => {
    const isSameReceipt = ({ values }: SaveRow) => values['RECEIPT_NO'] === excess.receipt_no
    const own = lines.filter(
      (row) =>
        isSameReceipt(row) &&
        row.values['STOCK_CD'] === excess.stock_cd &&
        (excess.lot_no === null || String(row.values['LOT_NO']).toUpperCase() === excess.lot_no),
    )
    if (own.length > 0) {
      const column = excess.elsewhere === null ? 'ORDER_QTY' : 'LOT_NO'
      return own.map(({ no }) => ({ row: no, column, text: excessText(excess) }))
    }
    return headers
      .filter(isSameReceipt)
      .map(({ no }) => ({ row: no, column: 'SHIPMENT_NO', text: excessText(excess) }))
  })
}

function excessText({ elsewhere, remaining, ...one }: ReturnExcess): Label {
  if (elsewhere === null) return exceedsReturnableText(remaining)
  return lotOfOtherShipmentText(elsewhere === '' || one.is_elsewhere_visible ? elsewhere : null)
}

export const exceedsReturnableText = (remaining: number): Label =>
  label(
    `반품 가능 수량을 초과했습니다. 남은 수량: ${formatCount(remaining)}`,
    `Exceeds the returnable quantity. Remaining: ${formatCount(remaining)}.`,
  )

/**
 * Message for a lot that left on shipment `elsewhere`; empty if it never left, null if the shipment
 * is hidden.
 */
export function lotOfOtherShipmentText(elsewhere: string | null): Label {
  if (elsewhere === '') {
    return label(
      '출하한 적이 없는 로트입니다. 로트를 확인하세요.',
      'This lot was never shipped. Check the lot.',
    )
  }
  const { ko, en } = toShownName(elsewhere)
  return label(
    `이 출고의 로트가 아닙니다. 출하한 출고: ${ko}`,
    `Not a lot of this shipment. It was shipped on ${en}.`,
  )
}

const withColumnNames = (values: SaveRow['values']) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]))

const selectExcesses = (
  heads: readonly object[],
  given: readonly object[],
  viewer: SaveCall,
) => sql`
  with head as (
    select * from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb)
      h(receipt_no text, owner_cd text, shipment_no text)),
  given as (
    select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      g(receipt_no text, line_no integer, stock_cd text, order_qty numeric, lot_no text, flag text)),
  doc as (
    select receipt_no, owner_cd, shipment_no from head
    union all
    select r.receipt_no, r.owner_cd, r.shipment_no from receipt r
    where r.receipt_no in (select receipt_no from given)
      and r.receipt_no not in (select receipt_no from head)),
  requested as (
    select d.*, x.stock_cd, x.order_qty qty, upper(coalesce(x.lot_no, '')) lot_no from doc d
    cross join lateral (
      select g.stock_cd, g.order_qty, g.lot_no from given g
      where g.receipt_no = d.receipt_no and g.flag <> 'D'
      union all
      select l.stock_cd, l.order_qty, l.lot_no from receipt_line l
      where l.receipt_no = d.receipt_no and not exists (select from given g
        where g.receipt_no = l.receipt_no and g.line_no = l.line_no)) x
    where d.shipment_no is not null),
  live as (
    select r.shipment_no, l.stock_cd, upper(coalesce(l.lot_no, '')) lot_no,
      case when r.state_cd = ${quoteCodes(receiptStatus.received)} then l.receive_qty
        else greatest(l.order_qty - l.reject_qty, l.receive_qty) end qty
    from receipt r join receipt_line l using (receipt_no)
    where r.shipment_no in (select shipment_no from requested)
      and r.receipt_no not in (select receipt_no from doc)
      and r.state_cd <> ${quoteCodes(receiptStatus.cancelled)}),
  shipped as (
    select s.shipment_no, q.* from (select distinct shipment_no from requested) s
    cross join lateral shipment_returns(s.shipment_no) q),
  wanted as (
    select a.shipment_no, a.receipt_no, a.owner_cd, a.stock_cd, null lot_no from requested a
    union
    select a.shipment_no, a.receipt_no, a.owner_cd, a.stock_cd, a.lot_no from requested a
    where a.lot_no <> ''),
  figures as (
    select w.*,
      coalesce((select sum(s.shipped_qty) from shipped s where s.shipment_no = w.shipment_no
        and s.owner_cd = w.owner_cd and s.stock_cd = w.stock_cd
        and upper(s.lot_no) = coalesce(w.lot_no, upper(s.lot_no))), 0) left_qty,
      coalesce((select sum(v.qty) from live v where v.shipment_no = w.shipment_no
        and v.stock_cd = w.stock_cd and v.lot_no = coalesce(w.lot_no, v.lot_no)), 0) live_qty,
      (select sum(a.qty) from requested a where a.shipment_no = w.shipment_no
        and a.stock_cd = w.stock_cd and a.lot_no = coalesce(w.lot_no, a.lot_no)) asked_qty
    from wanted w)
  select distinct on (f.receipt_no, f.stock_cd) f.receipt_no, f.stock_cd, f.lot_no,
    greatest(f.left_qty - f.live_qty, 0) remaining,
    case when f.lot_no is not null and f.left_qty <= 0 then coalesce(o.doc_no, '') end elsewhere,
    coalesce(o.is_visible, false) is_elsewhere_visible
  from figures f
  left join lateral (
    select m.doc_no, ${isVisibleWarehouse('m.wcode', viewer)} is_visible from lot t
    join stock_balance b using (lot_id)
    join stock_movement m on m.from_balance_id = b.balance_id and m.movement_cd = 'SHIPMENT'
    where t.owner_cd = f.owner_cd and t.stock_cd = f.stock_cd and upper(t.lot_no) = f.lot_no
    order by 2 desc, 1 limit 1) o on f.lot_no is not null and f.left_qty <= 0
  where f.asked_qty > greatest(f.left_qty - f.live_qty, 0)
  order by f.receipt_no, f.stock_cd, f.lot_no nulls last`
