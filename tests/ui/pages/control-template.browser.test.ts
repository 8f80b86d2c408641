import type { Page } from 'playwright-core'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  findBrokenRules,
  focusOn,
  visit,
  openShell,
  takePicture,
  type ShellPage,
} from '#tests/ui/shell/shell-page.ts'

let shell: ShellPage
let page: Page

beforeAll(async () => {
  shell = await openShell()
  page = await shell.newPage()
  await visit(page, shell.base)
})
afterAll(() => shell.close())
beforeEach(async () => {
  await page.goto(`${shell.base}/z-dev/template/control?mid=ZCTL`)
  // The page takes the focus once it is fully loaded.
  await focusOn(page, '[data-field=NAME] input')
})

const fieldSelector = (field: string) => `[data-field=${field}]`

async function fill(field: string, text: string): Promise<void> {
  await page.focus(`${fieldSelector(field)} input`)
  await page.keyboard.type(text, { delay: 50 })
  await page.keyboard.press('Tab')
}

async function readOutput(field: string): Promise<string[]> {
  await page.waitForFunction(
    (selector) => document.querySelector(`${selector} output`)?.textContent !== '∅',
    fieldSelector(field),
  )
  return page.locator(`${fieldSelector(field)} output`).allInnerTexts()
}

test('text fields convert to upper case, drop non-digits, or count wide characters double', async () => {
  await fill('CODE', 'a-01')
  expect(await readOutput('CODE')).toEqual(['"A-01"', 'A-01'])
  await fill('DIGITS', '02-1234')
  expect(await readOutput('DIGITS')).toEqual(['"021234"', '021234'])
  await page.focus(`${fieldSelector('BYTES')} input`)
  await page.keyboard.insertText('물류창고ABC')
  await page.keyboard.press('Tab')
  await page.waitForSelector(`${fieldSelector('BYTES')} [role=alert] >> text=10바이트까지`)
  await page.focus(`${fieldSelector('BYTES')} input`)
  await page.keyboard.press('Backspace')
  await page.keyboard.insertText('물류창고AB')
  await page.keyboard.press('Tab')
  expect(await readOutput('BYTES')).toEqual(['"물류창고AB"', '물류창고AB'])
})

test('zero is a number or empty by field, and a check is Y or N', async () => {
  await fill('QTY', '0')
  expect(await readOutput('QTY')).toEqual(['0', '0'])
  await fill('BOX_QTY', '12')
  expect(await readOutput('BOX_QTY')).toEqual(['12', '12'])
  await fill('BOX_QTY', '0')
  await page.waitForSelector(`${fieldSelector('BOX_QTY')} output >> text=∅`)
  expect(await readOutput('USE_YN')).toEqual(['"N"', 'N'])
  await page.focus(`${fieldSelector('USE_YN')} input`)
  await page.keyboard.press('Space')
  await page.waitForSelector(`${fieldSelector('USE_YN')} output >> text="Y"`)
})

test('dates, timestamps and months are stored as digits and shown with separators', async () => {
  await fill('WORK_DT', '20261120')
  expect(await readOutput('WORK_DT')).toEqual(['"20261120"', '2026-11-20'])
  await fill('WORK_AT', '20261120093015')
  expect(await readOutput('WORK_AT')).toEqual(['"20261120093015"', '2026-11-20 09:30:15'])
  await fill('WORK_YM', '202611')
  expect(await readOutput('WORK_YM')).toEqual(['"202611"', '2026-11'])
  await page.focus(`${fieldSelector('WORK_DT')} input`)
  await page.keyboard.press('Delete')
  await page.waitForSelector(`${fieldSelector('WORK_DT')} output >> text=∅`)
})

test('a range is rejected when it is reversed or too long', async () => {
  const error = `${fieldSelector('SPAN')} [role=alert]`
  await fill('SPAN', '20260301~20260228')
  await page.waitForSelector(`${error} >> text=시작일이 종료일보다 늦을 수 없습니다.`)
  await page.focus(`${fieldSelector('SPAN')} input`)
  await page.keyboard.press('Control+a')
  await fill('SPAN', '20260301~20260402')
  await page.waitForSelector(`${error} >> text=조회 기간은 1개월을 넘을 수 없습니다.`)
  await page.focus(`${fieldSelector('SPAN')} input`)
  await page.keyboard.press('Escape')
  await page.waitForSelector(error, { state: 'hidden' })
})

