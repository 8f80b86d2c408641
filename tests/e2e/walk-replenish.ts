import { pickAll } from '#tests/support/floor.ts'
import { prepareAll, type WalkArguments, type Prepare, type WalkFloor } from './walk-floor.ts'

/** An item with stock in one cell, and an empty cell to pick it from. */
async function pickCell(floor: WalkFloor) {
  const { STOCK_CD, CELL_CD, ZONE_CD = '' } = await floor.addStock()
  const face = `${ZONE_CD}-F`
  await floor.db.script(`insert into cell (wcode, cell_cd, zone_cd, role_cd)
    values ('W01', '${face}', '${ZONE_CD}', 'PICK')`)
  return { STOCK_CD, CELL_CD, face }
}

/** A pick face below its minimum. */
async function createEmptyFace(floor: WalkFloor) {
  const found = await pickCell(floor)
  const values = { OWNER_CD: 'HANBIT', STOCK_CD: found.STOCK_CD, CELL_CD: found.face }
  const row = { ...values, MIN_QTY: 2, MAX_QTY: 5, UNIT_CD: 'EA', FIXED_YN: 'Y', USE_YN: 'Y' }
  await floor.saved('master/save-pick-face', [{ ...row, BATCH_FLAG: 'I' }], 'CELL_CD')
  return { ...found, values }
}

export const replenishPreparations: Readonly<Record<string, Prepare>> = {
  ...prepareAll(['tasks/claim', 'tasks/assign'], async (floor): Promise<WalkArguments> => {
    const { STOCK_CD, CELL_CD, values } = await createEmptyFace(floor)
    await floor.saved('inventory/plan-replenishment', [values], 'CELL_CD')
    return { STOCK_CD, CELL_CD, KIND_CD: 'MOVE', NEW_USER_ID: 'admin' }
  }),
  'tasks/claimed-work': async (floor): Promise<WalkArguments> => {
    const { SHIPMENT_NO } = await floor.shipment('allocate', 'mark-listed')
    await floor.saved('tasks/claim', [{ KIND_CD: 'PICK', REF_NO: SHIPMENT_NO }], 'ROW')
    await pickAll(floor.user, SHIPMENT_NO)
    return { KIND_CD: 'PICK' }
  },
  'tasks/create-move-of-stock': async (floor): Promise<WalkArguments> => {
    const { STOCK_CD = '' } = await floor.shipment('allocate', 'mark-listed', 'pick')
    await floor.db.script(`update cell set pick_seq = 999 where cell_cd in (
      select cell_cd from stock_balance where stock_cd = '${STOCK_CD}')`)
    return { STOCK_CD }
  },
  'master/save-pick-face': async (floor): Promise<WalkArguments> => {
    const { STOCK_CD, face } = await pickCell(floor)
    const quantities = { NEW_MIN_QTY: '2', NEW_MAX_QTY: '5', NEW_UNIT_CD: 'EA' }
    return { STOCK_CD, CELL_CD: face, NEW_CELL_CD: face, ...quantities }
  },
  'inventory/plan-replenishment': async (floor): Promise<WalkArguments> => {
    const { STOCK_CD } = await createEmptyFace(floor)
    return { STOCK_CD }
  },
  'inventory/finish-replenish': async (floor): Promise<WalkArguments> => {
    const { STOCK_CD, CELL_CD, face, values } = await createEmptyFace(floor)
    await floor.saved('inventory/plan-replenishment', [values], 'CELL_CD')
    // The station prompts for the item before its target cell.
    return { FROM_CELL_CD: CELL_CD, TO_CELL_CD: STOCK_CD, STOCK_CD: face }
  },
}
