import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { order, pickAll, step } from '#tests/support/floor.ts'
import { pageUser } from '#tests/support/page-user.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { calibrationCode } from '#ui/scanner/calibration.ts'
import { ean13, WedgeScanner, type WedgeOptions } from './wedge-scanner.ts'

/** Scans of each combination on each target: one here, nine for a thousand in all (`SCANS=9`). */
const repeats = Number(process.env['SCANS'] ?? 1)
/** Scans within one second, each answered by the server after two. */
const hurried = repeats > 1 ? 20 : 4

const combinations: WedgeOptions[] = [0, 1, 2, 5, 10, 20].flatMap((gapMs) =>
  (['Enter', 'Tab'] as const).flatMap((suffix) =>
    [false, true].map((hangul) => ({ gapMs, suffix, hangul })),
  ),
)
const scans = Array.from({ length: repeats }, () => combinations).flat()
const timeout = 20_000 + scans.length * 1000

let server: ServerProcess
let user: KeyboardUser
let scanner: WedgeScanner
/** Calls of the page since the test began, as path and body; none of those that keep settings. */
let calls: { path: string; body: { SEARCH?: object; PROCEDURE?: string; ROWS?: object[] } }[] = []
let number = 0

beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  await user.logIn()
  scanner = await WedgeScanner.on(user.page)
  user.page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (!path.startsWith('/api/wms/')) return
    calls.push({ path, body: JSON.parse(request.postData() ?? '{}') })
  })
})
beforeEach(() => {
  calls = []
})
afterAll(async () => {
  await user.close()
  await server.discard()
})

/** What a key that leaked into a shortcut would have changed. */
async function surroundings(): Promise<object> {
  return user.page.evaluate(() => ({
    address: location.href,
    tabs: document.querySelectorAll('.tab-bar [role=tab]').length,
    windows: document.querySelectorAll('[role=dialog], [role=alertdialog]').length,
    palette: document.querySelector('[cmdk-input]') !== null,
  }))
}

/** A code of its own, scanned. */
async function scanNext(options: WedgeOptions): Promise<string> {
  number += 1
  const code = ean13(number)
  await scanner.scan(code, options)
  return code
}

interface GridState {
  /** Place of the current cell among the cells of the table. */
  readonly at: number
  readonly column: string
  /** Row by row, so many columns in each. */
  readonly cells: string[]
  readonly columns: number
  readonly editing: string
}

/** The grid in focus as a screen reader is told of it. */
function gridState(): Promise<GridState> {
  return user.page.evaluate(() => {
    const sink = document.activeElement
    const current = document.getElementById(sink?.getAttribute('aria-activedescendant') ?? '')
    const grid = current?.closest('[role=grid]')
    const cells = [...(grid?.querySelectorAll('[role=gridcell]') ?? [])]
    const index = current?.getAttribute('aria-colindex') ?? ''
    return {
      column:
        grid?.querySelector(`[role=columnheader][aria-colindex="${index}"]`)?.textContent ?? '',
      at: current ? cells.indexOf(current) : -1,
      cells: cells.map((cell) => cell.textContent),
      columns: Number(grid?.getAttribute('aria-colcount')),
      editing: sink instanceof HTMLTextAreaElement ? sink.value : 'no grid',
    }
  })
}

/** Rows that are filled before the cursor goes back up: they fit on the screen. */
const rowsAtOnce = 12

/** Into a cell of the items, in the column that is so many to the right. */
async function intoColumn(column: string, ...keys: string[]): Promise<GridState> {
  await user.open('품목관리', 'StockBasic')
  await user.sees(/행 \d+ \/ /)
  await user.press('Alt+g', ...keys)
  await expect.poll(async () => (await gridState()).column).toBe(column)
  return gridState()
}

describe('13 digits and a suffix, by any speed and in any state of the input method', () => {
  afterEach(() => expect(user.complaints).toEqual([]))

  test(
    'are the values of the cells one below the other, and of no others',
    async () => {
      const right = ['ArrowRight', 'ArrowRight', 'ArrowRight']
      const { at, cells, columns } = await intoColumn('바코드', 'Home', ...right)
      const around = await surroundings()
      calls = []
      for (let first = 0; first < scans.length; first += rowsAtOnce) {
        const wanted = [...cells]
        for (const [row, options] of scans.slice(first, first + rowsAtOnce).entries()) {
          wanted[at + row * columns] = await scanNext(options)
        }
        await expect.poll(gridState).toMatchObject({ cells: wanted, editing: '' })
        cells.splice(0, cells.length, ...wanted)
        for (let row = 0; row < rowsAtOnce; row += 1) await user.press('ArrowUp')
      }
      expect(await surroundings()).toEqual(around)
      expect(calls).toEqual([])
    },
    timeout,
  )

  test(
    'are the value of a frozen cell, one over the other',
    async () => {
      // The code of an item stands in a frozen column, and is typed into new rows only.
      const { at, cells } = await intoColumn('품목코드', 'Insert', 'Home', 'ArrowRight')
      const around = await surroundings()
      calls = []
      for (const options of scans) {
        const wanted = cells.with(at, await scanNext(options))
        await expect.poll(gridState, { interval: 20 }).toMatchObject({ cells: wanted, editing: '' })
        // The cursor went on as after Enter; the next code goes over this one.
        await user.press('ArrowUp')
      }
      expect(await surroundings()).toEqual(around)
      expect(calls).toEqual([])
    },
    timeout,
  )

  test(
    'are what a search field searches for, once',
    async () => {
      await user.open('화주관리', 'Owner')
      await user.sees(/행 \d+ \/ /)
      const field = user.page.getByLabel('화주명').filter({ visible: true }).first()
      const around = await surroundings()
      calls = []
      const codes: string[] = []
      for (const options of scans) {
        // The answer to a search takes the focus to the rows it found.
        await field.focus()
        codes.push(await scanNext(options))
        await expect.poll(() => calls.length, { interval: 20 }).toBe(codes.length)
        expect(await field.inputValue()).toBe(codes.at(-1))
      }
      expect(calls.map(({ body }) => body.SEARCH)).toEqual(
        codes.map((code) => expect.objectContaining({ OWNER_NM: code })),
      )
      expect(await surroundings()).toEqual(around)
    },
    timeout,
  )

  test(
    'are looked up by the open command line, which runs nothing by itself',
    async () => {
      await user.press('Control+k')
      const input = user.page.locator('[cmdk-input]')
      await input.waitFor()
      const around = await surroundings()
      for (const options of scans) {
        const code = await scanNext(options)
        await expect.poll(() => input.inputValue(), { interval: 20 }).toBe(code)
      }
      expect(await surroundings()).toEqual(around)
      await user.press('Escape')
      await input.waitFor({ state: 'detached' })
    },
    timeout,
  )
})

