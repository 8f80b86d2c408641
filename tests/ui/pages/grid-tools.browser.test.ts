import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { read, utils } from 'xlsx'
import { Desk } from '#tests/e2e/desk.ts'
import { rowPattern, columnTitles } from '#tests/support/labels.ts'

let desk: Desk

beforeAll(async () => {
  desk = await Desk.open()
  await desk.user.logIn()
  await desk.openRows('StockBasic')
})
afterAll(() => desk.close())

const grid = '.panel[data-active] [data-zone=grid] [role=grid]'
const readRowCount = async () =>
  Number(await desk.user.page.locator(grid).getAttribute('aria-rowcount')) - 1
/**
 * First visible texts of a column, as exposed to screen readers. The number of visible rows varies.
 */
async function readColumn(title: string): Promise<(string | null)[]> {
  const heads = await desk.user.page.locator(`${grid} [role=columnheader]`).allTextContents()
  const at = heads.findIndex((head) => head.includes(title)) + 1
  const cells = desk.user.page.locator(`${grid} [role=gridcell][aria-colindex="${at}"]`)
  return (await cells.allTextContents()).slice(0, 20)
}

/** Types part of a list entry, waits until it is the first hit and selects it. */
async function choose(text: string, ...moves: string[]): Promise<void> {
  const { user } = desk
  await user.type(text)
  await user.page.locator('.help-row').first().filter({ hasText: text }).waitFor()
  await user.page.locator('.help-foot').filter({ hasText: '건 ·' }).waitFor()
  await user.press(...moves, 'Enter')
}

async function setFilter(operator: string, value: string): Promise<void> {
  const { user } = desk
  await user.page.getByRole('combobox', { name: '연산자' }).selectOption(operator)
  const field = user.page.getByRole('textbox', { name: '필터 값' })
  await field.fill(value)
  await field.press('Enter')
}

const shown: Readonly<Record<string, string>> = {
  In: '목록',
  'Not In': '목록 제외',
  Between: '범위',
  'Not Between': '범위 제외',
  Like: '포함',
  'Not Like': '미포함',
}

test('the filter of the current column supports every operator', async () => {
  const { user } = desk
  await expect.poll(readRowCount).toBeGreaterThan(5)
  const all = await readRowCount()
  const names = await readColumn(columnTitles.STOCK_CD)
  await user.press('ArrowRight', 'Control+Shift+f')
  await user.page.getByRole('textbox', { name: '필터 값' }).waitFor()
  const [first = '', second = ''] = names.map(String)
  const counts: Record<string, number> = {}
  for (const [operator, value] of [
    ['=', first],
    ['In', `${first}, ${second}`],
    ['Not In', `${first}, ${second}`],
    ['Between', `${first}~${first}`],
    ['Not Between', `${first}~${first}`],
    ['Like', first],
    ['Not Like', first],
    ['<', first],
    ['<=', first],
    ['>', first],
    ['>=', first],
  ] as const) {
    await setFilter(operator, value)
    await user.page
      .locator('.filter-chip')
      .filter({ hasText: `품목코드 ${shown[operator] ?? operator} ` })
      .waitFor()
    const actual = user.page.locator('.filter-line [role=status]')
    counts[operator] = Number.parseInt((await actual.textContent()) ?? '', 10)
  }
  // Rows are sorted by owner and code, so the first code is the smallest only of its owner.
  expect(counts['=']).toBe(1)
  expect(counts['In']).toBe(2)
  expect(counts['Not In']).toBe(all - 2)
  expect(counts['Between']).toBe(1)
  expect(counts['Not Between']).toBe(all - 1)
  expect((counts['Like'] ?? 0) + (counts['Not Like'] ?? 0)).toBe(all)
  expect((counts['<'] ?? 0) + (counts['>='] ?? 0)).toBe(all)
  expect((counts['<='] ?? 0) + (counts['>'] ?? 0)).toBe(all)
  await setFilter('Between', 'First')
  await user.expectText('값 두 개를 쉼표나 ~로 구분해 입력하세요.')
  await setFilter('=', '')
  await expect.poll(readRowCount).toBe(all)
  await user.press('Escape')
})

test('a filter without matches is reported, and its key reopens the filter', async () => {
  const { user } = desk
  const all = await readRowCount()
  await user.press('Control+Shift+f')
  await setFilter('=', 'NO-SUCH-ITEM')
  await user.press('Escape')
  await user.expectText('필터에 맞는 행이 없습니다.')
  await user.press('Control+Shift+f')
  await user.page.getByRole('textbox', { name: '필터 값' }).waitFor()
  await setFilter('=', '')
  await expect.poll(readRowCount).toBe(all)
  await user.press('Escape')
})

