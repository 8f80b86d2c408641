import sql from 'sql-template-tag'
import {
  addSheds,
  arrive,
  clearCargo,
  expectCargo,
  open,
  release,
} from '#tests/support/customs-floor.ts'
import { toRows } from '#tests/support/floor.ts'
import { createCodes } from './walk-freight.ts'
import {
  prepareAll,
  prepareNothing,
  type WalkArguments,
  type Prepare,
  type WalkFloor,
} from './walk-floor.ts'

type CargoStage = 'expected' | 'in' | 'open' | 'cleared' | 'out'

async function makeCargo(floor: WalkFloor, reached: CargoStage): Promise<WalkArguments> {
  const { STOCK_CD } = await floor.addStock()
  const sheds = await floor.user.query('bonded/sheds')
  if (sheds.length === 0) await addSheds(floor.user)
  const BOND_NO = await expectCargo(floor.user, STOCK_CD)
  const [cargo] = await floor.user.query('bonded/cargos', { BOND_NO })
  const found = { BOND_NO, CARGO_NO: String(cargo?.['CARGO_NO']), STOCK_CD, CELL_CD: 'A-001' }
  if (reached === 'expected') return found
  await arrive(floor.user, BOND_NO)
  if (reached === 'in') return found
  await open(floor.user, BOND_NO)
  const BASIS_NO = `1309026${String(floor.next()).padStart(6, '9')}X`
  if (reached === 'open') return { ...found, BASIS_NO }
  const basisId = await clearCargo(floor.user, BOND_NO, STOCK_CD)
  if (reached === 'out') await release(floor.user, basisId, STOCK_CD, { NOW_PKG_QTY: 88 })
  return found
}

/** A confirmed house bill for an import, without a delivery order. */
async function importBill(floor: WalkFloor): Promise<WalkArguments> {
  const found = await createCodes(floor)
  await floor.db.script(`
    insert into carrier (carrier_cd, carrier_nm) values ('HMM', 'HMM') on conflict do nothing;
    insert into customer (customer_cd, customer_nm) values ('WALK', 'WALK') on conflict do nothing`)
  const parties = { SHIPPER_CD: 'WALK', CONSIGNEE_CD: 'WALK', BL_KIND_CD: 'SURRENDER' }
  const head = { CARRIER_CD: 'HMM', POL_CD: 'USLAX', POD_CD: 'KRPUS', VOYAGE_NO: '1E', ...parties }
  const BOOKING_ID = await floor.saved(
    'freight/save-booking',
    toRows({ ...head, PACKAGE_QTY: 8, WEIGHT_KG: 80 }, []),
    'BOOKING_ID',
  )
  const bill = { BOOKING_ID, KIND_CD: 'HBL' }
  const BILL_ID = await floor.saved('freight/save-bill', toRows(bill, []), 'BILL_ID')
  await floor.saved('freight/confirm-bill', [{ BILL_ID }], 'BILL_ID')
  return { ...found, BILL_ID, BOOKING_ID, NEW_VALID_DT: '20991231' }
}

function prepareCargo(reached: CargoStage): Prepare {
  return (floor) => makeCargo(floor, reached)
}

export const bondedPreparations: Readonly<Record<string, Prepare>> = {
  'bonded/save-sheds': prepareNothing,
  'bonded/issue-delivery-order': importBill,
  'bonded/arrival-notice-print': importBill,
  'bonded/ask-customs': async (floor) => {
    const setting = { SERVICE_URL: 'https://customs.invalid', SERVICE_KEY: 'walk', TRIES: 1 }
    const found = await makeCargo(floor, 'expected')
    await floor.saved('bonded/save-customs-setting', [setting], 'ROW')
    return found
  },
  'bonded/take-customs-entries': async (floor) => {
    const ENTRY_CD = `02${String(floor.next()).padStart(6, '9')}`
    await floor.db.execute(sql`
      with asked as (insert into customs_list (wcode, list_cd, asked_no, result_cd, tries,
        entry_count, user_id) values ('W01', 'SHED', ${ENTRY_CD}, 'OK', 1, 1, 'admin') returning list_id)
      insert into customs_list_line (list_id, line_no, entry_cd, theirs)
      select list_id, 1, ${ENTRY_CD}, '견본보세창고' from asked`)
    return { ENTRY_CD }
  },
  'bonded/save-rules': prepareNothing,
  'bonded/save-cargos': prepareCargo('expected'),
  'bonded/file-arrival': prepareCargo('expected'),
  'bonded/unpack': prepareCargo('in'),
  'bonded/clear': prepareCargo('open'),
  'bonded/stock': prepareCargo('open'),
  'bonded/cancel-arrival': prepareCargo('open'),
  'bonded/release': prepareCargo('cleared'),
  'bonded/cancel-release': prepareCargo('out'),
  'bonded/save-corrections': prepareCargo('in'),
  ...prepareAll(
    ['confirmation', 'arrival-register'].map((name) => `bonded/${name}`),
    prepareCargo('open'),
  ),
  ...prepareAll(
    ['gate-note', 'release-register'].map((name) => `bonded/${name}`),
    prepareCargo('out'),
  ),
}