describe('at the checking station', () => {
  let barcode: string
  let shipment: string

  beforeAll(async () => {
    const staff = pageUser(user.page, 'W01')
    const [stock] = await staff.query('inventory/by-lot', { OWNER_CD: 'SEOJIN' })
    const item = String(stock?.['STOCK_CD'])
    const [master] = await staff.query('master/stock', { STOCK_CD: item })
    barcode = String(master?.['BARCODE'])
    const line = { STOCK_CD: item, ORDER_QTY: hurried }
    shipment = await order(staff, [line], { OWNER_CD: 'SEOJIN' })
    await step(staff, 'allocate', shipment)
    await step(staff, 'mark-listed', shipment)
    await pickAll(staff, shipment)
    await user.open('출하검수', 'ShippedCheck')
    await user.sees('출고번호를 스캔하거나 입력하세요')
    await scanner.scan(shipment, { gapMs: 2, suffix: 'Enter', hangul: true })
    await user.sees('품목을 스캔하세요')
  })

  const sentCodes = () =>
    calls.filter(({ body }) => body.PROCEDURE).map(({ body }) => body.ROWS?.[0])

  test(
    'codes reach the station in their order with nothing in focus',
    async () => {
      const around = await surroundings()
      const codes: string[] = []
      for (const options of scans) {
        await user.page.evaluate(() => {
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        })
        codes.push(await scanNext(options))
        await expect.poll(() => sentCodes().length, { interval: 20 }).toBe(codes.length)
      }
      expect(sentCodes()).toEqual(codes.map((CODE) => expect.objectContaining({ CODE, QTY: 1 })))
      expect(await surroundings()).toEqual(around)
    },
    timeout,
  )

  test(
    `${hurried} scans, 20 a second, all count once and in order though the server takes 2 s for each`,
    async () => {
      await user.waitsFor(user.page.getByText('대기열 0').first())
      let inFlight = 0
      let mostInFlight = 0
      await user.page.route('**/saveProcedure', async (route) => {
        inFlight += 1
        mostInFlight = Math.max(mostInFlight, inFlight)
        // Part of the scenario: the answer of a slow server, not a wait of the test.
        const answer = await route.fetch()
        await new Promise((resolve) => setTimeout(resolve, 2000))
        inFlight -= 1
        await route.fulfill({ response: answer })
      })
      for (let scan = 0; scan < hurried; scan += 1) {
        await scanner.scan(barcode, { gapMs: 1, suffix: 'Enter', hangul: false }, 100)
      }
      const counted = user.page.locator('.scan-counted').getByText(String(hurried), { exact: true })
      await counted.waitFor({ timeout: hurried * 3000 + 10_000 })
      await user.page.unroute('**/saveProcedure')
      expect(mostInFlight).toBe(1)
      expect(sentCodes()).toHaveLength(hurried)
      const staff = pageUser(user.page, 'W01')
      const lines = await staff.query('outbound/shipment-lines', { SHIPMENT_NO: shipment })
      expect(lines).toMatchObject([{ CHECK_QTY: hurried }])
    },
    timeout + hurried * 3000,
  )
})

test('five scans of the shown code measure the scanner at this machine', async () => {
  const { written } = calibrationCode
  await user.command('스캐너 맞추기')
  await user.waitsFor(user.page.getByAltText('2차원 코드'))
  for (const _ of [1, 2, 3, 4, 5]) {
    await scanner.scan(written, { gapMs: 60, suffix: 'Tab', hangul: false })
  }
  await user.sees('5 / 5')
  await user.sees('Control+]')
  await user.page.getByText('이 스캐너로 저장').focus()
  await user.press('Enter')
  await user.sees('스캐너 설정을 저장했습니다.')
  const stored = await user.page.evaluate(() => localStorage.getItem('scanner-profile'))
  expect(JSON.parse(stored ?? '{}')).toMatchObject({
    medianGapMs: expect.closeTo(90, 0),
    maxGapMs: expect.closeTo(180, 0),
  })
  await user.command('스캔 기록')
  await user.sees('응답 ms')
  await user.press('Escape')
})
