import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { createPageUser } from '#tests/support/page-user.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { startSlowProxy, type SlowProxy } from '#tests/support/slow-proxy.ts'
import { calibrationCode } from '#ui/scanner/calibration.ts'
import { commandTitle, pageTexts } from '#tests/support/labels.ts'
import { openCheck, rushScans, type CheckDesk } from './check-desk.ts'
import { ScanMatrix } from './scan-matrix.ts'
import { WedgeScanner } from './wedge-scanner.ts'

/**
 * Scans per method and place: one here, and nine in `npm run bench`, which makes a total of a
 * thousand.
 */
const repeats = 1
/**
 * Number of scans within a second while the server takes two seconds for each. Twenty in `npm run
 * bench`.
 */
const hurried = 4

let server: ServerProcess
let proxy: SlowProxy
let user: KeyboardUser
let matrix: ScanMatrix

beforeAll(async () => {
  server = await startServer()
  proxy = await startSlowProxy(server.url)
  user = await KeyboardUser.open(proxy.url)
  await user.logIn()
  matrix = await ScanMatrix.on(user, repeats)
})
afterAll(async () => {
  await user.close()
  await proxy.close()
  await server.discard()
})

const clean = { scans: repeats * 24, lost: 0, changed: 0, doubled: 0, disordered: 0, leaked: 0 }

describe('13-digit scans at any speed and in any input method state', () => {
  afterEach(() => expect(user.complaints).toEqual([]))

  test('13-digit scans in any mode fill consecutive grid cells and no others', async () => {
    expect(await matrix.cells()).toMatchObject(clean)
  })

  test('13-digit scans in any mode overwrite a frozen cell one after another', async () => {
    expect(await matrix.frozenCell()).toMatchObject(clean)
  })

  test('13-digit scans in any mode start one search each in a search field', async () => {
    expect(await matrix.searchField()).toMatchObject(clean)
  })

  test('13-digit scans in any mode start a lookup in the open palette, which runs nothing automatically', async () => {
    expect(await matrix.palette()).toMatchObject(clean)
  })
})

describe('the checking station', () => {
  let desk: CheckDesk

  beforeAll(async () => {
    desk = await openCheck(user, hurried)
  })

  test('receives codes in order when nothing has the focus', async () => {
    expect(await matrix.nothingFocused()).toMatchObject(clean)
  })

  test(`counts ${hurried} scans, 20 a second, once and in order despite responses of 2 s`, async () => {
    const sent = await rushScans(user, proxy, desk, hurried)
    expect(sent).toEqual(desk.barcodes)
    expect(proxy.maxConcurrent).toBe(1)
    const lines = await createPageUser(user.page, 'W01').query('outbound/shipment-lines', {
      SHIPMENT_NO: desk.shipment,
    })
    expect(lines.map((line) => line['CHECK_QTY'])).toEqual(desk.wanted)
  })
})

test('queued scans count once despite a reload, and a quantity typed later applies to later scans', async () => {
  // The previous document is still open at the station.
  await user.press('Alt+w')
  const { shipment, barcodes, wanted } = await openCheck(user, 6)
  const scanner = await WedgeScanner.on(user.page)
  proxy.delayMs = 1500
  for (const code of barcodes.slice(0, 3)) {
    await scanner.scan(code, { gapMs: 1, suffix: 'Enter', hangul: false }, 37)
  }
  await user.press('Alt+Shift+q')
  await user.type('2')
  await user.press('Enter')
  await scanner.scan(barcodes[1] ?? '', { gapMs: 1, suffix: 'Enter', hangul: false })
  await user.expectText(pageTexts.queued(4))
  await user.page.reload()
  const sumChecked = async () => {
    const search = { SHIPMENT_NO: shipment }
    const lines = await createPageUser(user.page, 'W01').query('outbound/shipment-lines', search)
    return lines.map((line) => line['CHECK_QTY'])
  }
  await expect.poll(sumChecked, { timeout: 30_000 }).toEqual([wanted[0], (wanted[1] ?? 0) - 1])
  await user.waitForElement(user.page.getByText(pageTexts.queued(0)).first())
  expect(await sumChecked()).toEqual([wanted[0], (wanted[1] ?? 0) - 1])
  proxy.delayMs = 0
})

test('five scans of the shown code calibrate the scanner of this machine', async () => {
  const scanner = await WedgeScanner.on(user.page)
  const { written } = calibrationCode
  await user.command(commandTitle('app.calibrate-scanner'))
  await user.waitForElement(user.page.getByAltText('2차원 코드'))
  for (const _ of [1, 2, 3, 4, 5]) {
    await scanner.scan(written, { gapMs: 60, suffix: 'Tab', hangul: false })
  }
  await user.expectText('5 / 5')
  await user.expectText('Control+]')
  // Enter saves the measurement.
  await user.page.waitForFunction(() =>
    document.activeElement?.textContent?.startsWith('이 스캐너로 저장'),
  )
  await user.press('Enter')
  // A second scanner would need another name.
  await user.expectText('어느 스캐너인가요?')
  await user.press('Enter')
  await user.expectText('스캐너 설정을 저장했습니다.')
  const stored = await user.page.evaluate(() => localStorage.getItem('scanner-profile'))
  expect(JSON.parse(stored ?? '[]')).toMatchObject([
    {
      name: '스캐너 1',
      profile: { medianGapMs: expect.closeTo(90, 0), maxGapMs: expect.closeTo(180, 0) },
    },
  ])
  await user.command(commandTitle('app.scan-log'))
  await user.expectText('응답 ms')
  await user.press('Escape')
})
