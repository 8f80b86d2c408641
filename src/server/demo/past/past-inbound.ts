import sql from 'sql-template-tag'
import { addDays } from '#kernel/calendar.ts'
import { receiptStepFrom } from '#areas/inbound/rules/receipt-status.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { pastItems, pastOwners, type PastItem, type PastOwner } from './past-company.ts'
import { orderFactor } from './past-days.ts'
import {
  splitWork,
  columnValues,
  type TimedUser,
  type PastRow,
  type PastStep,
} from './past-step.ts'

const usualLineCount = 3

function dailyDemand({ owner, share }: PastItem, wcode: string): number {
  const orders = (owner.weeks[wcode]?.orders ?? 0) / 7
  return (share * orders * (1 + owner.maxLines) * (1 + owner.maxPieces)) / 4
}

/**
 * Quantity of one delivery, in full boxes. It covers the demand until every other item has been
 * delivered once.
 */
function deliveryQuantity(item: PastItem, wcode: string): number {
  const { names, sizes, weeks } = item.owner
  const linesADay = ((weeks[wcode]?.receipts ?? 1) / 7) * usualLineCount
  const pieces = (dailyDemand(item, wcode) * names.length * sizes.length) / linesADay
  return Math.max(1, Math.ceil(pieces / item.box_qty)) * item.box_qty
}

const itemKey = (owner: string, item: string) => `${owner} ${item}`

async function readSupplies({ tx, place }: PastStep): Promise<Map<string, number>> {
  const rows = await tx.query<{ owner_cd: string; stock_cd: string; qty: number }>(sql`
    select owner_cd, stock_cd, sum(qty)::float8 qty from (
      select owner_cd, stock_cd, qty - alloc_qty - pick_qty qty from stock_balance
      where wcode = ${place.wcode} and qty > 0 and condition_cd = 'NORMAL'
      union all
      select l.owner_cd, l.stock_cd, l.order_qty - l.receive_qty - l.reject_qty
      from receipt_line l join receipt r using (receipt_no)
      where r.wcode = ${place.wcode} and r.state_cd in (${quoteCodes(receiptStepFrom.receive)})) s group by 1, 2`)
  return new Map(rows.map((row) => [itemKey(row.owner_cd, row.stock_cd), row.qty]))
}

function toReceipt(
  step: PastStep,
  ref: string,
  day: string,
  items: readonly PastItem[],
): PastRow[] {
  const { chance, place } = step
  const owner = items[0]?.owner
  if (!owner) return []
  const SUPPLIER_CD = `SUP00${chance.between(1, 3)}`
  const head = { ROW_TYPE: 'H', BATCH_FLAG: 'I', DOC_REF: ref, OWNER_CD: owner.owner_cd }
  const lines = items.map((item, index): PastRow => {
    const created = addDays(place.day, -chance.between(5, 20))
    return {
      ROW_TYPE: 'L',
      BATCH_FLAG: 'I',
      DOC_REF: ref,
      STOCK_CD: item.stock_cd,
      ORDER_QTY: deliveryQuantity(item, place.wcode),
      CELL_CD: item.cell_cd,
      LOT_NO: owner.lots ? `${owner.prefix}${created.slice(2)}-${index + 1}` : null,
      MADE_DT: owner.shelfDays === null ? null : created,
      VALID_DT: owner.shelfDays === null ? null : addDays(created, owner.shelfDays),
    }
  })
  return [{ ...head, SUPPLIER_CD, RECEIPT_DT: day }, ...lines]
}

/** Returns the items of an owner to replenish, soonest to run out first. */
function itemsToReplenish(
  step: PastStep,
  owner: PastOwner,
  supplies: Map<string, number>,
): PastItem[] {
  const { wcode } = step.place
  const suppliedQty = (item: PastItem) => supplies.get(itemKey(owner.owner_cd, item.stock_cd)) ?? 0
  return pastItems
    .filter((item) => item.owner === owner && item.share > 0)
    .filter((item) => suppliedQty(item) < 2 * deliveryQuantity(item, wcode))
    .map((item) => ({ item, lasts: suppliedQty(item) / dailyDemand(item, wcode) }))
    .toSorted((a, b) => a.lasts - b.lasts || a.item.stock_cd.localeCompare(b.item.stock_cd))
    .map(({ item }) => item)
}

async function addExpectedReceipts(step: PastStep): Promise<void> {
  const { chance, place } = step
  const supplies = await readSupplies(step)
  const rows: PastRow[] = []
  for (const owner of pastOwners) {
    const week = owner.weeks[place.wcode]
    if (!week) continue
    const wanted = itemsToReplenish(step, owner, supplies)
    const count = chance.roundRandomly((week.receipts / 7) * orderFactor(place.day, owner))
    for (let index = 0; index < count; index += 1) {
      const items = wanted.splice(0, chance.between(2, 4))
      const day = addDays(place.day, chance.between(0, 2))
      rows.push(...toReceipt(step, `${owner.owner_cd}${index}`, day, items))
    }
  }
  await step.save('inbound/save-receipts', { user: 'clerk', at: '0910' }, rows)
}

