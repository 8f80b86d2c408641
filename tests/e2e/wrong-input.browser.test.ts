import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { processPassword } from '#tests/support/server-process.ts'
import {
  rowStatus,
  commandTitle,
  rowPattern,
  columnTitles,
  pageTexts,
} from '#tests/support/labels.ts'
import { Desk, receiptTitles } from './desk.ts'
import type { KeyboardUser } from './keyboard-user.ts'
import type { SecondDesk } from './second-desk.ts'
import {
  writeMostlyEmptyFile,
  writeProtectedFile,
  writeSheetFile,
  writeTornFile,
} from './sheets.ts'

let desk: Desk
let user: KeyboardUser
let other: SecondDesk

beforeAll(async () => {
  desk = await Desk.open()
  ;({ user, other } = desk)
})
afterAll(() => desk.close())
afterEach(async () => {
  await desk.leave()
  expect(user.complaints).toEqual([])
})

test('a wrong password is reported in the form, and only the password has to be retyped', async () => {
  const { page } = user
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'id')
  await user.type('admin')
  await user.press('Tab')
  await user.type('wrong')
  await user.press('Enter')
  await user.expectText('아이디 또는 비밀번호가 맞지 않습니다.')
  expect(await page.inputValue('[name=id]')).toBe('admin')
  expect(await desk.focused()).toBe('password')
  await desk.checkLooks()
  await user.type(processPassword)
  await user.press('Enter', 'Enter')
  await user.expectText(pageTexts.homeTips)
})

test('an unreadable file is reported with reason and remedy, and typed values remain', async () => {
  const { page } = user
  await desk.openReceiptUpload()
  await user.chooseFile('Control+i', await writeTornFile('torn.xlsx'))
  await user.expectText(/torn.xlsx.*손상.*다른 이름으로 저장/)
  await user.chooseFile('Control+i', await writeProtectedFile('secret.xlsx'))
  await user.expectText(/secret.xlsx.*암호.*해제/)
  expect(await page.getByLabel(new RegExp(`^${columnTitles.OWNER_CD}\\*?$`)).inputValue()).toBe(
    'HANBIT',
  )
  expect(await page.getByLabel(columnTitles.RECEIPT_DT).inputValue()).toBe('2026-11-20')
  await desk.checkLooks()
  const rows = ['SKU100200', 'SKU100237', 'SKU100274'].map((item) => [
    'PO-E',
    item,
    '품목',
    '3',
    '20271231',
  ])
  await user.chooseFile(
    'Control+i',
    await writeMostlyEmptyFile('empty.xlsx', [receiptTitles, ...rows], 200_000),
  )
  await user.expectText(pageTexts.rowsRead(3))
  await user.press('F8')
  await user.expectText(pageTexts.uploadChecked)
  await user.expectText(rowStatus(1, 3))
})

test('upload buttons have equivalents on the command line and by keys', async () => {
  const { page } = user
  await desk.openReceiptUpload()
  const form = page.waitForEvent('download')
  await user.command(commandTitle('upload.empty-form'))
  expect((await form).suggestedFilename()).toMatch(/xlsx$/)
  const row = (order: string, item: string) => [order, item, '품목', '3', '20271231']
  const file = await writeSheetFile('gap.xlsx', [
    receiptTitles,
    row('PO-G', 'SKU100200'),
    row('PO-G', 'NO-SUCH-ITEM'),
    [],
    row('PO-G', 'SKU100237'),
  ])
  await user.chooseFile('Control+i', file)
  await user.expectText('gap.xlsx')
  // F8 reads the rows if the columns were prompted for, or validates them if they were known.
  await user.press('F8')
  await user.expectText('(5행부터)')
  await user.expectText(pageTexts.uploadChecked)
  await user.press('Alt+c')
  await user.expectText('1행이 더 있습니다')
  await user.press('Control+Shift+Enter')
  await user.expectText(rowPattern('.', '3'))
  await user.expectText(pageTexts.uploadChecked)
  await user.command(commandTitle('upload.show-faulty'))
  await user.expectText(rowStatus(1, 1))
  await user.command(commandTitle('upload.show-all'))
  await user.expectText(rowPattern('.', '3'))
  await user.command(commandTitle('grid.drop-faulty'))
  await user.press('Enter')
  await user.command(commandTitle('upload.show-left-out'))
  await user.press('Control+s')
  await user.expectText('행 저장됨')
  await user.press('Alt+Shift+n')
  await user.expectText('엑셀 파일을 여기에 놓거나')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
})

