import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { commandTitle, columnTitles } from '#tests/support/labels.ts'
import {
  findBrokenRules,
  focusOn,
  goTo,
  visit,
  openRows,
  openShell,
  type ShellPage,
} from './shell-page.ts'

let shell: ShellPage
let page: Page

beforeAll(async () => {
  shell = await openShell()
  page = await shell.newPage()
  page.setDefaultTimeout(10_000)
  page.on('filechooser', () => undefined)
  await visit(page, shell.base)
  await goTo(page, '>app.screen-reader')
})
afterAll(() => shell.close())
beforeEach(async () => {
  for (const key of ['Escape', 'Escape']) await page.keyboard.press(key)
})

/** Announcements of the page by live region. */
const readRegion = (region: string): Promise<string> => page.locator(region).first().innerText()
const readGridLive = (): Promise<string> =>
  readRegion('.panel[data-active] [data-zone=grid] .grid-live')
const readAnnouncement = (): Promise<string> => readRegion('.announcements')
const readNotes = (): Promise<string> => readRegion('.notes')

/** Waits for focus in the active grid's table, or in an edit of one of its cells. */
const waitForTable = (): Promise<void> => focusOn(page, '.panel[data-active] .grid-table')
const waitForCell = (): Promise<void> => focusOn(page, '.panel[data-active] textarea')

