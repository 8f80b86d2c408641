import { arriveByReceiving, saveReturn } from '#tests/support/returns.ts'
import { shippedSteps, type Found, type Prepare, type WalkFloor } from './walk-floor.ts'

async function shipped(floor: WalkFloor): Promise<Found & { readonly STOCK_CD: string }> {
  const { SHIPMENT_NO, STOCK_CD = '' } = await floor.shipment(...shippedSteps)
  return { SHIPMENT_NO, STOCK_CD }
}

async function requested(floor: WalkFloor): Promise<Found> {
  const { SHIPMENT_NO = '', STOCK_CD } = await shipped(floor)
  const RECEIPT_NO = await saveReturn(floor.user, STOCK_CD, 1, { SHIPMENT_NO })
  return { RECEIPT_NO, STOCK_CD }
}

async function arrived(floor: WalkFloor): Promise<Found> {
  const found = await requested(floor)
  await arriveByReceiving(floor.user, found['RECEIPT_NO'] ?? '', 1)
  return found
}

async function graded(floor: WalkFloor, APPROVE_YN: 'Y' | 'N'): Promise<Found> {
  const found = await arrived(floor)
  const group = { OWNER_CD: 'HANBIT', GROUP_CD: '*', GRADE_CD: 'B' }
  await floor.db.script(`
    insert into return_policy (owner_cd, group_cd, grade_cd, dispose_cd, approve_yn)
    values ('HANBIT', '*', 'B', 'DAMAGED', '${APPROVE_YN}')
    on conflict (owner_cd, group_cd, grade_cd) do update set approve_yn = excluded.approve_yn`)
  const { RECEIPT_NO = '', STOCK_CD = '' } = found
  const scan = { RECEIPT_NO, CODE: STOCK_CD, QTY: 1, GRADE_CD: group.GRADE_CD }
  await floor.saved('returns/grade-scan', [scan], 'RECEIPT_NO', floor.other)
  return found
}

export const returnPreparations: Readonly<Record<string, Prepare>> = {
  'returns/save-returns': async (floor) => {
    const { SHIPMENT_NO = '', STOCK_CD } = await shipped(floor)
    return { NEW_SHIPMENT_NO: SHIPMENT_NO, STOCK_CD }
  },
  'returns/request-returns': async (floor) => {
    const { SHIPMENT_NO = '', STOCK_CD } = await shipped(floor)
    return { NEW_SHIPMENT_NO: SHIPMENT_NO, STOCK_CD }
  },
  'returns/finish-arrival': requested,
  'returns/finish-inspection': async (floor) => ({ ...(await arrived(floor)), ANSWER: '1' }),
  'returns/decide': (floor) => graded(floor, 'N'),
  'returns/decide-own': (floor) => graded(floor, 'Y'),
  'returns/save-policies': async () => ({ GROUP_CD: '*' }),
  'reports/returns': arrived,
  'inventory/put-away': async (floor) => {
    const { STOCK_CD, CELL_CD } = await floor.goods()
    await floor.db.script(`update cell set cell_type_cd = 'DOCK' where cell_cd = '${CELL_CD}'`)
    return { STOCK_CD }
  },
}
