import sql from 'sql-template-tag'
import { receiptStepFrom } from '#areas/inbound/rules/receipt-status.ts'
import { shipmentStepFrom } from '#areas/outbound/rules/shipment-status.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { columnValues, type PastRow, type PastStep } from './past-step.ts'

const OWNER_CD = 'HANBIT'
const byUser = (user: string) => ({ user, at: '' })

interface Shipped extends Record<string, unknown> {
  readonly shipment_no: string
  readonly stock_cd: string
  readonly qty: number
}

function toReturn({ shipment_no: SHIPMENT_NO, stock_cd: STOCK_CD, qty }: Shipped, day: string) {
  const DOC_REF = SHIPMENT_NO
  const document = { BATCH_FLAG: 'I', DOC_REF, OWNER_CD }
  const reason = { RETURN_KIND_CD: 'RETURN', SHIPMENT_NO, RECEIPT_DT: day }
  return [
    { ROW_TYPE: 'H', ...document, ...reason },
    { ROW_TYPE: 'L', BATCH_FLAG: 'I', DOC_REF, STOCK_CD, ORDER_QTY: qty },
  ]
}

/** Returns of shipped pieces: requested, expected, and inspected with pieces left to decide. */
export async function returnsOfToday(step: PastStep): Promise<void> {
  const { wcode, day } = step.place
  const shipped = await step.tx.query<Shipped>(sql`
    select shipment_no, min(stock_cd) stock_cd, 3::float8 qty
    from shipment join shipment_line l using (shipment_no)
    where wcode = ${wcode} and shipment.owner_cd = ${OWNER_CD} and sample_yn = 'N'
      and state_cd in (${quoteCodes(shipmentStepFrom.cancelShipping)}) and l.ship_qty >= 3
    group by shipment_no order by shipment_no desc limit 3`)
  const policy = { BATCH_FLAG: 'I', OWNER_CD, GROUP_CD: '*' }
  await step.save('returns/save-policies', byUser('admin'), [
    { ...policy, GRADE_CD: 'A', DISPOSE_CD: 'RESTOCK', APPROVE_YN: 'N', LIMIT_DAYS: 30 },
    { ...policy, GRADE_CD: 'C', DISPOSE_CD: 'SCRAP', APPROVE_YN: 'Y', LIMIT_DAYS: 30 },
  ])
  const [first, second, third] = shipped
  if (second) await step.save('returns/save-returns', byUser('clerk'), toReturn(second, day))
  if (third) await step.save('returns/request-returns', byUser('customer'), toReturn(third, day))
  if (!first) return
  const saved = await step.save('returns/save-returns', byUser('clerk'), toReturn(first, day))
  const [RECEIPT_NO = ''] = columnValues(saved, 'RECEIPT_NO')
  const scanned = { RECEIPT_NO, CODE: first.stock_cd }
  await step.save('returns/arrive', byUser('picker'), [{ ...scanned, QTY: first.qty }])
  for (const GRADE_CD of ['A', 'B', 'C']) {
    await step.save('returns/grade-scan', byUser('checker'), [{ ...scanned, QTY: 1, GRADE_CD }])
  }
}

const monitor = { OWNER_CD, STOCK_CD: 'SKU190001' }

/** An item with a serial number for each piece, partly shipped. */
export async function serialsOfToday(step: PastStep): Promise<void> {
  const { day } = step.place
  const name = { STOCK_NM: '자동혈압계 BP-200', UNIT_CD: 'EA', BOX_QTY: 1 }
  await step.save('master/save-stock', byUser('admin'), [
    { BATCH_FLAG: 'I', ...monitor, ...name, SERIAL_CD: 'ALL', CBM: 0.004, WEIGHT_KG: 0.6 },
  ])
  const saved = await step.save('inbound/save-receipts', byUser('clerk'), [
    ...toDocument({ SUPPLIER_CD: 'SUP001', RECEIPT_DT: day }, 6),
  ])
  const [RECEIPT_NO = ''] = columnValues(saved, 'RECEIPT_NO')
  const serials = Array.from({ length: 6 }, (_, at) => `BP200-${24_001 + at}`).join(' ')
  const line = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A01-01-1', NOW_QTY: 6, SERIALS: serials }
  await step.save('inbound/receive', byUser('picker'), [line])
}

function toDocument(head: PastRow, qty: number): PastRow[] {
  const common = { BATCH_FLAG: 'I', DOC_REF: monitor.STOCK_CD }
  return [
    { ROW_TYPE: 'H', ...common, OWNER_CD, ...head },
    { ROW_TYPE: 'L', ...common, STOCK_CD: monitor.STOCK_CD, ORDER_QTY: qty },
  ]
}

/** Pick faces below their minimum, with the same items elsewhere. */
export async function pickFacesOfToday(step: PastStep): Promise<void> {
  const { wcode } = step.place
  const faces = await step.tx.query<{ cell_cd: string; stock_cd: string }>(sql`
    update cell c set role_cd = 'PICK' from (
      select cell_cd, row_number() over (order by pick_seq, cell_cd) n from cell e
      where wcode = ${wcode} and zone_cd = 'A' and cell_type_cd <> 'DOCK' and lock_yn = 'N'
        and not exists (select from stock_balance b where b.wcode = e.wcode and b.cell_cd = e.cell_cd
          and b.qty > 0)) f
    join (
      select stock_cd, row_number() over (order by sum(b.qty) desc, stock_cd) n
      from stock_balance b join cell using (wcode, cell_cd)
      where wcode = ${wcode} and b.owner_cd = ${OWNER_CD} and zone_cd = 'A'
        and b.condition_cd = 'NORMAL' and b.alloc_qty + b.pick_qty = 0 and b.qty > 0
      group by stock_cd) s using (n)
    where c.wcode = ${wcode} and c.cell_cd = f.cell_cd and n <= 3
    returning c.cell_cd, s.stock_cd`)
  await step.save(
    'master/save-pick-face',
    byUser('admin'),
    faces.map(({ cell_cd: CELL_CD, stock_cd: STOCK_CD }) => {
      const quantities = { MIN_QTY: 6, MAX_QTY: 24, FIXED_YN: 'Y', USE_YN: 'Y' }
      return { BATCH_FLAG: 'I', CELL_CD, OWNER_CD, STOCK_CD, ...quantities }
    }),
  )
}

/** Received stock that waits at the dock. */
export async function stockAtDock(step: PastStep): Promise<void> {
  const { day } = step.place
  const [line] = await step.tx.query<{ receipt_no: string; line_no: number; qty: number }>(sql`
    select receipt_no, line_no, order_qty - receive_qty qty
    from receipt_line l join receipt using (receipt_no) join stock k
      on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    where wcode = ${step.place.wcode} and receipt_dt = ${day}::date and receive_qty = 0
      and state_cd in (${quoteCodes(receiptStepFrom.receive)}) and k.lot_yn = 'N' and k.valid_yn = 'N' and k.serial_cd <> 'ALL'
      and sample_yn = 'N'
    order by receipt_no, line_no limit 1`)
  if (!line) return
  const { receipt_no: RECEIPT_NO, line_no: LINE_NO, qty: NOW_QTY } = line
  const arrived = { RECEIPT_NO, LINE_NO, CELL_CD: 'DOCK-1', NOW_QTY }
  await step.save('inbound/receive', byUser('picker'), [arrived])
}
