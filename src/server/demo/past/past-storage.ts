import sql from 'sql-template-tag'
import { receiptStepFrom } from '#areas/inbound/rules/receipt-status.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { columnValues, type PastStep } from './past-step.ts'

const OWNER_CD = 'HANBIT'
const asUser = (user: string) => ({ user, at: '' })

const monitor = { OWNER_CD, STOCK_CD: 'SKU190001' }

/** Adds an item with a serial number for each piece, and receives six pieces. */
export async function addSerialsOfToday(step: PastStep): Promise<void> {
  const { day } = step.place
  const name = { STOCK_NM: '자동혈압계 BP-200', UNIT_CD: 'EA', BOX_QTY: 1 }
  await step.save('master/save-stock', asUser('admin'), [
    { BATCH_FLAG: 'I', ...monitor, ...name, SERIAL_CD: 'ALL', CBM: 0.004, WEIGHT_KG: 0.6 },
  ])
  const document = { BATCH_FLAG: 'I', DOC_REF: monitor.STOCK_CD }
  const saved = await step.save('inbound/save-receipts', asUser('clerk'), [
    { ROW_TYPE: 'H', ...document, OWNER_CD, SUPPLIER_CD: 'SUP001', RECEIPT_DT: day },
    { ROW_TYPE: 'L', ...document, STOCK_CD: monitor.STOCK_CD, ORDER_QTY: 6 },
  ])
  const [RECEIPT_NO = ''] = columnValues(saved, 'RECEIPT_NO')
  const serials = Array.from({ length: 6 }, (_, index) => `BP200-${24_001 + index}`).join(' ')
  const line = { RECEIPT_NO, LINE_NO: 1, CELL_CD: 'A01-01-1', NOW_QTY: 6, SERIALS: serials }
  await step.save('inbound/receive', asUser('picker'), [line])
}

/** Adds pick faces below their minimum, with stock of the same items elsewhere. */
export async function addPickFacesOfToday(step: PastStep): Promise<void> {
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
    asUser('admin'),
    faces.map(({ cell_cd: CELL_CD, stock_cd: STOCK_CD }) => {
      const quantities = { MIN_QTY: 6, MAX_QTY: 24, FIXED_YN: 'Y', USE_YN: 'Y' }
      return { BATCH_FLAG: 'I', CELL_CD, OWNER_CD, STOCK_CD, ...quantities }
    }),
  )
}

/** Receives stock that waits at the dock for putaway. */
export async function addStockAtDock(step: PastStep): Promise<void> {
  const { wcode, day } = step.place
  const [line] = await step.tx.query<{ receipt_no: string; line_no: number; qty: number }>(sql`
    select receipt_no, line_no, order_qty - receive_qty qty
    from receipt_line l join receipt using (receipt_no) join stock k
      on k.owner_cd = l.owner_cd and k.stock_cd = l.stock_cd
    where wcode = ${wcode} and receipt_dt = ${day}::date and receive_qty = 0
      and state_cd in (${quoteCodes(receiptStepFrom.receive)}) and sample_yn = 'N'
      and k.lot_yn = 'N' and k.valid_yn = 'N' and k.serial_cd <> 'ALL'
    order by receipt_no, line_no limit 1`)
  if (!line) return
  const { receipt_no: RECEIPT_NO, line_no: LINE_NO, qty: NOW_QTY } = line
  const arrived = { RECEIPT_NO, LINE_NO, CELL_CD: 'DOCK-1', NOW_QTY }
  await step.save('inbound/receive', asUser('picker'), [arrived])
}
