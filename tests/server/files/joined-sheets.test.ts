import { expect, test } from 'vitest'
import { utils, write } from 'xlsx'
import { readJoinedSheets } from '#server/files/joined-sheets.ts'

const names = new Map([
  ['지점', 'BRANCH'],
  ['품목', 'ITEM'],
  ['ORDER', 'ORDER'],
])

function workbook(sheets: Readonly<Record<string, readonly (readonly unknown[])[]>>): Buffer {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows as unknown[][]), name)
  }
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

const read = (sheets: Readonly<Record<string, readonly (readonly unknown[])[]>>) =>
  readJoinedSheets(workbook(sheets), 'first.xlsx', { title: '구분', names })

test('sheets that say by their name what they hold stand one below the other', async () => {
  const { rows, sheetName } = await read({
    안내: [['이 파일을 채워 보내 주세요.']],
    지점: [
      ['코드', '이름'],
      ['N1', '강남지점'],
    ],
    품목: [
      ['이름', '바 코드', '코드'],
      ['세라믹 필터', '8801234567893', 'S1'],
    ],
    order: [
      ['코드', '요청'],
      ['S1', 5],
    ],
  })
  expect(sheetName).toBe('지점, 품목, order')
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['구분', '코드', '이름', '바 코드', '요청'],
    ['BRANCH', 'N1', '강남지점', null, null],
    ['ITEM', 'S1', '세라믹 필터', '8801234567893', null],
    ['ORDER', 'S1', null, null, 5],
  ])
})

test('a workbook without such sheets is read as any other', async () => {
  const { rows, sheetName } = await read({
    Sheet1: [
      ['구분', '코드'],
      ['지점', 'N1'],
    ],
  })
  expect(sheetName).toBe('Sheet1')
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['구분', '코드'],
    ['지점', 'N1'],
  ])
})

test('sheets of headings alone are empty', async () => {
  await expect(read({ 지점: [['코드', '이름']] })).rejects.toMatchObject({ code: 'empty' })
})

test('what is wrong with a sheet is said with its name, and a sheet nobody asks for stops nothing', async () => {
  const wide = [Array.from({ length: 201 }, (_, at) => `c${at}`)]
  const fine = [['코드'], ['N1']]
  await expect(read({ 지점: fine, 품목: wide })).rejects.toMatchObject({
    code: 'too-many-columns',
    text: {
      ko: '열이 너무 많습니다. (시트 품목: GS1: 201 > 200) 오른쪽 끝 열에 남은 값을 지우고 다시 저장하세요.',
    },
  })
  const long = Array.from({ length: 50_002 }, (_, at) => [`r${at}`])
  await expect(read({ 'A&B': long, 지점: fine, 품목: long })).rejects.toMatchObject({
    code: 'too-many-rows',
    text: {
      ko: '행이 너무 많습니다. (시트 품목: 50,002 > 50,001) 파일을 여러 개로 나누어 올리세요.',
    },
  })
  expect((await read({ 'A&B': wide, 지점: fine })).sheetName).toBe('지점')
})