test('a sheet without a required column names it and prompts for its letter', async () => {
  const { page } = user
  await desk.openReceiptUpload()
  const file = await writeSheetFile('no-qty.xlsx', [
    [columnTitles.OWNER_ORDER_NO, columnTitles.STOCK_CD, 'what'],
    ['PO-M', 'SKU100200', 7],
  ])
  await user.chooseFile('Control+i', file)
  await user.expectText(pageTexts.rowsRead(1))
  await user.press('F8')
  expect(await desk.focused()).toBe(columnTitles.EXPECTED_QTY)
  await user.expectText('읽을 열을 지정하세요.')
  await desk.checkLooks()
  await user.type('C')
  await user.press('F8')
  await user.expectText(pageTexts.uploadChecked)
  expect(await page.locator('.upload-count').first().textContent()).toBe('1행 1주문')
})

test('text in a number and February 30 stay in their cells until corrected', async () => {
  await desk.openReceiptUpload()
  const file = await writeSheetFile('bad-cells.xlsx', [
    receiptTitles,
    ['PO-B', 'SKU100200', 'Vitamin', 'twelve', '20271231'],
    ['PO-B', 'SKU100237', 'Omega', 5, '2027-02-30'],
    ['PO-B', 'SKU100274', 'Nuts', 6, '2027-12-31'],
  ])
  await user.chooseFile('Control+i', file)
  // Columns of an earlier sheet of this owner are remembered, so its rows are read immediately.
  await user.expectText(/3행을 읽습니다|오류 2행/)
  if (await user.page.getByText(pageTexts.rowsRead(3)).isVisible()) await user.press('F8')
  await user.expectText(pageTexts.rowsWrong(2))
  await desk.expectShown('grid', 'PO-B', 'Vitamin', '!twelve')
  await desk.expectShown('grid', 'PO-B', 'Omega', '!2027-02-30')
  await user.expectText(/숫자가 아닙니다: twelve/)
  await user.press('Control+s')
  await user.expectText(/오류 2행이 있어 저장하지 않았습니다/)
  await user.type('12')
  await user.press('Enter')
  await user.expectText(pageTexts.rowsWrong(1))
  await user.press('F7')
  await user.expectText(/달력에 없는 날짜입니다: 2027-02-30/)
  await user.type('20270228')
  await user.press('Enter')
  await user.expectText('오류 없음')
  await user.press('Control+s')
  await user.expectText(pageTexts.uploadSaved)
  const saved = await other.rows('inbound/receipts', { OWNER_ORDER_NO: 'PO-B' })
  expect(saved).toMatchObject([{ LINE_COUNT: 3, ORDER_QTY: 23 }])
})

test('an order number that is already registered or has two ship-tos is reported by row', async () => {
  const sheetTitles = [
    '주문번호',
    columnTitles.STOCK_CD,
    columnTitles.STOCK_NM,
    columnTitles.QTY,
    columnTitles.SHIP_TO_CD,
  ]
  await other.save('outbound/upload-shipments', [
    {
      OWNER_CD: 'HANBIT',
      SHIPMENT_DT: '20261120',
      OWNER_ORDER_NO: 'SO-1',
      STOCK_CD: 'SKU100200',
      STOCK_NM: 'Vitamin',
      ORDER_QTY: 1,
      SHIP_TO_CD: 'ST001',
    },
  ])
  await desk.openUpload('화주별 출고', 'ShipmentUploadExcelByOwner')
  const file = await writeSheetFile('double.xlsx', [
    sheetTitles,
    ['SO-1', 'SKU100200', 'Vitamin', 2, 'ST001'],
    ['SO-2', 'SKU100200', 'Vitamin', 2, 'ST001'],
    ['SO-2', 'SKU100237', 'Omega', 2, 'ST002'],
    ['SO-3', 'SKU100237', 'Omega', 2, 'ST002'],
  ])
  await user.chooseFile('Control+i', file)
  await user.expectText(pageTexts.rowsRead(4))
  await user.press('F8')
  await user.expectText(pageTexts.uploadChecked)
  await user.expectText(pageTexts.rowsWrong(2))
  await desk.expectShown('grid', '2', '!SO-1', 'SKU100200')
  await desk.expectShown('grid', '4', 'SO-2', 'SKU100237', '!ST002')
  await user.expectText(/이미 등록된 화주 오더번호입니다: SO-1/)
  await user.press('F7')
  await user.expectText(/같은 화주 오더번호의.*출고일·배송처가 다릅니다/)
})

