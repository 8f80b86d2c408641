import { describe, expect, test } from 'vitest'
import { chooseReading, parseCommandLine } from '#ui/command-line/command-line.ts'
import { createSearchIndex } from '#ui/command-line/search-index.ts'
import { certainScore } from '#ui/command-line/search-index.ts'
import { menu } from './menu.ts'

const index = createSearchIndex(menu)

function read(line: string) {
  const isCertain = (target: string) =>
    (index.search(target, { limit: 1 })[0]?.score ?? 0) >= certainScore
  return chooseReading(parseCommandLine(line), isCertain)
}

test('words after a screen name fill its search: values, conditions and ranges', () => {
  expect(read('재고이동 A존 유통기한<2027-01 수량>=100')).toEqual({
    target: '재고이동',
    arguments: [
      { op: '=', value: 'A존' },
      { field: '유통기한', op: '<', value: '2027-01' },
      { field: '수량', op: '>=', value: '100' },
    ],
  })
})

test('a multi-word title remains one target, and the text after it is a value', () => {
  expect(read('로트별 재고 A존')).toEqual({
    target: '로트별 재고',
    arguments: [{ op: '=', value: 'A존' }],
  })
  expect(read('오더별 입고확정')?.arguments).toEqual([])
})

test('a word that identifies a screen together with other words is not a value', () => {
  expect(read('재고 셀')).toEqual({ target: '재고 셀', arguments: [] })
  expect(read('inv 보류')?.arguments).toEqual([])
})

test('a line that matches nothing is looked up unsplit', () => {
  expect(read('뷁 뷁')).toEqual({ target: '뷁 뷁', arguments: [] })
})

test('the target can be typed as initials or as an abbreviation', () => {
  expect(read('iml A존')).toEqual({ target: 'iml', arguments: [{ op: '=', value: 'A존' }] })
  expect(read('csm A존')).toMatchObject({ target: 'csm' })
  expect(read('ㅈㄱㅇㄷ 존=A')).toMatchObject({ target: 'ㅈㄱㅇㄷ' })
})

describe('argument parsing', () => {
  const parseArgument = (text: string) =>
    parseCommandLine(`할당 ${text}`).readings.at(-1)?.arguments[0]

  test.each([
    ['존=A', { field: '존', op: '=', value: 'A' }],
    ['정렬:유통기한', { field: '정렬', op: '=', value: '유통기한' }],
    ['품명~비타민', { field: '품명', op: '~', value: '비타민' }],
    ['상태!=보류', { field: '상태', op: '!=', value: '보류' }],
    ['>100', { op: '>', value: '100' }],
    ['수량<=', { field: '수량', op: '<=', value: '' }],
    ['사유="박스 파손"', { field: '사유', op: '=', value: '박스 파손' }],
    ['"A 존"', { op: '=', value: 'A 존' }],
  ])('parses %s', (text, expected) => {
    expect(parseArgument(text)).toEqual(expected)
  })
})

test.each([
  ['>보류 사유=파손', 'commands', '보류'],
  ['@로트', 'tabs', '로트'],
  ['# SH-20261120-0412', 'documents', 'SH-20261120-0412'],
  ['재고', 'all', '재고'],
])('%s is looked up among %s', (line, scope, target) => {
  const parsed = parseCommandLine(line)
  expect([parsed.scope, parsed.readings.at(-1)?.target]).toEqual([scope, target])
})

test('a line without words has no readings', () => {
  expect(parseCommandLine('  > ')).toEqual({ scope: 'commands', text: '', readings: [] })
  expect(read('')).toBeUndefined()
})

test('a leading condition is the target if the line has no other target', () => {
  expect(parseCommandLine('수량>100').readings).toEqual([{ target: '수량>100', arguments: [] }])
})

test('a colon at the end of a word is part of the title', () => {
  const { readings } = parseCommandLine('>단축키 변경: 모든 명령')
  expect(readings[0]).toEqual({ target: '단축키 변경: 모든 명령', arguments: [] })
})