/** Receives the initial stock: a delivery of every item of an owner, twenty lines per receipt. */
export async function receiveInitialStock(step: PastStep, owner: PastOwner): Promise<void> {
  const rows: PastRow[] = []
  const items = owner.weeks[step.place.wcode]
    ? pastItems.filter((item) => item.owner === owner)
    : []
  for (let from = 0; from < items.length; from += 20) {
    const some = items.slice(from, from + 20)
    rows.push(...toReceipt(step, `${owner.owner_cd}${from}`, step.place.day, some))
  }
  const saved = await step.save('inbound/save-receipts', { user: 'clerk', at: '0720' }, rows)
  const numbers = columnValues(saved, 'RECEIPT_NO')
  await step.save(
    'inbound/receive-bulk',
    { user: 'picker', at: '0805' },
    numbers.map((RECEIPT_NO) => ({ RECEIPT_NO })),
  )
}

interface OpenLine extends Record<string, unknown> {
  receipt_no: string
  line_no: number
  cell_cd: string
  open_qty: number
}

const usualReceivers: readonly TimedUser[] = [{ user: 'picker', at: '1030' }]
const recentReceivers: readonly TimedUser[] = [
  { user: 'picker', at: '0925' },
  { user: 'picker3', at: '0950' },
  { user: 'picker', at: '1030' },
  { user: 'picker2', at: '1045' },
]

/** Receives the due deliveries, most in full, some short, damaged or late. */
async function receiveDue(step: PastStep): Promise<void> {
  const { tx, place, chance } = step
  const open = await tx.query<OpenLine>(sql`
    select l.receipt_no, l.line_no, l.cell_cd,
      (l.order_qty - l.receive_qty - l.reject_qty)::float8 open_qty
    from receipt r join receipt_line l using (receipt_no)
    where r.wcode = ${place.wcode} and r.receipt_dt <= ${place.day}::date
      and r.owner_cd = any(${pastOwners.map((owner) => owner.owner_cd)}::text[])
      and r.state_cd in (${quoteCodes(receiptStepFrom.receive)}) and l.receive_qty + l.reject_qty < l.order_qty
      and l.cell_cd is not null
    order by 1, 2`)
  const late = new Set(
    [...new Set(open.map((line) => line.receipt_no))].filter(() => chance.happens(6)),
  )
  const rows = open
    .filter((line) => !late.has(line.receipt_no))
    .map((line): PastRow => {
      const qty = line.open_qty
      const row = { RECEIPT_NO: line.receipt_no, LINE_NO: line.line_no, CELL_CD: line.cell_cd }
      if (qty > 4 && chance.happens(5)) return { ...row, NOW_QTY: Math.floor(qty * 0.6) }
      if (qty < 4 || !chance.happens(3)) return { ...row, NOW_QTY: qty }
      const REJECT_NOW_QTY = Math.max(1, Math.floor(qty / 20))
      const REJECT_REASON = chance.pick(['포장 파손', '유통기한 미달', '수량 불일치'])
      return { ...row, NOW_QTY: qty - REJECT_NOW_QTY, REJECT_NOW_QTY, REJECT_REASON }
    })
  for (const [act, some] of splitWork(rows, place.isRecent ? recentReceivers : usualReceivers)) {
    await step.save('inbound/receive', act, some)
  }
  if (chance.happens(3)) await reverseReceipt(step)
}

/** Reverses a mistyped receiving transaction. The items are received again the next day. */
async function reverseReceipt(step: PastStep): Promise<void> {
  const [wrong] = await step.tx.query<{ no: number; doc_no: string }>(sql`
    select movement_no as no, doc_no from stock_movement
    where wcode = ${step.place.wcode} and business_dt = ${step.place.day}::date
      and movement_cd = 'RECEIPT' and reverses_no is null
      and owner_cd = any(${pastOwners.map((owner) => owner.owner_cd)}::text[])
    order by movement_no desc limit 1`)
  if (!wrong) return
  const row = { RECEIPT_NO: wrong.doc_no, MOVEMENT_NO: wrong.no, REASON: '입고 수량 오입력' }
  await step.save('inbound/cancel-receiving', { user: 'clerk', at: '1115' }, [row])
}

export async function runInboundDay(step: PastStep): Promise<void> {
  await addExpectedReceipts(step)
  await receiveDue(step)
}