test('February 30 is rejected in a search, which keeps the typed text, and in a cell', async () => {
  const { page } = user
  await desk.openRows('ReceiptCreate')
  await user.press('Alt+s')
  await page.getByLabel(columnTitles.RECEIPT_DT).waitFor()
  // A key buffered for the opening page moves the focus only when it is replayed.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT')
  const wanted = await page.getByLabel(columnTitles.RECEIPT_DT).getAttribute('id')
  for (let here = await desk.focused(); here !== wanted; here = await desk.focused()) {
    await user.press('Tab')
    await expect.poll(() => desk.focused()).not.toBe(here)
  }
  await user.type('20260230')
  await user.press('F8')
  await user.expectText('2026-02-30은 올바른 날짜가 아닙니다.')
  expect(await page.getByLabel(columnTitles.RECEIPT_DT).inputValue()).toBe('20260230')
  await desk.checkLooks()
  await user.press('Delete', 'F8')
  await user.expectText(rowPattern('1', '[1-9]'))
  await user.press('Alt+g', 'Insert')
  await user.type('HANBIT')
  await user.press('Tab', 'Tab')
  await user.type('20260230')
  await user.press('Enter')
  await user.expectText('2026-02-30은 올바른 날짜가 아닙니다.')
  await user.press('Control+s')
  await user.expectText('2026-02-30은 올바른 날짜가 아닙니다.')
  await user.press('Control+a')
  await user.type('20261121')
  await user.press('Enter')
  await desk.expectShown('grid', 'HANBIT', '2026-11-21')
})

test('February 30 in an upload header is reported and remains as typed', async () => {
  const { page } = user
  await desk.openReceiptUpload()
  await user.press('Shift+Tab', 'Control+a')
  await user.type('20260230')
  await user.press('Tab')
  await user.expectText('2026-02-30은 올바른 날짜가 아닙니다.')
  expect(await page.getByLabel(columnTitles.RECEIPT_DT).inputValue()).toBe('20260230')
})

test('a duplicate code and an empty name are marked together, corrected and saved', async () => {
  await desk.openRows('Owner')
  await user.press('Alt+g', 'Insert')
  await user.type('HANBIT')
  await user.press('Tab')
  await user.type('Hanbit Two')
  await user.press('Enter', 'Insert')
  await user.type('NEWCO')
  await user.press('Enter', 'Control+s')
  await user.expectText(/화주명.*필수/)
  await user.expectText(/HANBIT는 이미 있습니다/)
  await desk.checkLooks()
  await user.press('Enter')
  await desk.expectShown('grid', '!HANBIT', 'Hanbit Two')
  await desk.expectShown('grid', 'NEWCO', '!')
  await user.type('HANBIT2')
  await user.press('Enter', 'F7')
  await user.type('New company')
  await user.press('Enter', 'Control+s')
  await user.expectText(pageTexts.saved(2))
  const saved = await other.rows('master/owner', {})
  expect(saved.map((row) => [row['OWNER_CD'], row['OWNER_NM']])).toEqual(
    expect.arrayContaining([
      ['HANBIT2', 'Hanbit Two'],
      ['NEWCO', 'New company'],
    ]),
  )
})

test('a row changed by another user shows that user and the time, and keeps the typed value', async () => {
  await desk.renameFirstOwner('My name')
  await other.save('master/save-owner', [
    { ...(await desk.firstOwner()), BATCH_FLAG: 'U', OWNER_NM: 'Their name' },
  ])
  await user.press('Control+s')
  await user.expectText(/clerk 님이 \d\d-\d\d \d\d:\d\d:\d\d에 먼저 수정했습니다/)
  await user.expectText(/지금 화주명: Their name/)
  await desk.expectShown('grid', 'GIFT', 'My name')
  expect(await desk.firstOwner()).toMatchObject({ OWNER_NM: 'Their name', UPDATED_BY: 'clerk' })
  await user.press('F8')
  await user.expectText(/입력한 값을 다시 적용할까요/)
  await user.press('Enter')
  await user.expectText(/최신 내용에 입력한 값을 다시 적용했습니다/)
  await desk.expectShown('grid', 'GIFT', 'My name')
  await user.press('Control+s')
  await user.expectText(pageTexts.saved(1))
  expect(await desk.firstOwner()).toMatchObject({ OWNER_NM: 'My name', UPDATED_BY: 'admin' })
})

test('a document without lines is rejected with the reason', async () => {
  await desk.openRows('ShipmentCreate')
  await user.press('Alt+g', 'Insert')
  await user.type('HANBIT')
  await user.press('Tab', 'Alt+l', 'Control+s')
  await user.expectText(/행이 없는 전표는 저장할 수 없습니다/)
})
