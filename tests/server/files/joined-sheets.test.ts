import { expect, test } from 'vitest'
import { utils, write } from 'xlsx'
import { readJoinedSheets } from '#server/files/joined-sheets.ts'

const names = new Map([
  ['Branch', 'BRANCH'],
  ['Item', 'ITEM'],
  ['ORDER', 'ORDER'],
])

function makeBook(sheets: Readonly<Record<string, readonly (readonly unknown[])[]>>): Buffer {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows as unknown[][]), name)
  }
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

const read = (sheets: Readonly<Record<string, readonly (readonly unknown[])[]>>) =>
  readJoinedSheets(makeBook(sheets), 'first.xlsx', { title: 'Kind', names })

test('sheets named after a kind are combined into one table', async () => {
  const { rows, sheetName } = await read({
    Notes: [['Fill in this file.']],
    Branch: [
      ['Code', 'Name'],
      ['N1', 'Gangnam'],
    ],
    Item: [
      ['Name', 'Bar Code', 'Code'],
      ['Ceramic filter', '8801234567893', 'S1'],
    ],
    order: [
      ['Code', 'Wanted'],
      ['S1', 5],
    ],
  })
  expect(sheetName).toBe('Branch, Item, order')
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Kind', 'Code', 'Name', 'Bar Code', 'Wanted'],
    ['BRANCH', 'N1', 'Gangnam', null, null],
    ['ITEM', 'S1', 'Ceramic filter', '8801234567893', null],
    ['ORDER', 'S1', null, null, 5],
  ])
})

test('a workbook without such sheets is read like any other', async () => {
  const { rows, sheetName } = await read({
    Sheet1: [
      ['Kind', 'Code'],
      ['Branch', 'N1'],
    ],
  })
  expect(sheetName).toBe('Sheet1')
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Kind', 'Code'],
    ['Branch', 'N1'],
  ])
})

test('sheets with only headings are rejected as empty', async () => {
  await expect(read({ Branch: [['Code', 'Name']] })).rejects.toMatchObject({ code: 'empty' })
})

test('an error names its sheet, and an unused sheet causes no error', async () => {
  const wide = [Array.from({ length: 201 }, (_, index) => `c${index}`)]
  const fine = [['Code'], ['N1']]
  await expect(read({ Branch: fine, Item: wide })).rejects.toMatchObject({
    code: 'too-many-columns',
    text: {
      ko: '열이 너무 많습니다. (시트 Item: GS1: 201 > 200) 오른쪽 끝 열에 남은 값을 지우고 다시 저장하세요.',
    },
  })
  const long = Array.from({ length: 50_002 }, (_, index) => [`r${index}`])
  await expect(read({ 'A&B': long, Branch: fine, Item: long })).rejects.toMatchObject({
    code: 'too-many-rows',
    text: {
      ko: '행이 너무 많습니다. (시트 Item: 50,002 > 50,001) 파일을 여러 개로 나누어 올리세요.',
    },
  })
  expect((await read({ 'A&B': wide, Branch: fine })).sheetName).toBe('Branch')
})
