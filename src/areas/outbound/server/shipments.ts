import sql, { type Sql } from 'sql-template-tag'
import type { Value, WireRow } from '#kernel/field.ts'
import { wholeQuantity } from '#areas/master/server/whole-quantity.ts'
import { label, type Label, type Language } from '#kernel/label.ts'
import { byItemCode } from '#areas/master/server/item-code.ts'
import { closedRequests, notInClosedPeriod } from '#areas/inventory/server/closed-periods.ts'
import { lastCancelReason, reversalColumns } from '#areas/inventory/server/document-work.ts'
import type { RowError } from '#server/base/app-error.ts'
import { decideRequests } from '#server/engine/decide-requests.ts'
import { documentImport } from '#server/engine/document-import.ts'
import { documentHandlers, documentKinds } from '#server/engine/document-handlers.ts'
import {
  findDocumentRuleErrors,
  requestsMustBeUndecided,
  orderNumberMustBeUnique,
  ownerMustExist,
} from '#server/engine/document-rules.ts'
import { defineDocumentSheet, uploadDocuments } from '#server/engine/document-upload.ts'
import { saveDocuments, type DocumentKind } from '#server/engine/document-save.ts'
import {
  handleProcedure,
  handleQuery,
  type QueryCall,
  type SaveCall,
  type SaveResult,
  type SaveRow,
} from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { shipmentMessageFields } from '../operations/partner.ts'
import {
  decideShipmentRequests,
  shipmentLines,
  shipmentRequests,
  shipments,
  shipmentSaves,
  uploadShipments,
} from '../operations/shipments.ts'
import { shipmentDocument, shipmentLine } from '../tables/shipment.ts'
import { shipmentStepFrom } from '../rules/shipment-status.ts'
import { shipmentSteps } from './lock-shipments.ts'
import { shortQuantity, shortageReason } from './shortage-reason.ts'

const toAllocate = [...shipmentStepFrom.allocate, ...shipmentStepFrom.fillRest]

const cancelColumns = (number: Sql, language: Language) =>
  reversalColumns({ movement: 'SHIPMENT', table: 'shipment' }, number, language)

const shipmentRows = ({ today, language }: Pick<QueryCall, 'today' | 'language'>) => sql`
    select s.*, o.owner_nm, t.ship_to_nm, l.*,
      case when s.state_cd in (${quoteCodes(shipmentStepFrom.awaitStock)}) then
        (select sum(${shortQuantity(today)}) from shipment_line l where l.shipment_no = s.shipment_no)
        else coalesce((select sum(order_qty - alloc_qty - backorder_qty) from shipment_line
          where shipment_no = s.shipment_no and order_qty > alloc_qty), 0) end short_qty,
      case when s.state_cd in (${quoteCodes(shipmentStepFrom.allocate)}) then 'Y'
        when s.state_cd in (${quoteCodes(shipmentStepFrom.fillRest)}) and exists (
          select from shipment_line where shipment_no = s.shipment_no and order_qty > alloc_qty)
          then 'Y' else 'N' end alloc_yn,
      case when l.order_qty > 0 then round(l.ship_qty / l.order_qty * 100, 1) end progress,
      null::text cancel_reason,
      ${lastCancelReason(cancelColumns(sql`s.shipment_no`, language))} last_cancel_reason
    from shipment s
    join owner o using (owner_cd)
    left join ship_to t on t.owner_cd = s.owner_cd and t.ship_to_cd = s.ship_to_cd
    left join lateral (
      select count(*) line_count, sum(order_qty) order_qty, sum(alloc_qty) alloc_qty,
        sum(pick_qty) pick_qty, sum(check_qty) check_qty,
        sum(ship_qty) ship_qty
      from shipment_line where shipment_no = s.shipment_no) l on true`
const latestFirst = 'v.shipment_dt desc, v.shipment_no desc'

export const itemMissing = (code: Value | undefined): Label =>
  label(`등록되지 않은 품목입니다: ${code}`, `Item not found: ${code}`)

export const itemNotStocked = (code: Value | undefined): Label =>
  label(
    `재고관리 대상이 아닌 품목입니다: ${code} (배송비·수기 등)`,
    `${code} is not a stocked item (such as postage or manual entries).`,
  )

export const shipmentsHandler = handleQuery(shipments, latestFirst, shipmentRows)

export const shipmentRequestsHandler = handleQuery(shipmentRequests, latestFirst, (call) =>
  requestsMustBeUndecided(shipmentRows(call)),
)

export const shipmentLinesHandler = handleQuery(
  shipmentLines,
  'v.shipment_no, v.line_no',
  ({ today, language }) => sql`
    select l.*, s.wcode, k.stock_nm, q.short_qty,
      case when l.pick_qty > 0 then round(l.check_qty / l.pick_qty * 100, 1) else 0 end progress,
      case when s.state_cd in (${quoteCodes(toAllocate)}) and q.short_qty > 0
        then ${shortageReason(today, language)} end reason
    from shipment_line l
    join shipment s using (shipment_no)
    join stock k on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    cross join lateral (select ${shortQuantity(today)} short_qty) q`,
)

const shipmentDocuments: DocumentKind = {
  ...shipmentDocument,
  rule: 'SHIPMENT',
  fixedValues: { SAMPLE_YN: 'N' },
  openStates: shipmentStepFrom.change,
  findErrors: itemErrors,
}

