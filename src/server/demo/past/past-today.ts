import sql from 'sql-template-tag'
import { addDays } from '#kernel/calendar.ts'
import { shipmentStepFrom } from '#areas/outbound/rules/shipment-status.ts'
import { pastItems, pastOwners, type PastOwner } from './past-company.ts'
import {
  checkShipments,
  findShipmentNumbers,
  toOrder,
  pickListed,
  shipmentRows,
  shipShipments,
} from './past-outbound.ts'
import { countPlanned, holdStock, nextCell, planCount, pickStock } from './past-stock-work.ts'
import { columnValues, type PastRow, type PastStep } from './past-step.ts'

/** Number of today's shipments waiting at each step. */
const shipmentsByStep = { new: 5, allocated: 5, listed: 5, picked: 5, checked: 4, shipped: 6 }

const asUserNow = (user: string) => ({ user, at: '' })
const getActiveOwners = (step: PastStep): PastOwner[] =>
  pastOwners.filter(({ weeks }) => weeks[step.place.wcode])

function toReceiptRows(step: PastStep, owner: PastOwner, ref: string, days: number): PastRow[] {
  const items = pastItems.filter((item) => item.owner === owner)
  const at = step.chance.between(0, items.length - 4)
  const head = { ROW_TYPE: 'H', BATCH_FLAG: 'I', DOC_REF: ref, OWNER_CD: owner.owner_cd }
  const lines = items.slice(at, at + 3).map((item): PastRow => ({
    ROW_TYPE: 'L',
    BATCH_FLAG: 'I',
    DOC_REF: ref,
    STOCK_CD: item.stock_cd,
    ORDER_QTY: item.box_qty * step.chance.between(1, 4),
    CELL_CD: item.cell_cd,
  }))
  return [{ ...head, SUPPLIER_CD: 'SUP001', RECEIPT_DT: addDays(step.place.day, days) }, ...lines]
}

export async function addReceiptsOfToday(step: PastStep): Promise<void> {
  const owners = getActiveOwners(step)
  const receiptRowsIn = (days: number) =>
    owners.flatMap((owner) => toReceiptRows(step, owner, `${owner.owner_cd}${days}`, days))
  const requests = owners.flatMap((owner) => toReceiptRows(step, owner, owner.owner_cd, 1))
  await step.save('inbound/request-receipts', asUserNow('customer'), requests)
  const rows = [...receiptRowsIn(-1), ...receiptRowsIn(0), ...receiptRowsIn(1)]
  const saved = await step.save('inbound/save-receipts', asUserNow('clerk'), rows)
  const [line] = await step.tx.query<{ receipt_no: string; line_no: number; cell_cd: string }>(sql`
    select receipt_no, line_no, cell_cd from receipt_line join stock using (owner_cd, stock_cd)
    where receipt_no = any(${columnValues(saved, 'RECEIPT_NO')}::text[])
      and lot_yn = 'N' and valid_yn = 'N' order by 1, 2 limit 1`)
  if (!line) return
  const part = {
    RECEIPT_NO: line.receipt_no,
    LINE_NO: line.line_no,
    CELL_CD: line.cell_cd,
    NOW_QTY: 2,
  }
  await step.save('inbound/receive', asUserNow('picker'), [part])
}

function pickOrders(step: PastStep, count: number, name: string): PastRow[] {
  const owners = getActiveOwners(step)
  return Array.from({ length: count }, (_, index) => {
    const owner = owners[index % owners.length]
    return owner ? toOrder(step, owner, `${name}${index}`, step.place.day) : []
  }).flat()
}

export async function addShipmentsOfToday(step: PastStep): Promise<void> {
  await step.save('outbound/request-shipments', asUserNow('customer'), pickOrders(step, 4, 'ask'))
  const sum = Object.values(shipmentsByStep).reduce((all, count) => all + count)
  const rows = pickOrders(step, sum, 'order')
  const saved = await step.save('outbound/save-shipments', asUserNow('clerk'), rows)
  const numbers = columnValues(saved, 'SHIPMENT_NO')
  await step.save('outbound/save-shipments', asUserNow('clerk'), await toShortOrder(step))
  await step.save(
    'outbound/allocate',
    asUserNow('clerk'),
    shipmentRows(await findShipmentNumbers(step, shipmentStepFrom.allocate)).slice(
      shipmentsByStep.new,
    ),
  )
  const full = new Set(await findShipmentNumbers(step, shipmentStepFrom.list))
  const on = numbers.filter((number) => full.has(number)).slice(shipmentsByStep.allocated)
  await step.save('outbound/mark-listed', asUserNow('clerk'), shipmentRows(on))
  await pickListed(step, on.slice(shipmentsByStep.listed))
  const picked = new Set(await findShipmentNumbers(step, shipmentStepFrom.check))
  const checked = on.filter((number) => picked.has(number)).slice(shipmentsByStep.picked)
  await checkShipments(step, checked)
  await shipShipments(step, checked.slice(shipmentsByStep.checked))
}

