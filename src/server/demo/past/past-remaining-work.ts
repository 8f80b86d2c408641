import sql, { type Sql } from 'sql-template-tag'
import { addDays } from '#kernel/calendar.ts'
import { receiptKind } from '#areas/inbound/server/receipt-kind.ts'
import { shipmentKind } from '#areas/outbound/server/shipment-kind.ts'
import { demoItems } from '#server/demo/company/demo-company.ts'
import { receiptStepFrom } from '#areas/inbound/rules/receipt-status.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { pastItems } from './past-company.ts'
import { addPalletsAndBoxes, addPackedOrders } from './past-handling.ts'
import { addReturnsOfToday } from './past-returns.ts'
import { addPickFacesOfToday, addSerialsOfToday, addStockAtDock } from './past-storage.ts'
import { checkShipments, pickListed, shipmentRows, shipShipments } from './past-outbound.ts'
import { columnValues, type PastRow, type PastStep } from './past-step.ts'

const OWNER_CD = 'HANBIT'

const atAnyTime = (user: string) => ({ user, at: '' })
const toInsertRows = (rows: readonly PastRow[]): PastRow[] =>
  rows.map((row) => ({ BATCH_FLAG: 'I', ...row }))

const ownItems = demoItems.filter((item) => item.owner_cd === OWNER_CD)
const cosmetics = pastItems.filter((item) => item.owner.owner_cd === 'LUMI')

function toDocumentRows(head: PastRow, from: number, count: number, qty: number): PastRow[] {
  const DOC_REF = `${from}`
  return toInsertRows([
    { ROW_TYPE: 'H', DOC_REF, OWNER_CD, ...head },
    ...ownItems.slice(from, from + count).map(({ stock_cd: STOCK_CD }) => {
      return { ROW_TYPE: 'L', DOC_REF, STOCK_CD, ORDER_QTY: qty }
    }),
  ])
}

async function addSampleDocuments(step: PastStep): Promise<void> {
  const { day } = step.place
  const [item] = ownItems
  if (!item) return
  const receipt = { SUPPLIER_CD: 'SUP001', RECEIPT_DT: day }
  const lot = { LOT_NO: 'SAMPLE-1', VALID_DT: addDays(day, 300) }
  const come = toDocumentRows(receipt, 0, 1, 24).map((row) =>
    row['ROW_TYPE'] === 'L' ? { ...row, ...lot } : row,
  )
  const saved = await step.save('inbound/save-sample-receipts', atAnyTime('clerk'), come)
  const numbers = columnValues(saved, 'RECEIPT_NO').map((RECEIPT_NO) => ({ RECEIPT_NO }))
  await step.save('inbound/receive-bulk', atAnyTime('picker'), numbers)
  await step.save(
    'inbound/save-sample-receipts',
    atAnyTime('clerk'),
    toDocumentRows(receipt, 1, 2, 6),
  )
  await step.save(
    'inbound/request-sample-receipts',
    atAnyTime('customer'),
    toDocumentRows(receipt, 3, 2, 4),
  )
  const shipment = { SHIP_TO_CD: 'ST001', SHIPMENT_DT: day }
  const ordered = await step.save(
    'outbound/save-sample-shipments',
    atAnyTime('clerk'),
    toDocumentRows(shipment, 0, 1, 3),
  )
  await shipAll(step, columnValues(ordered, 'SHIPMENT_NO'))
  await step.save(
    'outbound/save-sample-shipments',
    atAnyTime('clerk'),
    toDocumentRows(shipment, 0, 1, 2),
  )
  await step.save(
    'outbound/request-sample-shipments',
    atAnyTime('customer'),
    toDocumentRows(shipment, 0, 1, 1),
  )
}

async function shipAll(step: PastStep, numbers: readonly string[]): Promise<void> {
  await step.save('outbound/allocate', atAnyTime('clerk'), shipmentRows(numbers))
  await step.save('outbound/mark-listed', atAnyTime('clerk'), shipmentRows(numbers))
  await pickListed(step, numbers)
  await checkShipments(step, numbers)
  await shipShipments(step, numbers)
}

