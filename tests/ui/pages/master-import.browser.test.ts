import { afterAll, beforeAll, expect, test } from 'vitest'
import { Desk } from '#tests/e2e/desk.ts'
import { writeSheetFile } from '#tests/e2e/sheets.ts'
import { columnTitles, pageTexts } from '#tests/support/labels.ts'

let desk: Desk

beforeAll(async () => {
  desk = await Desk.open()
  await desk.user.logIn()
})
afterAll(() => desk.close())

const titles = [columnTitles.SUPPLIER_NM, '코드', columnTitles.MANAGER_NM]
const getSuppliers = async (...codes: string[]) => {
  const rows = await desk.other.rows('master/supplier', { OWNER_CD: 'HANBIT' })
  return rows
    .filter((row) => codes.includes(String(row['SUPPLIER_CD'])))
    .map((row) => [row['SUPPLIER_CD'], row['SUPPLIER_NM'], row['MANAGER_NM']])
}

async function importFile(file: string, ...requests: readonly string[]): Promise<void> {
  const { user } = desk
  await user.press('Control+i')
  await user.page.locator('.panel[data-active] .upload-intake input:focus').waitFor()
  await user.type('HANBIT')
  await user.press('Tab')
  await user.expectText('한빛헬스')
  for (const text of requests) {
    await user.type(text)
    await user.press('Tab')
  }
  await user.chooseFile('Control+i', file)
}

/** Returns to the rows of the screen. Escape dismisses a message first, if there is one. */
async function leaveImport(): Promise<void> {
  const rows = desk.user.page.locator('.panel[data-active] .grid-page')
  const pressUntilRows = async (): Promise<boolean> => {
    if (await rows.isVisible()) return true
    await desk.user.press('Escape')
    return false
  }
  await expect.poll(pressUntilRows, { timeout: 20_000, interval: 500 }).toBe(true)
}

test('a sheet of suppliers is saved in one step and undone in one step', async () => {
  const { user } = desk
  await desk.openRows('Supplier')
  await importFile(
    await writeSheetFile('공급처.xlsx', [
      titles,
      ['Ganada Co', 'IMP-1', 'Kim'],
      ['Dara Co', 'IMP-2'],
    ]),
  )
  // The sheet has a different title for the code. The user assigns that column once.
  const code = user.page.getByRole('textbox', { name: columnTitles.SUPPLIER_CD, exact: true })
  await user.waitForElement(code)
  await code.focus()
  await user.type('B')
  await user.press('F8')
  await user.expectText(pageTexts.uploadReady)
  await user.press('Control+s')
  await user.expectText(pageTexts.rowsSaved(2))
  expect(await getSuppliers('IMP-1', 'IMP-2')).toEqual([
    ['IMP-1', 'Ganada Co', 'Kim'],
    ['IMP-2', 'Dara Co', null],
  ])
  await user.press('Control+z')
  // The rows are restored as sent, to be corrected and saved again.
  await user.expectText(/다시 검증하세요/)
  expect(await getSuppliers('IMP-1', 'IMP-2')).toEqual([])
  await user.press('Control+s')
  await user.expectText(pageTexts.rowsSaved(2))
})

test('the column mapping is saved and finds columns that moved', async () => {
  const { user } = desk
  await leaveImport()
  const moved = [columnTitles.MANAGER_NM, '코드', columnTitles.REMARK, columnTitles.SUPPLIER_NM]
  await importFile(
    await writeSheetFile('공급처2.xlsx', [
      moved,
      ['Lee', 'IMP-1', '', 'New Ganada Co'],
      ['Park', 'IMP-3', '', 'Maba Co'],
      ['Jung', 'IMP-4', '', ''],
    ]),
  )
  // All errors are shown at the same time, with the cursor on the first. Nothing is saved until
  // they are corrected.
  await user.expectText('새로 등록하는 행에는 공급처명 항목이 필요합니다.')
  await user.press('Control+s')
  await user.expectText(/오류 1행이 있어 저장하지 않았습니다/)
  expect(await getSuppliers('IMP-3')).toEqual([])
  await user.type('Saa Co')
  await user.press('Enter')
  await user.expectText(pageTexts.uploadReady)
  await user.press('Control+s')
  await user.expectText(pageTexts.rowsSaved(3))
  expect(await getSuppliers('IMP-1', 'IMP-3', 'IMP-4')).toEqual([
    ['IMP-1', 'New Ganada Co', 'Lee'],
    ['IMP-3', 'Maba Co', 'Park'],
    ['IMP-4', 'Saa Co', 'Jung'],
  ])
})

test('past imports are listed, and one with later changes cannot be undone', async () => {
  const { user } = desk
  await leaveImport()
  await user.press('Control+Shift+i')
  await user.expectText('가져오기 이력')
  await user.waitForElement(user.page.locator('.help-row').nth(2))
  await user.press('ArrowDown', 'Enter')
  await user.expectText('가져오기를 되돌릴 수 없습니다. 변경된 내용은 없습니다.')
  await user.expectText(/HANBIT \/ IMP-1: 이후 admin 님이/)
  await user.press('Enter')
  await user.waitForElement(user.page.locator('.help-row').nth(2))
  await user.press('Enter')
  await user.expectText("'공급처2.xlsx' 가져오기 전체를 되돌릴까요?")
  await user.press('Enter')
  await user.waitForElement(
    user.page.locator('.help-row').first().filter({ hasText: '되돌림 (admin)' }),
  )
  expect(await getSuppliers('IMP-1', 'IMP-3')).toEqual([['IMP-1', 'Ganada Co', 'Kim']])
  await desk.checkLooks()
})

test('a corrected partner sheet becomes a receipt, and the history shows its result', async () => {
  const { user } = desk
  const window = user.page.locator('.popup')
  const isClosed = async (): Promise<boolean> => {
    if ((await window.count()) === 0) return true
    await user.press('Escape')
    return false
  }
  await expect.poll(isClosed, { timeout: 20_000, interval: 500 }).toBe(true)
  await leaveImport()
  const [item] = await desk.other.rows('master/stock', { OWNER_CD: 'HANBIT' })
  const code = String(item?.['STOCK_CD'])
  await desk.openRows('InterfacePikl')
  await importFile(
    await writeSheetFile('pikl.xlsx', [
      [
        columnTitles.OWNER_ORDER_NO,
        columnTitles.RECEIPT_DT,
        columnTitles.STOCK_CD,
        columnTitles.EXPECTED_QTY,
      ],
      ['PO-PIKL', '2026-12-01', code, 5],
      ['PO-PIKL', '2026-12-01', 'NOSUCH', 2],
    ]),
    'PIKL',
    'FILE-1',
  )
  await user.expectText(pageTexts.rowsRead(2))
  await user.press('F8')
  await user.expectText('품목 NOSUCH가 없거나 재고관리 대상이 아닙니다.')
  await user.press('F7')
  await user.type(code)
  await user.press('Enter')
  await user.expectText(pageTexts.uploadReady)
  await user.press('Control+s')
  await user.expectText(pageTexts.rowsSaved(2))
  const [receipt] = await desk.other.rows('inbound/receipts', { OWNER_ORDER_NO: 'PO-PIKL' })
  expect(receipt).toMatchObject({ LINE_COUNT: 2, ORDER_QTY: 7 })
  await leaveImport()
  await desk.openRows('InterfacePiklHistory')
  await desk.expectShown('grid', 'FILE-1', '파일', '변환완료', String(receipt?.['RECEIPT_NO']))
  await user.press('Alt+y')
  await user.expectText('2번 시도')
  await user.press('Escape')
})
