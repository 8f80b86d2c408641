import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GridPart } from '#kernel/screen.ts'
import { bondedCargoScreen } from '#areas/bonded/screens/BondedCargo.ts'
import { bondedClearanceScreen } from '#areas/bonded/screens/BondedClearance.ts'
import { bondedCorrectionScreen } from '#areas/bonded/screens/BondedCorrection.ts'
import { bondedReceiptScreen } from '#areas/bonded/screens/BondedReceipt.ts'
import { bondedShipmentScreen } from '#areas/bonded/screens/BondedShipment.ts'
import { deliveryOrderScreen } from '#areas/bonded/screens/DeliveryOrder.ts'
import { bondedUnpackScreen } from '#areas/bonded/screens/BondedUnpack.ts'
import { freightCodeLists } from '#areas/freight/rules/code-lists.ts'
import { commandTitle, rowStatus, pageTexts } from '#tests/support/labels.ts'
import { Desk } from './desk.ts'
import { processSiteKey } from '#tests/support/server-process.ts'
import { typeInto } from './type-into.ts'
import type { KeyboardUser } from './keyboard-user.ts'
import { SecondDesk } from './second-desk.ts'

const verify = fileURLToPath(new URL('../../src/server/verify.ts', import.meta.url))
const cargoNo = '26HDMU0137I00420001'

let desk: Desk
let user: KeyboardUser
/** The supervisor approves requests of other users on another computer, and the office bills. */
let supervisor: SecondDesk
let office: SecondDesk
let bondNo = ''

beforeAll(async () => {
  desk = await Desk.open()
  ;({ user } = desk)
  await user.logIn()
  supervisor = await SecondDesk.open(desk.server.url, 'super')
  // Agreed prices: five won per kilogram and day, 0.1 % of the value per period.
  const agreed = {
    BATCH_FLAG: 'I',
    VERSION_NO: 1,
    STATE_CD: '20',
    PER_CD: 'LINE',
    BASIS_CD: 'WORK',
  }
  const from = { FROM_DT: '20260101', VAT_CD: 'TAX', ROUNDING_CD: '2', CURRENCY_CD: 'KRW' }
  office = await SecondDesk.open(desk.server.url, 'admin')
  await office.save('freight/save-price-line', [
    {
      ...agreed,
      ...from,
      PRICE_CD: 'JOB-KG',
      CHARGE_CD: 'BON_STORE',
      UNIT_CD: 'KG',
      UNIT_PRICE: 5,
    },
    {
      ...agreed,
      ...from,
      PRICE_CD: 'JOB-V',
      CHARGE_CD: 'BON_VALUE',
      UNIT_CD: 'VALUE',
      UNIT_PRICE: 1,
    },
  ])
})
afterAll(() => desk.close())

async function openCargo(route: string, search = `BOND_NO=${bondNo}`) {
  await desk.leave()
  await desk.openRows(route, search)
}

const type = (route: string, part: GridPart, values: Record<string, string>) =>
  typeInto(user, route, part, values)

test('a confirmed booking becomes expected cargo and gets its customs cargo number', async () => {
  await openCargo('CmsMyBooking', 'BOOKING_ID=BK-DEMO-0004')
  await user.command(commandTitle('freight.expect-bonded'))
  await user.page.locator('.ask-form input:focus').waitFor()
  for (const value of ['VINUM', '02099999', 'WINE1']) {
    await user.type(value)
    await user.press('Tab')
  }
  await user.type('2400')
  await user.press('Enter')
  await user.expectText(/BD-\d{8}-\d{4}/)
  const [cargo] = await supervisor.rows('bonded/cargos', { BOOKING_ID: 'BK-DEMO-0004' })
  bondNo = String(cargo?.['BOND_NO'])
  await openCargo('BondedCargo')
  await type('BondedCargo', bondedCargoScreen.grid, { CARGO_NO: cargoNo, CUSTOM_VALUE: '23900000' })
  await user.press('Control+s')
  await user.expectText(pageTexts.saved(1))
})