async function toOwnOrderRows(step: PastStep): Promise<void> {
  const { day } = step.place
  const shipment = { SHIPMENT_DT: day }
  const shipped = await step.save('outbound/save-shipments', atAnyTime('clerk'), [
    ...toDocumentRows({ ...shipment, SHIP_TO_CD: 'ST001' }, 3, 3, 8),
    ...toDocumentRows({ ...shipment, SHIP_TO_CD: 'ST002' }, 9, 2, 5),
  ])
  await shipAll(step, columnValues(shipped, 'SHIPMENT_NO'))
  const open = toDocumentRows({ ...shipment, SHIP_TO_CD: 'ST003' }, 12, 2, 4)
  await step.save('outbound/save-shipments', atAnyTime('clerk'), open)
  const request = toDocumentRows({ ...shipment, SHIP_TO_CD: 'ST001' }, 15, 2, 6)
  await step.save('outbound/request-shipments', atAnyTime('customer'), request)
  const coming = { SUPPLIER_CD: 'SUP002', RECEIPT_DT: addDays(day, 1) }
  await step.save(
    'inbound/request-receipts',
    atAnyTime('customer'),
    toDocumentRows(coming, 18, 2, 60),
  )
}

async function addMasterChanges(step: PastStep): Promise<void> {
  const save = (name: string, rows: readonly PastRow[]) =>
    step.save(`master/save-${name}`, atAnyTime('admin'), toInsertRows(rows))
  const use = { USE_YN: 'Y' }
  await save('method', [
    { METHOD_CD: 'EMPTY', METHOD_NM: '빈 셀 적치', WORK_CD: 'PUT', STRATEGY_CD: 'EMPTY', ...use },
    {
      METHOD_CD: 'FEFO',
      METHOD_NM: '유통기한순 피킹',
      WORK_CD: 'PICK',
      STRATEGY_CD: 'FEFO',
      ...use,
    },
  ])
  await save('line', [
    { LINE_CD: 'IN-1', LINE_NM: '입고 도크 1', LINE_TYPE_CD: 'IN', CELL_CD: 'DOCK-1', ...use },
    { LINE_CD: 'OUT-1', LINE_NM: '출고 도크 1', LINE_TYPE_CD: 'OUT', CELL_CD: 'DOCK-3', ...use },
    { LINE_CD: 'STAGE-1', LINE_NM: '출고 대기 1', LINE_TYPE_CD: 'STAGE', ...use },
  ])
  await save('stock-group', [
    { OWNER_CD: 'LUMI', GROUP_CD: 'CARE', GROUP_NM: '기초화장품', PICK_METHOD_CD: 'FEFO', ...use },
    { OWNER_CD, GROUP_CD: 'VITAMIN', GROUP_NM: '비타민', ...use },
  ])
  const some = cosmetics
    .slice(0, 3)
    .map(({ stock_cd: STOCK_CD }) => ({ OWNER_CD: 'LUMI', STOCK_CD }))
  await save(
    'stock-unit',
    some.map((row) => ({ ...row, UNIT_CD: 'BOX', UNIT_QTY: 12 })),
  )
  await save(
    'stock-moq',
    some.map((row) => ({ ...row, MOQ_QTY: 12, STEP_QTY: 6 })),
  )
  await save(
    'stock-altcode',
    some.map((row, index) => ({
      ...row,
      ALT_CD: `MALL-${1001 + index}`,
      REMARK: '온라인몰 상품코드',
    })),
  )
}

/**
 * SQL condition: no matching stock `p` is allocated. A new rule for allocated stock would block its
 * shipments.
 */
const isUnallocated = (which: Sql): Sql => sql`not exists (select from stock_balance p
  where p.alloc_qty + p.pick_qty > 0 and ${which})`

interface Lot extends Record<string, unknown> {
  owner_cd: string
  stock_cd: string
  lot_no: string
}