test('a changed sort order can be saved as a shared view and reapplied', async () => {
  const { user } = desk
  const before = await readColumn(columnTitles.STOCK_NM)
  await user.press('Alt+Shift+o')
  await user.expectText('정렬 기준')
  // Moves down to the name column. Space twice sorts it in descending order.
  const name = user.page.locator('.grid-panel [role=option][aria-selected=true]', {
    hasText: columnTitles.STOCK_NM,
  })
  while (!(await name.isVisible())) await user.press('ArrowDown')
  await user.press('Space', 'Space', 'Escape')
  const backwards = new Intl.Collator('ko')
  const isTurned = async () => {
    const names = (await readColumn(columnTitles.STOCK_NM)).map(String)
    return names.every(
      (candidate, index) =>
        index === 0 || backwards.compare(names[index - 1] ?? '', candidate) >= 0,
    )
  }
  await expect.poll(isTurned).toBe(true)
  const sorted = await readColumn(columnTitles.STOCK_NM)
  await user.press('Alt+Shift+v')
  await user.expectText('저장된 보기')
  await choose('현재')
  await user.page.locator('.ask-form').waitFor()
  await user.type('Names backwards')
  await user.press('Enter')
  await user.expectText('공유 대상')
  await choose('공유')
  await user.page.locator('.popup').waitFor({ state: 'detached' })
  await user.press('Alt+Shift+v')
  await user.page.locator('.help-row').first().waitFor()
  await choose('기본')
  await expect.poll(() => readColumn(columnTitles.STOCK_NM)).toEqual(before)
  await user.press('Alt+Shift+v')
  await user.page.locator('.help-row').first().waitFor()
  await choose('Names backwards')
  await expect.poll(() => readColumn(columnTitles.STOCK_NM)).toEqual(sorted)
  await desk.checkLooks()
})

test('hidden columns are restored after a page reload', async () => {
  const { user } = desk
  await user.press('Alt+g', 'Alt+Shift+c')
  await user.expectText('열 설정')
  const kept = user.page.waitForResponse((response) => {
    const sent = response.request().postData() ?? ''
    return sent.includes('layout/StockBasic/grid') && sent.includes('"hidden":true')
  })
  await user.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Space', 'Escape')
  await kept
  await user.page.reload()
  await user.page.locator(grid).waitFor()
  const readColumnTitles = () => user.page.locator(`${grid} [role=columnheader]`).allTextContents()
  await expect.poll(readColumnTitles).toContainEqual(expect.stringContaining(columnTitles.UNIT_CD))
  expect(await readColumnTitles()).not.toContainEqual(expect.stringContaining(columnTitles.BARCODE))
})

test('a full export writes all rows of the search to a workbook', async () => {
  const { user } = desk
  await user.page.locator('.panel[data-active] [data-key-sink]').waitFor({ state: 'attached' })
  await user.expectText(rowPattern('1', '[1-9]'))
  await user.press('Alt+g', 'Control+Shift+e')
  await user.expectText('전체: 조회 조건의 모든 행')
  const saved = user.page.waitForEvent('download')
  await choose('전체', 'ArrowDown')
  const path = await (await saved).path()
  const sheet = read(await readFile(path)).Sheets['sheet1'] ?? {}
  const rows = utils.sheet_to_json<Record<string, unknown>>(sheet)
  expect(rows.length).toBe(await readRowCount())
  expect(Object.keys(rows[0] ?? {})).toEqual(
    expect.arrayContaining([columnTitles.OWNER_CD, columnTitles.STOCK_CD, columnTitles.STOCK_NM]),
  )
})

test('printing opens a preview that Escape closes', async () => {
  const { user } = desk
  await user.press('Alt+p')
  await user.waitForElement(user.page.locator('.print-preview iframe[src$="#toolbar=0"]'))
  await user.press('Escape')
  await user.page.locator('.print-preview').waitFor({ state: 'detached' })
  expect(user.complaints).toEqual([])
})

test('forced colors of the user also apply to the grid', async () => {
  const { page } = desk.user
  const readGround = () =>
    page
      .locator('.grid-root')
      .first()
      .evaluate((root) => root.style.getPropertyValue('--grid-ground'))
  const before = await readGround()
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
  await expect.poll(readGround).toBe('rgb(255, 255, 255)')
  await page.emulateMedia({ forcedColors: 'none' })
  await expect.poll(readGround).toBe(before)
})

test('a search hit shows its position among all hits', async () => {
  const { user } = desk
  const names = await readColumn(columnTitles.STOCK_CD)
  const start = String(names[0]).slice(0, 3)
  const hits = user.page.locator('.find-bar [role=status]')
  await user.press('Alt+g', 'Control+Home', 'Control+f')
  await user.type(start)
  await user.press('Enter')
  await expect.poll(() => hits.innerText()).toMatch(/^\d+건 중 \d+번째/)
  const [count = 0, number = 0] = (await hits.innerText()).match(/\d+/g)?.map(Number) ?? []
  await user.press('Enter')
  const next = number === count ? 1 : number + 1
  await expect.poll(() => hits.innerText()).toMatch(new RegExp(`^${count}건 중 ${next}번째`))
  // The find bar stays open over the rows, which receive the keys.
  const mode = user.page.locator('.status-line > :first-child')
  expect(await mode.innerText()).toBe('편집')
  await user.press('Alt+g')
  await expect.poll(() => mode.innerText()).toBe('그리드')
  await user.press('ArrowDown', 'Escape')
  await hits.waitFor({ state: 'detached' })
})