const kinds = documentKinds(shipmentDocuments, 'SHIPMENT_SAMPLE', { findErrors: shipmentErrors })

async function itemErrors(
  call: SaveCall,
  headers: readonly SaveRow[],
  lines: readonly SaveRow[],
): Promise<RowError[]> {
  const found = await Promise.all([
    shipmentErrors(call, headers, lines),
    minimumErrors(call, lines),
  ])
  return found.flat()
}

/** Errors for lines below the minimum order quantity of their item, or off its increment. */
export async function minimumErrors(
  call: SaveCall,
  lines: readonly SaveRow[],
): Promise<RowError[]> {
  const columns = ['OWNER_CD', 'STOCK_CD', 'ORDER_QTY']
  const small = await call.tx.query<{ no: number; moq: number; step: number | null }>(sql`
    select r.no, m.moq_qty moq, m.step_qty step
    from ${recordsetSql(shipmentLine.fields, columns, lines)}
    join stock_moq m on m.owner_cd = r.owner_cd and m.stock_cd = r.stock_cd
    where r.order_qty < m.moq_qty or mod(r.order_qty - m.moq_qty, m.step_qty) <> 0 order by r.no`)
  return small.map(({ no, moq, step }): RowError => {
    const steps = step === null ? ['', ''] : [`, ${step} 단위`, ` in steps of ${step}`]
    const text = label(
      `최소주문수량은 ${moq}${steps[0]}입니다.`,
      `The minimum order quantity is ${moq}${steps[1]}.`,
    )
    return { row: no, column: 'ORDER_QTY', text }
  })
}

function shipmentErrors(call: SaveCall, headers: readonly SaveRow[], lines: readonly SaveRow[]) {
  return findDocumentRuleErrors(
    call,
    shipmentDocument,
    headers,
    lines,
    shipmentRules(call.scope.wcode),
  )
}

function shipmentRules(wcode: string) {
  return {
    headers: [
      ownerMustExist,
      notInClosedPeriod(shipmentDocument, wcode, 'SHIPMENT_DT'),
      {
        column: 'SHIP_TO_CD',
        isCode: true as const,
        where: sql`r.ship_to_cd is not null and not exists (select from ship_to x
          where x.owner_cd = r.owner_cd and x.ship_to_cd = r.ship_to_cd and x.use_yn = 'Y')`,
        text: (v: WireRow) =>
          label(
            `등록되지 않은 배송처입니다: ${v['SHIP_TO_CD']}`,
            `Ship-to not found: ${v['SHIP_TO_CD']}`,
          ),
      },
      orderNumberMustBeUnique(shipmentDocument, wcode, (v) =>
        label(
          `이미 등록된 화주 오더번호입니다: ${v['OWNER_ORDER_NO']}. 번호를 수정하거나 행을 제외하세요.`,
          `Order ${v['OWNER_ORDER_NO']} is already registered. Correct it or exclude the row.`,
        ),
      ),
    ],
    lines: [
      wholeQuantity('ORDER_QTY'),
      {
        column: 'STOCK_CD',
        isCode: true as const,
        where: sql`not exists (select from stock x
          where x.owner_cd = r.owner_cd and x.stock_cd = r.stock_cd and x.use_yn = 'Y')`,
        text: (v: WireRow) => itemMissing(v['STOCK_CD']),
      },
      {
        column: 'STOCK_CD',
        where: sql`exists (select from stock x where x.owner_cd = r.owner_cd
          and x.stock_cd = r.stock_cd and x.goods_yn = 'N')`,
        text: (v: WireRow) => itemNotStocked(v['STOCK_CD']),
      },
    ],
  }
}

export const shipmentSaveHandlers = documentHandlers(shipmentSaves, kinds)

/**
 * Creates the shipments of customer orders. The rest of an order can be less than the minimum
 * quantity of its item, which applies to the order.
 */
export function saveOrderShipments(
  call: SaveCall,
  isRest: (row: SaveRow) => boolean,
): Promise<SaveResult> {
  const findErrors: DocumentKind['findErrors'] = async (saved, headers, lines) => [
    ...(await shipmentErrors(saved, headers, lines)),
    ...(await minimumErrors(
      saved,
      lines.filter((row) => !isRest(row)),
    )),
  ]
  return saveDocuments(call, { ...shipmentDocuments, findErrors })
}

export const decideShipmentRequestsHandler = handleProcedure(decideShipmentRequests, (call) =>
  decideRequests(call, decideShipmentRequests, shipmentSteps, (locked) =>
    closedRequests(locked, shipmentDocument, 'SHIPMENT_DT'),
  ),
)

const shipmentSheet = defineDocumentSheet(shipmentDocuments, {
  from: { [uploadShipments.name]: uploadShipments.input, shipmentMessageFields },
  by: ['OWNER_CD', 'OWNER_ORDER_NO'],
  headerColumns: ['SHIPMENT_DT', 'SHIP_TO_CD'],
  differenceMessage: label(
    '같은 화주 오더번호의 출고일·배송처가 다릅니다. 값을 맞추거나 오더번호를 나누세요.',
    'Ship date or ship-to differs within one order. Make them equal or split the order.',
  ),
  header: { REMARK: null },
})

export const uploadShipmentsHandler = handleProcedure(
  uploadShipments,
  async (call) => uploadDocuments(await byItemCode(call), shipmentDocuments, shipmentSheet),
  documentImport(shipmentDocuments),
)