async function startRecall(step: PastStep, lot: Lot | undefined): Promise<void> {
  if (!lot) return
  const { owner_cd, stock_cd: STOCK_CD, lot_no: LOT_NO } = lot
  await step.save('inventory/block-recall', atAnyTime('super'), [
    { OWNER_CD: owner_cd, STOCK_CD, LOT_NO, LEVEL_CD: '2', REASON: '이물 신고' },
  ])
}

async function addHoldRules(step: PastStep): Promise<void> {
  const { day } = step.place
  const days = { FROM_DT: day, TO_DT: addDays(day, 10) }
  const save = (name: string, row: PastRow) =>
    step.save(
      `inventory/save-${name}-hold-rules`,
      atAnyTime('super'),
      toInsertRows([{ ...row, ...days }]),
    )
  const [cell] = await step.tx.query<{ cell_cd: string }>(sql`
    select cell_cd from cell where wcode = ${step.place.wcode} and cell_cd like 'A01-%-4'
      and ${isUnallocated(sql`p.wcode = cell.wcode and p.cell_cd = cell.cell_cd`)} order by 1 limit 1`)
  if (cell) await save('cell', { CELL_CD: cell.cell_cd, REASON: '랙 점검' })
  const [zone] = await step.tx.query(sql`
    select from zone z where z.wcode = ${step.place.wcode} and z.zone_cd = 'F' and ${isUnallocated(sql`
      exists (select from cell c where c.wcode = p.wcode and c.cell_cd = p.cell_cd
        and c.wcode = z.wcode and c.zone_cd = z.zone_cd)`)}`)
  if (zone) await save('zone', { ZONE_CD: 'F', REASON: '냉동기 점검' })
  const [lot] = await step.tx.query<Lot>(sql`
    select owner_cd, stock_cd, lot_no from lot l where owner_cd = 'LUMI' and lot_no <> ''
      and ${isUnallocated(sql`exists (select from lot o where o.lot_id = p.lot_id
        and o.owner_cd = l.owner_cd and o.stock_cd = l.stock_cd
        and upper(o.lot_no) = upper(l.lot_no))`)}
    order by lot_id limit 1`)
  const [recalled] = await step.tx.query<Lot>(sql`
    select l.owner_cd, l.stock_cd, l.lot_no from lot l join stock_balance q using (lot_id)
    join stock_movement m on m.from_balance_id = q.balance_id
    where l.owner_cd = 'LUMI' and l.lot_no <> '' and m.movement_cd = 'SHIPMENT'
      and l.lot_no <> ${lot?.lot_no ?? ''}
      and ${isUnallocated(sql`exists (select from lot o where o.lot_id = p.lot_id
        and o.owner_cd = l.owner_cd and o.stock_cd = l.stock_cd
        and upper(o.lot_no) = upper(l.lot_no))`)}
    order by m.movement_no desc limit 1`)
  if (!lot) return
  const { owner_cd: owner, stock_cd: STOCK_CD, lot_no: LOT_NO } = lot
  await save('lot', { OWNER_CD: owner, STOCK_CD, LOT_NO, REASON: '성적서 확인' })
  await startRecall(step, recalled)
  const [received] = await step.tx.query<{
    DOC_NO: string
    LINE_NO: number
    BALANCE_ID: string
  }>(sql`
    select r.receipt_no "DOC_NO", m.doc_line "LINE_NO", m.to_balance_id::text "BALANCE_ID"
    from stock_movement m join receipt r on r.receipt_no = m.doc_no
    where r.wcode = ${step.place.wcode} and r.sample_yn = 'N'
      and r.state_cd in (${quoteCodes(receiptStepFrom.cancelReceiving)})
      and m.movement_cd = 'RECEIPT' and m.reverses_no is null
      and not exists (select from stock_movement x where x.reverses_no = m.movement_no)
    order by m.movement_no desc limit 1`)
  if (!received) return
  await step.save('inbound/labels-printed', atAnyTime('picker'), [
    { ...received, LABEL_CD: 'ITEM', COPIES: 12 },
  ])
}