test('an amount shows won without decimals in Korean, dollars with two in English', async () => {
  await fill('AMOUNT', '-1234.5')
  expect(await readOutput('AMOUNT')).toEqual(['-1234.5', '(₩1,235)'])
  await page.click('[data-icon="app.my-info"]')
  await page.click('[role=dialog] [type=radio][value=en]')
  await page.keyboard.press('Escape')
  await page.waitForSelector(`${fieldSelector('AMOUNT')} output >> text=($1,234.50)`)
  expect(await page.locator(`${fieldSelector('NAME')} label`).textContent()).toBe('Name*')
  expect(await findBrokenRules(page)).toEqual([])
  await takePicture(page, 'spec-control-en')
  await page.click('[data-icon="app.my-info"]')
  await page.click('[role=dialog] [type=radio][value=ko]')
  await page.keyboard.press('Escape')
  await page.waitForSelector(`${fieldSelector('AMOUNT')} output >> text=(₩1,235)`)
})

test('a required field shows a star, and saving without it names the field', async () => {
  expect(await page.locator('.required-star').count()).toBe(1)
  await page.focus(`${fieldSelector('QTY')} input`)
  await page.keyboard.press('Control+s')
  await page.waitForSelector('[role=alertdialog] >> text=이름 항목은 필수 입력입니다.')
  await page.keyboard.press('Enter')
  await page.waitForSelector(
    `${fieldSelector('NAME')} [role=alert] >> text=이름 항목은 필수 입력입니다.`,
  )
  await fill('NAME', 'A')
  await page.keyboard.press('Control+s')
  await page.waitForSelector('.note[data-kind=success]')
})

test('a select shows names, is searched by typing, and stores the code', async () => {
  await page.focus(`${fieldSelector('STATE_CD')} input`)
  await page.keyboard.insertText('불')
  await page.keyboard.press('Enter')
  expect((await readOutput('STATE_CD'))[0]).toBe('"DAMAGED"')
  expect(await page.locator(`${fieldSelector('STATE_CD')} input`).inputValue()).toBe('불량')
})

test('a file is uploaded, shows a read-only name, and downloads in a new window', async () => {
  const box = `${fieldSelector('FILE_SN')} input[type=text]`
  await page.focus(box)
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  const sent = page.waitForRequest('**/api/file/fileUpload')
  await (
    await choosing
  ).setFiles({
    name: 'bill-of-lading.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('body text'),
  })
  expect((await sent).headers()).toMatchObject({
    wcode: 'W01',
    'content-type': expect.stringContaining('multipart/form-data') as unknown,
  })
  const [serial = ''] = await readOutput('FILE_SN')
  expect(await page.inputValue(box)).toBe('bill-of-lading.txt')
  await page.focus(box)
  await page.keyboard.type('x', { delay: 50 })
  expect(await page.inputValue(box)).toBe('bill-of-lading.txt')
  const rows = await shell.site.db.query(sql`select file_sn::text sn from stored_file`)
  expect(rows).toEqual([{ sn: JSON.parse(serial) }])

  const context = page.context()
  const [opened, answer] = await Promise.all([
    context.waitForEvent('page'),
    context.waitForEvent('response', (response) => response.url().includes('/fileDownload?')),
    page.click(`${fieldSelector('FILE_SN')} button >> text=다운로드`),
  ])
  expect(opened).not.toBe(page)
  expect(new URL(answer.url()).searchParams.get('fileSn')).toBe(JSON.parse(serial))
  expect(answer.headers()['content-disposition']).toContain(
    encodeURIComponent('bill-of-lading.txt'),
  )
  expect(await (await page.request.get(answer.url())).text()).toBe('body text')

  await page.bringToFront()
  await page.focus(box)
  await page.keyboard.press('Delete')
  await page.waitForSelector(`${fieldSelector('FILE_SN')} output >> text=∅`)
})

test('a file the server rejects shows the reason next to its box', async () => {
  const choosing = page.waitForEvent('filechooser')
  await page.click(`${fieldSelector('FILE_SN')} button`)
  await (
    await choosing
  ).setFiles({ name: 'a.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
  await page.waitForSelector(`${fieldSelector('FILE_SN')} [role=alert] >> text=/\\[[A-Z_]+\\]/`)
  await takePicture(page, 'spec-control')
  expect(await findBrokenRules(page)).toEqual([])
})