test('one missing carton holds the cargo with a report, and the corrected manifest admits it', async () => {
  await openCargo('BondedReceipt')
  await type('BondedReceipt', bondedReceiptScreen.grid, { NOW_PKG_QTY: '239', NOTE: 'one missing' })
  const choosing = user.page.waitForEvent('filechooser')
  await user.command(commandTitle('row.attach-file'))
  const buffer = await user.page.screenshot({ type: 'jpeg' })
  await (await choosing).setFiles({ name: 'damage.jpg', mimeType: 'image/jpeg', buffer })
  await user.expectText('damage.jpg')
  await user.press('Control+s')
  await user.expectText(/이상보고 후 인수를 보류/)
  await user.press('Alt+l')
  await user.expectText(rowStatus(1, 1))
  const opening = user.page.context().waitForEvent('response', {
    predicate: (response) => response.url().includes('/api/file/fileDownload?'),
  })
  await user.command(commandTitle('row.open-file'))
  const named = encodeURIComponent('damage.jpg')
  expect((await opening).headers()['content-disposition']).toContain(named)
  await user.page.bringToFront()
  const [reported] = await supervisor.rows('bonded/faults', { BOND_NO: bondNo })
  expect(reported).toMatchObject({ FILE_NM: 'damage.jpg' })
  await openCargo('BondedCorrection')
  await user.press('Insert')
  await type('BondedCorrection', bondedCorrectionScreen.grid, {
    BOND_NO: bondNo,
    NEW_PKG_QTY: '239',
    REASON: '적하목록 정정',
  })
  await user.press('Control+s')
  await user.expectText('정정 1건을 신청했습니다')
  const [correction] = await supervisor.rows('bonded/corrections', { BOND_NO: bondNo })
  const CORRECTION_NO = correction?.['CORRECTION_NO'] ?? null
  await supervisor.save('bonded/approve-correction', [{ CORRECTION_NO, APPROVAL_NO: 'MF-26-1' }])
  await openCargo('BondedReceipt')
  await user.press('Alt+l')
  await user.command(commandTitle('bonded.settle-fault'))
  await user.page.locator('.ask-form :focus').waitFor()
  await user.type('적하목록 정정')
  await user.press('Tab')
  await user.type('MF-26-1')
  await user.press('Enter')
  await user.expectText('이상보고 1건을 종결했습니다')
  await user.press('Alt+g', 'Control+s')
  await user.expectText('1건을 반입신고했습니다')
})

test('packages are unpacked and cleared by two declarations', async () => {
  await openCargo('BondedUnpack')
  await type('BondedUnpack', bondedUnpackScreen.grid, {
    NOW_PKG_QTY: '239',
    NOW_QTY: '2390',
    CELL_CD: 'B01-01-1',
  })
  await user.press('Control+s')
  await user.expectText('보세재고로 입고했습니다')
  for (const [BASIS_NO, NOW_PKG_QTY] of [
    ['13090-26-700001M', '139'],
    ['13090-26-700002M', '100'],
  ] as const) {
    await openCargo('BondedClearance')
    await type('BondedClearance', bondedClearanceScreen.grid, { BASIS_NO, NOW_PKG_QTY })
    await user.press('Control+s')
    await user.expectText('수리 1건을 등록했습니다')
  }
})