async function addPartnerMessages(step: PastStep): Promise<void> {
  const { day } = step.place
  const [first, second] = ownItems
  if (!first || !second) return
  const from = { PROFILE_CD: 'PIKL', OWNER_CD }
  const inbound = { ...from, RECEIPT_DT: addDays(day, 2), SUPPLIER_CD: 'S-1', ORDER_QTY: 48 }
  await step.save('inbound/upload-partner-messages', atAnyTime('clerk'), [
    { ...inbound, MESSAGE_NO: 'M-1001', OWNER_ORDER_NO: 'HB-1001', STOCK_CD: first.stock_cd },
  ])
  await step.save('inbound/upload-partner-messages', atAnyTime('clerk'), [
    { ...inbound, MESSAGE_NO: 'M-1002', OWNER_ORDER_NO: 'HB-1002', STOCK_CD: second.stock_cd },
  ])
  const outbound = { ...from, SHIPMENT_DT: addDays(day, 1), SHIP_TO_CD: '0001', ORDER_QTY: 6 }
  await step.save('outbound/upload-partner-messages', atAnyTime('clerk'), [
    { ...outbound, MESSAGE_NO: 'M-2001', OWNER_ORDER_NO: 'HB-2001', STOCK_CD: second.stock_cd },
  ])
  await step.save('inventory/upload-partner-messages', atAnyTime('clerk'), [
    { ...from, MESSAGE_NO: 'M-3001', STOCK_CD: first.stock_cd, QTY: 100 },
  ])
}

async function addRejectedMessages(step: PastStep): Promise<void> {
  const { day } = step.place
  const receipt = { RECEIPT_DT: addDays(day, 3), SUPPLIER_CD: 'S-1', ORDER_QTY: '60' }
  const shipment = { SHIPMENT_DT: addDays(day, 1), SHIP_TO_CD: '0001', ORDER_QTY: '4' }
  await step.processPartnerMessage('PIKL', OWNER_CD, receiptKind, 'M-1003', {
    OWNER_ORDER_NO: 'HB-1003',
    STOCK_CD: 'NEW-ITEM',
    ...receipt,
  })
  await step.processPartnerMessage('PIKL', OWNER_CD, shipmentKind, 'M-2002', {
    OWNER_ORDER_NO: 'HB-2002',
    STOCK_CD: 'NEW-ITEM',
    ...shipment,
  })
}

async function addSamplesAndSeals(step: PastStep): Promise<void> {
  await step.save(
    'master/save-ship-to',
    atAnyTime('customer'),
    toInsertRows([
      { OWNER_CD, SHIP_TO_CD: 'SMP01', SHIP_TO_NM: '홍보관 샘플실', SAMPLE_YN: 'Y', USE_YN: 'Y' },
    ]),
  )
  const [cargo] = await step.tx.query<{ bond_no: string }>(sql`
    select bond_no from bonded_cargo where wcode = ${step.place.wcode} order by bond_no limit 1`)
  if (!cargo) return
  const seal = { BOND_NO: cargo.bond_no, NEW_SEAL_NO: 'KR480921', REASON: '봉인번호 오기' }
  await step.save('bonded/save-corrections', atAnyTime('clerk'), toInsertRows([seal]))
}

/** Less common work in the first warehouse, to give every screen some data. */
export async function addRemainingWork(step: PastStep): Promise<void> {
  if (step.place.wcode !== 'W01') return
  const documents = [
    addMasterChanges,
    addSampleDocuments,
    toOwnOrderRows,
    addHoldRules,
    addPartnerMessages,
    addRejectedMessages,
  ]
  const units = [addSamplesAndSeals, addPalletsAndBoxes, addPackedOrders]
  const storage = [addReturnsOfToday, addSerialsOfToday, addPickFacesOfToday, addStockAtDock]
  const works = [...documents, ...units, ...storage]
  for (const work of works) await work(step)
}
