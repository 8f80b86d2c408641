import { arriveByReceiving, saveReturn } from '#tests/support/returns.ts'
import { shippedSteps, type WalkArguments, type Prepare, type WalkFloor } from './walk-floor.ts'

async function createShippedOrder(
  floor: WalkFloor,
): Promise<WalkArguments & { readonly STOCK_CD: string }> {
  const { SHIPMENT_NO, STOCK_CD = '' } = await floor.shipment(...shippedSteps)
  return { SHIPMENT_NO, STOCK_CD }
}

async function createReturnRequest(floor: WalkFloor): Promise<WalkArguments> {
  const { SHIPMENT_NO = '', STOCK_CD } = await createShippedOrder(floor)
  const RECEIPT_NO = await saveReturn(floor.user, STOCK_CD, 1, { SHIPMENT_NO })
  return { RECEIPT_NO, STOCK_CD }
}

async function createArrivedReturn(floor: WalkFloor): Promise<WalkArguments> {
  const found = await createReturnRequest(floor)
  await arriveByReceiving(floor.user, found['RECEIPT_NO'] ?? '', 1)
  return found
}

/** A graded piece that waits for its disposition, because no policy decides it. */
async function createGradedReturn(floor: WalkFloor): Promise<WalkArguments> {
  const found = await createArrivedReturn(floor)
  const scan = { RECEIPT_NO: found['RECEIPT_NO'] ?? null, CODE: found['STOCK_CD'] ?? null, QTY: 1 }
  await floor.saved('returns/grade-scan', [{ ...scan, GRADE_CD: 'X' }], 'RECEIPT_NO', floor.other)
  return found
}

export const returnPreparations: Readonly<Record<string, Prepare>> = {
  'returns/save-returns': async (floor) => {
    const { SHIPMENT_NO = '', STOCK_CD } = await createShippedOrder(floor)
    return { NEW_SHIPMENT_NO: SHIPMENT_NO, STOCK_CD }
  },
  'returns/request-returns': async (floor) => {
    const { SHIPMENT_NO = '', STOCK_CD } = await createShippedOrder(floor)
    return { NEW_SHIPMENT_NO: SHIPMENT_NO, STOCK_CD }
  },
  'returns/finish-arrival': createReturnRequest,
  'returns/finish-inspection': async (floor) => ({
    ...(await createArrivedReturn(floor)),
    ANSWER: '1',
  }),
  'returns/decide': createGradedReturn,
  'returns/save-policies': async () => ({ GROUP_CD: '*' }),
  'reports/returns': createArrivedReturn,
}
