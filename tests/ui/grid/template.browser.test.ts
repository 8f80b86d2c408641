import { afterAll, beforeAll, expect, test } from 'vitest'

import { openBench } from '#tests/bench/grid-bench.ts'
import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { createPageUser } from '#tests/support/page-user.ts'

let server: ServerProcess
let user: KeyboardUser

/** The production build, with its worker and content security policy. */
beforeAll(async () => {
  server = await startServer()
  user = await KeyboardUser.open(server.url)
  await user.logIn()
})
afterAll(async () => {
  await user.close()
  await server.discard()
})

const visit = (query: string) =>
  user.page.goto(`${server.url}/z-dev/template/grid?mid=ZGRD${query}`)
const readStatus = () => user.page.locator('.status-line').textContent()
const cellTexts = (row: number) =>
  user.page.locator(`[role=grid] [aria-rowindex="${row + 2}"] [role=gridcell]`).allTextContents()

test('the grid template shows every cell kind, the footers and a server error', async () => {
  await visit('')
  await expect.poll(async () => (await cellTexts(0)).length, { timeout: 20_000 }).toBe(12)
  expect(await cellTexts(0)).toEqual([
    'HANSOL',
    'SKU100200',
    '한솔 비타민C 1000 정',
    '8801234500000',
    '504',
    '6.199',
    '2027-01-01',
    '2026-11-20 00:00:00',
    '보류',
    'Y',
    '0%',
    '파손 확인',
  ])
  const footers = user.page.locator('.grid-footer [data-column]')
  expect(await footers.allTextContents()).toContain('메모 40건')
  const objected = user.page.locator('[role=grid] [aria-rowindex="4"] [aria-invalid=true]')
  expect(await objected.allTextContents()).toEqual(['720'])
})

test('the bench interface drives a hundred thousand rows and reads correct values', async () => {
  await visit('&rows=100000&bench=1')
  await openBench(user.page)
  const seen = await user.page.evaluate(async () => {
    const { bench } = window
    if (!bench) return null
    await bench.load()
    const sum = await bench.footerSum('QTY')
    await bench.sort('ID', 'desc')
    const last = await bench.readCell('ID', 0)
    await bench.sort('ITEM_NM', 'asc')
    const names = await Promise.all(
      [0, 1, 50_000, 99_999].map((at) => bench.readCell('ITEM_NM', at)),
    )
    await bench.filter('ITEM_NM', '비타민')
    const filtered = await bench.readCell('ITEM_NM', 0)
    const filteredSum = Number(await bench.footerSum('QTY'))
    await bench.filter('ITEM_NM', '')
    await bench.focusCell('CBM', 99_999)
    await bench.scrollTo(24_000)
    return { sum, last, names, filtered, filteredSum }
  })
  const rows = await createPageUser(user.page, 'W01').query('system/grid-bench', { ROWS: 100_000 })
  const sum = rows.reduce((total, row) => total + Number(row['QTY']), 0)
  expect(seen).toMatchObject({ sum, last: '100,000' })
  const order = new Intl.Collator('ko')
  expect(seen?.names).toEqual(seen?.names.toSorted((left, right) => order.compare(left, right)))
  expect(seen?.filtered).toContain('비타민')
  expect(seen?.filteredSum).toBeLessThan(sum)
  // The worker that received the rows terminates afterwards.
  await expect.poll(() => user.page.workers().length, { timeout: 20_000 }).toBe(1)
  expect(user.complaints).toEqual([])
})

test('a keyboard search finds text in a distant row', async () => {
  await visit('&rows=100000')
  await expect.poll(readStatus, { timeout: 20_000 }).toContain('/ 100,000')
  await user.press('Control+f')
  await user.type('99,999')
  await user.press('Enter')
  await expect.poll(readStatus, { timeout: 20_000 }).toContain('99,999 /')
})

test('a grid of ten million rows can be counted, navigated and searched', async () => {
  await visit('&rows=10000000')
  await expect.poll(readStatus, { timeout: 60_000 }).toContain('1 / 10,000,000')
  for (const row of [11, 1_190_001, 1_390_001, 10_000_000]) {
    await user.page.getByRole('textbox', { name: '행' }).fill(String(row))
    await user.press('Enter')
    const shown = row.toLocaleString('en-US')
    await expect.poll(readStatus).toContain(`${shown} / 10,000,000`)
    await expect.poll(() => cellTexts(row - 1), { timeout: 20_000 }).toContain(shown)
  }
  await user.press('Control+Home', 'Control+f')
  await user.type('5000')
  await user.press('Enter')
  await expect.poll(readStatus, { timeout: 60_000 }).toContain('5,000 / 10,000,000')
  expect(user.complaints).toEqual([])
})

test('stopping a load in progress keeps the rows already received', async () => {
  await visit('&rows=2000000')
  await user.page.locator('.stream-line').waitFor()
  await user.page.locator('[data-zone=grid] textarea').first().focus()
  await user.press('Escape')
  await user.page.locator('.stream-line').waitFor({ state: 'detached' })
  const readRowCount = async () => {
    return Number(/ \/ ([\d,]+)/.exec((await readStatus()) ?? '')?.[1]?.replaceAll(',', ''))
  }
  const count = await readRowCount()
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(2_000_000)
  // The server is free again: another query succeeds.
  const rows = await createPageUser(user.page, 'W01').query('system/grid-bench', { ROWS: 3 })
  expect(rows.length).toBe(3)
  expect(await readRowCount()).toBe(count)
})