async function enterValue(title: string, text: string): Promise<void> {
  const heads = page.locator('.panel[data-active] [data-zone=grid] [role=columnheader]')
  await heads.getByText(title).first().waitFor({ state: 'attached' })
  const index = (await heads.allTextContents()).findIndex((head) => head.startsWith(title))
  await page.keyboard.press('Home')
  for (let step = 0; step < index; step += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  await waitForCell()
  await page.keyboard.insertText(text)
  await page.keyboard.press('Enter')
  await waitForTable()
}

test('undo and redo elsewhere in the grid are announced', async () => {
  await openRows(page, 'Owner')
  await waitForTable()
  await page.keyboard.press('Control+Home')
  await enterValue(columnTitles.OWNER_NM, 'Another name')
  await page.keyboard.press('Control+Home')
  await enterValue(columnTitles.MANAGER_NM, 'Note')
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+z')
  await expect.poll(readGridLive).toBe(`실행 취소: 행 1, ${columnTitles.MANAGER_NM}, 비어 있음`)
  await page.keyboard.press('Control+y')
  await expect.poll(readGridLive).toBe(`다시 실행: 행 1, ${columnTitles.MANAGER_NM}, Note`)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(readGridLive).toMatch(/^실행 취소: 행 1, 화주명, (?!Another)/)
  await page.keyboard.press('Control+z')
  await expect.poll(readGridLive).toBe('실행 취소할 작업이 없습니다.')
})

test('rows added, removed by undo or restored are announced with their count', async () => {
  await page.keyboard.press('Insert')
  await expect.poll(readAnnouncement).toMatch(/(?:^|\n)3행/)
  await page.keyboard.press('Control+z')
  await expect.poll(readGridLive).toMatch(/실행 취소: 1행 삭제됨/)
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+Delete')
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+z')
  await expect.poll(readGridLive).toMatch(/실행 취소: 1행 삭제 취소/)
})

test('a list over the grid has the focus, and its changed line is announced', async () => {
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Alt+Shift+o')
  await focusOn(page, '.grid-panel [role=listbox]')
  const readActiveLine = () =>
    page.evaluate(() => {
      const list = document.activeElement
      const id = list?.getAttribute('aria-activedescendant') ?? ''
      return list?.querySelector(`[id="${id}"]`)?.textContent ?? null
    })
  await expect.poll(readActiveLine).toMatch(/^화주/)
  expect(await findBrokenRules(page, '.panel[data-active]')).toEqual([])
  const before = await readActiveLine()
  await page.keyboard.press('Space')
  await expect.poll(readGridLive).toContain(columnTitles.OWNER_CD)
  expect(await readActiveLine()).not.toBe(before)
  await page.keyboard.press('Escape')
  await waitForTable()
})

test('no row count is announced before the first search', async () => {
  await goTo(page, 'InventoryMoveCell')
  await page.locator('.status-line').getByText('InventoryMoveCell', { exact: true }).waitFor()
  await page.locator('.panel[data-active] .pane-state').getByText('Enter를 누르세요').waitFor()
  await expect.poll(readAnnouncement).toMatch(/이동/)
  expect(await readAnnouncement()).not.toMatch(/\d행/)
})

test('a save without a sheet announces that a file has to be selected first', async () => {
  await goTo(page, 'ReceiptUploadExcel')
  await focusOn(page, '.upload-intake input')
  expect(await readAnnouncement()).not.toMatch(/\d행/)
  await page.keyboard.press('Control+s')
  await expect.poll(readNotes).toContain('저장할 행이 없습니다. 먼저 파일을 선택하세요.')
})

async function readAccessible(selector: string): Promise<{ role: string; name: string }> {
  const devtools = await page.context().newCDPSession(page)
  const { root } = await devtools.send('DOM.getDocument')
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { nodes } = await devtools.send('Accessibility.getPartialAXTree', {
    nodeId,
    fetchRelatives: false,
  })
  await devtools.detach()
  const [node] = nodes
  return { role: String(node?.role?.value), name: String(node?.name?.value) }
}

test('the help names keys as text and the command that Enter would run', async () => {
  await goTo(page, 'Owner')
  await page.keyboard.press('F1')
  await focusOn(page, '.help-sheet input')
  expect(await readAccessible('.help-sheet input')).toEqual({ role: 'textbox', name: '명령 찾기' })
  await page.keyboard.insertText(commandTitle('grid.add-row'))
  await expect
    .poll(() => readRegion('.help-sheet [role=status]'))
    .toMatch(/가운데 \d+개 .*↵ 행 추가/)
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('내보내기')
  await page.locator('button.help-command', { hasText: '범위와 형식' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await focusOn(page, 'button.help-command')
  expect(await readAccessible('button.help-command:focus')).toEqual({
    role: 'button',
    name: `${commandTitle('page.export-all')} Ctrl+Shift+E`,
  })
  await page.keyboard.press('Escape')
  await page.waitForSelector('.popup', { state: 'detached' })
})

test('the palette is a combobox that references its current line and counts its results', async () => {
  await page.keyboard.press('Control+k')
  await focusOn(page, '[cmdk-input]')
  await page.keyboard.insertText('>내보내기')
  await expect.poll(() => readRegion('.palette [role=status]')).toMatch(/^\d+건$/)
  const { role } = await readAccessible('[cmdk-input]')
  expect(role).toBe('combobox')
  const active = await page.getAttribute('[cmdk-input]', 'aria-activedescendant')
  expect(await readAccessible(`[id="${active}"]`)).toMatchObject({ role: 'option' })
  await page.keyboard.press('ArrowDown')
  const readActiveOption = () => page.getAttribute('[cmdk-input]', 'aria-activedescendant')
  await expect.poll(readActiveOption).not.toBe(active)
  await page.keyboard.press('Escape')
})

test('a code accepted from the value help is announced in a form', async () => {
  await goTo(page, 'AddShipToPopup')
  await focusOn(page, '#ask-OWNER_CD')
  await page.keyboard.press('F4')
  await page.waitForSelector('.help-row >> text=HANBIT')
  await page.keyboard.insertText('HANBIT')
  await page.waitForSelector('.help-foot >> text=1건')
  await page.keyboard.press('Enter')
  await focusOn(page, '#ask-OWNER_CD')
  await expect.poll(() => readRegion('.popup .field-lookup [role=status]')).toBe('HANBIT 한빛헬스')
  await page.keyboard.press('Escape')
})
