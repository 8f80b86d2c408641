import sql from 'sql-template-tag'
import { shipmentStepFrom } from '#areas/outbound/rules/shipment-status.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { columnValues, type PastStep } from './past-step.ts'

const OWNER_CD = 'HANBIT'
const asUser = (user: string) => ({ user, at: '' })

interface ShippedItem extends Record<string, unknown> {
  readonly shipment_no: string
  readonly stock_cd: string
}

/** Each return has one piece per grade. */
const grades = ['A', 'B', 'C']

function toReturn({ shipment_no: SHIPMENT_NO, stock_cd: STOCK_CD }: ShippedItem, day: string) {
  const DOC_REF = SHIPMENT_NO
  const document = { BATCH_FLAG: 'I', DOC_REF, OWNER_CD }
  const reason = { RETURN_KIND_CD: 'RETURN', SHIPMENT_NO, RECEIPT_DT: day }
  return [
    { ROW_TYPE: 'H', ...document, ...reason },
    { ROW_TYPE: 'L', BATCH_FLAG: 'I', DOC_REF, STOCK_CD, ORDER_QTY: grades.length },
  ]
}

/** Adds returns of shipped pieces: requested, expected, and inspected but not yet disposed of. */
export async function addReturnsOfToday(step: PastStep): Promise<void> {
  const { wcode, day } = step.place
  const shipped = await step.tx.query<ShippedItem>(sql`
    select shipment_no, min(stock_cd) stock_cd
    from shipment join shipment_line l using (shipment_no)
    where wcode = ${wcode} and shipment.owner_cd = ${OWNER_CD} and sample_yn = 'N'
      and state_cd in (${quoteCodes(shipmentStepFrom.cancelShipping)}) and l.ship_qty >= ${grades.length}
    group by shipment_no order by shipment_no desc limit 3`)
  const policy = { BATCH_FLAG: 'I', OWNER_CD, GROUP_CD: '*' }
  await step.save('returns/save-policies', asUser('admin'), [
    { ...policy, GRADE_CD: 'A', DISPOSE_CD: 'RESTOCK', APPROVE_YN: 'N', LIMIT_DAYS: 30 },
    { ...policy, GRADE_CD: 'C', DISPOSE_CD: 'SCRAP', APPROVE_YN: 'Y', LIMIT_DAYS: 30 },
  ])
  const [first, second, third] = shipped
  if (second) await step.save('returns/save-returns', asUser('clerk'), toReturn(second, day))
  if (third) await step.save('returns/request-returns', asUser('customer'), toReturn(third, day))
  if (!first) return
  const saved = await step.save('returns/save-returns', asUser('clerk'), toReturn(first, day))
  const [RECEIPT_NO = ''] = columnValues(saved, 'RECEIPT_NO')
  const scanned = { RECEIPT_NO, CODE: first.stock_cd }
  await step.save('returns/arrive', asUser('picker'), [{ ...scanned, QTY: grades.length }])
  for (const GRADE_CD of grades) {
    await step.save('returns/grade-scan', asUser('checker'), [{ ...scanned, QTY: 1, GRADE_CD }])
  }
}
