import sql from 'sql-template-tag'
import { addDays } from '#kernel/calendar.ts'
import { demoItems } from '#server/demo/company/demo-company.ts'
import { shipmentStatus } from '#areas/outbound/rules/shipment-status.ts'
import { scmStatus } from '#areas/supply-chain/rules/scm-status.ts'
import { quoteCodes } from '#server/engine/quote-codes.ts'
import { pickLinesByHand, pickListed, shipmentRows, matchSerials } from './past-outbound.ts'
import { columnValues, type PastRow, type PastStep } from './past-step.ts'

const OWNER_CD = 'HANBIT'

const asUser = (user: string) => ({ user, at: '' })

export async function addPalletsAndBoxes(step: PastStep): Promise<void> {
  const { day } = step.place
  const items = demoItems.filter((item) => item.owner_cd === OWNER_CD && item.lot_yn === 'N')
  const common = { BATCH_FLAG: 'I', DOC_REF: 'pallets' }
  const rows: PastRow[] = [
    { ROW_TYPE: 'H', ...common, OWNER_CD, SUPPLIER_CD: 'SUP001', RECEIPT_DT: day },
    ...items.slice(0, 4).map(({ stock_cd: STOCK_CD, box_qty: boxQty }) => {
      return { ROW_TYPE: 'L', ...common, STOCK_CD, ORDER_QTY: boxQty * 4 }
    }),
  ]
  const saved = await step.save('inbound/save-receipts', asUser('clerk'), rows)
  const [RECEIPT_NO = ''] = columnValues(saved, 'RECEIPT_NO')
  const lines = await step.tx.query<{ line_no: number; qty: number }>(sql`
    select line_no, order_qty::float8 qty from receipt_line where receipt_no = ${RECEIPT_NO}
    order by 1`)
  const taken = lines.flatMap(({ line_no: LINE_NO, qty }): PastRow[] => {
    const row = { RECEIPT_NO, LINE_NO, VALID_DT: addDays(day, 400), CELL_CD: `A0${LINE_NO}-20-1` }
    const PALLET_NO = `PLT-${day.slice(2)}-${LINE_NO}`
    if (LINE_NO % 2 === 0) return [{ ...row, NOW_QTY: qty, PALLET_NO }]
    return [1, 2].map((box) => {
      return { ...row, NOW_QTY: qty / 2, PALLET_NO, BOX_NO: `BOX-${day.slice(2)}-${LINE_NO}${box}` }
    })
  })
  await step.save('inbound/receive', asUser('picker'), taken)
}

interface Packed extends Record<string, unknown> {
  shipment_no: string
  stock_cd: string
  qty: number
}

export async function addPackedOrders(step: PastStep): Promise<void> {
  const serial = await acceptSerialOrders(step)
  const allocated = await step.tx.query<{ shipment_no: string }>(sql`
    select distinct s.shipment_no from scm_order_link k join shipment s using (shipment_no)
    where s.wcode = ${step.place.wcode} and s.state_cd in (${quoteCodes([shipmentStatus.partlyAllocated, shipmentStatus.allocated])}) order by 1 limit 6`)
  const numbers = allocated.map(({ shipment_no: number }) => number)
  await step.save('outbound/mark-listed', asUser('clerk'), shipmentRows(numbers))
  await pickListed(step, numbers)
  const lines = await step.tx.query<Packed>(sql`
    select l.shipment_no, l.stock_cd, l.pick_qty::float8 qty from shipment_line l
    join shipment s using (shipment_no)
    where l.shipment_no = any(${numbers}::text[]) and s.state_cd = ${quoteCodes(shipmentStatus.picked)} and l.pick_qty > 0
    order by l.shipment_no, l.line_no`)
  const picked = [...new Set(lines.map(({ shipment_no: number }) => number))]
  for (const number of picked.slice(0, -1)) {
    await packShipment(
      step,
      number,
      lines.filter((line) => line.shipment_no === number),
    )
  }
  // Leave the last line without serial numbers, as work for the user.
  await matchSerials(step, (await pickLinesByHand(step, serial)).slice(0, -1))
}

async function packShipment(
  step: PastStep,
  number: string,
  lines: readonly Packed[],
): Promise<void> {
  const BOX_NO = `BOX-${number.slice(-4)}`
  const scans: PastRow[] = [
    { CODE: BOX_NO },
    ...lines.map(({ stock_cd: CODE, qty: QTY }) => ({ CODE, QTY, BOX_NO })),
    { CODE: `${(2.4 + lines.length).toFixed(1)}KG`, BOX_NO },
  ]
  for (const scan of scans) {
    await step.save('outbound/pack-scan', asUser('checker'), [
      { SHIPMENT_NO: number, QTY: 1, ...scan },
    ])
  }
  await step.save('outbound/finish-packing', asUser('checker'), shipmentRows([number]))
}

/** Accepts orders with serial numbers and returns their shipment numbers. */
async function acceptSerialOrders(step: PastStep): Promise<string[]> {
  const orders = await step.tx.query<{ scm_no: string }>(sql`
    select scm_no from scm_order where owner_cd = ${OWNER_CD} and serial_yn = 'Y'
      and wcode = ${step.place.wcode} and state_cd in (${quoteCodes([scmStatus.requested, scmStatus.accepted])})
      order by 1 limit 2`)
  const accepted = await step.save(
    'supply-chain/accept-orders',
    asUser('clerk'),
    orders.map(({ scm_no: SCM_NO }) => ({ SCM_NO })),
  )
  const numbers = columnValues(accepted, 'SHIPMENT_NO')
  await step.save('outbound/allocate', asUser('clerk'), shipmentRows(numbers))
  return numbers
}