async function toShortOrder(step: PastStep): Promise<PastRow[]> {
  const [owner] = getActiveOwners(step)
  const item = pastItems.find((pastItem) => pastItem.owner === owner)
  if (!owner || !item) return []
  const [there] = await step.tx.query<{ qty: number }>(sql`
    select coalesce(sum(qty), 0)::float8 qty from stock_balance
    where wcode = ${step.place.wcode} and owner_cd = ${owner.owner_cd}
      and stock_cd = ${item.stock_cd}`)
  const common = { BATCH_FLAG: 'I', DOC_REF: 'short' }
  return [
    {
      ROW_TYPE: 'H',
      ...common,
      OWNER_CD: owner.owner_cd,
      SHIP_TO_CD: 'SHOP1',
      SHIPMENT_DT: step.place.day,
    },
    {
      ROW_TYPE: 'L',
      ...common,
      STOCK_CD: item.stock_cd,
      ORDER_QTY: (there?.qty ?? 0) + 3 * item.box_qty,
    },
  ]
}

/** Adds open move tasks. A user is working on one of them. */
async function addMoveTasks(step: PastStep): Promise<void> {
  const rows = await pickStock(step, 3, sql`b.condition_cd = 'NORMAL'`)
  const inserted = await step.save(
    'tasks/create-move-of-stock',
    asUserNow('super'),
    rows.map(({ balance_id: id, cell_cd: cell, free }, index) => {
      const tasks = { PRIORITY: index + 1, DUE_AT: `${step.place.day}180000` }
      return { BALANCE_ID: String(id), WORK_QTY: free, TO_CELL_CD: nextCell(cell), ...tasks }
    }),
  )
  const claims = columnValues(inserted, 'REF_NO').slice(0, 1)
  await step.save(
    'tasks/claim',
    asUserNow('picker'),
    claims.map((REF_NO) => ({ KIND_CD: 'MOVE', REF_NO })),
  )
}

export async function addStockWorkOfToday(step: PastStep): Promise<void> {
  await planCount(step, 3)
  const { job, rows } = await planCount(step, 3)
  await countPlanned(step, job, rows)
  await holdStock(step, 3)
  const [large] = await pickStock(step, 1, sql`b.condition_cd = 'NORMAL'`)
  const adjusted = large
    ? [{ BALANCE_ID: String(large.balance_id), ADJUST_QTY: 250, REASON: '재고 확인' }]
    : []
  await step.save('inventory/adjust', asUserNow('clerk'), adjusted)
  const TO_WCODE = step.place.wcode === 'W01' ? 'W02' : 'W01'
  const going = await pickStock(step, 2, sql`b.condition_cd = 'NORMAL' and b.owner_cd = 'GIFT'`)
  await step.save(
    'inventory/transfer-warehouse',
    asUserNow('clerk'),
    going.map(({ balance_id: id, free }) => {
      return { TRANSFER_KEY: `B${id}`, WORK_QTY: free, TO_WCODE, REASON: '재고 재배치' }
    }),
  )
  await addMoveTasks(step)
  const slow = pastItems.find(({ owner, share }) => share === 0 && owner.weeks[step.place.wcode])
  if (!slow) return
  const rule = { OWNER_CD: slow.owner.owner_cd, STOCK_CD: slow.stock_cd, REASON: '리콜 검토' }
  const from = { FROM_DT: step.place.day, TO_DT: addDays(step.place.day, 14) }
  await step.save('inventory/save-stock-hold-rules', asUserNow('super'), [
    { BATCH_FLAG: 'I', ...rule, ...from },
  ])
}