test('a release waits for the delivery order, issued although charges are unpaid', async () => {
  await openCargo('BondedShipment', 'BASIS_NO=1309026700001M')
  await type('BondedShipment', bondedShipmentScreen.grid, { NOW_PKG_QTY: '50' })
  await user.press('Alt+a')
  await user.waitForElement(user.page.getByRole('alertdialog').filter({ hasText: 'D/O' }))
  await user.press('Escape')
  await openCargo('DeliveryOrder', 'BOOKING_ID=BK-DEMO-0004')
  await type('DeliveryOrder', deliveryOrderScreen.grid, {
    ORIGINAL_CD: freightCodeLists['bl-kind'].SURRENDER.ko,
    UNPAID_REASON: 'credit',
  })
  await user.press('Alt+g', 'Control+s')
  await user.expectText(/D\/O 1\S/)
  const bill = async () =>
    (await supervisor.rows('bonded/import-bills', { BOOKING_ID: 'BK-DEMO-0004' }))[0]
  await expect.poll(bill).toMatchObject({ CARGO_NO: cargoNo, STATE_CD: 'ISSUED' })
  await user.press('Alt+g')
  const paper = user.page.waitForResponse((response) =>
    response.url().includes('/bonded/delivery-order-print'),
  )
  await user.press('Control+p')
  expect((await paper).headers()['content-type']).toBe('application/pdf')
  await user.page.locator('.print-preview').waitFor()
  await user.press('Escape')
})

test('the first declaration ships in two parts and a last one, each previewed before filing', async () => {
  const parts = [
    ['50', 'P1'],
    ['50', 'P2'],
    ['39', 'L3'],
  ] as const
  for (const [NOW_PKG_QTY, split] of parts) {
    await openCargo('BondedShipment', 'BASIS_NO=1309026700001M')
    await type('BondedShipment', bondedShipmentScreen.grid, { NOW_PKG_QTY })
    await user.press('Alt+a')
    await user.expectText(new RegExp(`미리보기.*${split}: ${NOW_PKG_QTY}개`))
    await user.press('Enter', 'Alt+g', 'Control+s')
    await user.expectText(new RegExp(`신고했습니다.*${split}: ${NOW_PKG_QTY}개`))
  }
  const lines = await supervisor.rows('bonded/out-lines', { BOND_NO: bondNo })
  expect(lines.map((row) => [row['SPLIT_CD'], row['PKG_QTY'], row['QTY']])).toEqual([
    ['L', 39, 390],
    ['P', 50, 500],
    ['P', 50, 500],
  ])
})

test('both registers are printed, and storage is charged by weight and by value', async () => {
  for (const [route, paper] of [
    ['BondedReceiptReport', 'arrival-register'],
    ['BondedShipmentReport', 'release-register'],
  ] as const) {
    await openCargo(route, `CARGO_NO=${cargoNo}`)
    const pdf = user.page.waitForResponse((response) => response.url().includes(`/bonded/${paper}`))
    await user.press('Control+p')
    expect((await pdf).headers()['content-type']).toBe('application/pdf')
    await user.page.locator('.print-preview').waitFor()
    await user.press('Escape')
  }
  const getCharges = () => office.rows('billing/charges', { DOC_NO: bondNo })
  await expect.poll(async () => (await getCharges()).length, { timeout: 90_000 }).toBe(6)
  await openCargo('ChargeList', `DOC_NO=${bondNo}`)
  await user.expectText('보세 장치료(종가)')
  const kilos = (await getCharges()).filter((row) => row['CHARGE_CD'] === 'BON_STORE')
  const sum = kilos.reduce((all, row) => all + Number(row['QTY']), 0)
  // 139 of 239 cartons of 3,180.5 kg, on their arrival date.
  expect(sum).toBeCloseTo(1849.7, 3)
})

test('register, ledger and charges agree', async () => {
  expect(user.complaints).toEqual([])
  await desk.server.stop()
  // Findings end the process with an error. Its output contains them.
  const { stdout } = await promisify(execFile)(process.execPath, [verify], {
    env: {
      ...process.env,
      DATA_DIR: desk.server.dataDir,
      DATABASE_URL: desk.server.databaseUrl,
      SITE_KEY: processSiteKey,
    },
  }).catch((error: { stdout: string }) => error)
  expect(stdout).toMatch(/^✓ .* \([1-9]\d* rows\)/)
  expect(stdout).toMatch(/\d+ checks, 0 findings/)
})
