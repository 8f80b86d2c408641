// @vitest-environment jsdom
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { addDays } from '#kernel/calendar.ts'
import { code, date, lookup, select, type Field } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import { screenArguments } from '#ui/command-line/screen-arguments.ts'
import { today } from '#ui/base/calendar-day.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { parseCommandLine } from '#ui/command-line/command-line.ts'
import { relativeDay } from '#kernel/relative-day.ts'

function makeColumn(name: string, field: Field): Column {
  return { ...field, name, editable: true, frozen: false, hidden: false }
}
const columns = [
  makeColumn('OWNER_CD', lookup({ ko: '화주', en: 'Owner' }, 'owner')),
  makeColumn('ZONE_CD', code({ ko: '존', en: 'Zone' })),
  makeColumn('VALID_DT', date({ ko: '유통기한', en: 'Expiry' })),
  makeColumn('COND_CD', select({ ko: '상태', en: 'Condition' }, 'condition')),
]
function read(line: string) {
  const typed = parseCommandLine(line).readings.at(-1)?.arguments ?? []
  return screenArguments(columns, typed)
}

test('a field name, an operator and a value fill the search of the screen', () => {
  expect(read('재고 화주=HANBIT 유통기한<2027-03').args).toEqual({
    OWNER_CD: 'HANBIT',
    VALID_DT: '<20270301',
  })
})

test('a value can precede its field name, as in natural speech', () => {
  expect(read('재고 A존 유통기한<2027-03-15')).toEqual({
    args: { ZONE_CD: 'A', VALID_DT: '<20270315' },
    text: '존=A 유통기한<20270315',
  })
})

test('a field is recognized by its English name, its column or the start of its name', () => {
  expect(read('재고 owner=A zone_cd=B 유통=20270101').args).toEqual({
    OWNER_CD: 'A',
    ZONE_CD: 'B',
    VALID_DT: '20270101',
  })
})

test('bare values fill the fields that accept them, one each', () => {
  expect(read('재고 2027-03 HANBIT B').args).toEqual({
    VALID_DT: '20270301',
    OWNER_CD: 'HANBIT',
    ZONE_CD: 'B',
  })
})

test('a date range keeps both ends', () => {
  expect(read('재고 20270101~20271231').args).toEqual({ VALID_DT: '20270101~20271231' })
})

test('an unknown field is rejected with a list of the available fields', () => {
  const { args, error } = read('재고 품목그룹=X')
  expect(args).toEqual({})
  expect(error).toBe("'품목그룹' 조건이 없습니다. 가능한 조건: 화주, 존, 유통기한, 상태")
})

test('a surplus value is rejected because no remaining field accepts it', () => {
  expect(read('재고 A B C').error).toContain("'C'는 남은 조건에 맞지 않습니다")
})

test('field names are read in either keyboard layout', () => {
  expect(read('재고 dbxhdrlgks<2027-03 ㅐ주ㄷㄱ=HANBIT').args).toEqual({
    VALID_DT: '<20270301',
    OWNER_CD: 'HANBIT',
  })
  expect(read('재고 Awhs').args).toEqual({ ZONE_CD: 'A' })
})

test('dates can be relative to today, and a year becomes a range', () => {
  const day = today()
  expect(read('재고 유통기한<오늘').args).toEqual({ VALID_DT: `<${day}` })
  expect(read('재고 유통기한>=-7d').args).toEqual({ VALID_DT: `>=${addDays(day, -7)}` })
  expect(read('재고 -7d~오늘').args).toEqual({ VALID_DT: `${addDays(day, -7)}~${day}` })
  expect(read('재고 유통기한=올해').args).toEqual({
    VALID_DT: `${day.slice(0, 4)}0101~${day.slice(0, 4)}1231`,
  })
  expect(read('재고 dhsmf').args).toEqual({ VALID_DT: day })
})

test('an invalid date is rejected', () => {
  expect(read('재고 유통기한<2027-13').error).toMatch(/^유통기한: /)
})

describe('a field with a code list', () => {
  beforeAll(async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(
        Response.json({
          data: {
            condition: [
              { CODE: 'NORMAL', NAME: '정상' },
              { CODE: 'HELD', NAME: '보류' },
            ],
          },
        }),
      ),
    )
    await codeLists.load(['condition'])
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    codeLists.clear()
  })

  test.each(['보류', 'held', 'ㅂㄹ', 'qhfb', '보'])('recognizes its entry by %s', (written) => {
    expect(read(`재고 상태=${written}`)).toEqual({ args: { COND_CD: 'HELD' }, text: '상태=보류' })
  })

  test('accepts a bare word that names an entry', () => {
    expect(read('재고 보류').args).toEqual({ COND_CD: 'HELD' })
  })

  test('rejects a value that is not in the list and shows the possible values', () => {
    expect(read('재고 상태=예정')).toEqual({
      args: {},
      text: '',
      error: "상태에 '예정' 값이 없습니다. 가능한 값: 정상(NORMAL), 보류(HELD)",
    })
  })
})

test.each([
  ['어제', '20270228'],
  ['내일', '20270302'],
  ['오늘+30', '20270331'],
  ['today-1', '20270228'],
  ['+2w', '20270315'],
  ['-1m', '20270201'],
  ['1년', undefined],
  ['+1년', '20280301'],
  ['지난달', '20270201~20270228'],
  ['이번달', '20270301~20270331'],
  ['작년', '20260101~20261231'],
  ['지난달-1', undefined],
  ['20270301', undefined],
  ['constructor', undefined],
  ['3일', '20270303'],
  ['31일', '20270331'],
  ['32일', undefined],
  ['11월', '20271101~20271130'],
  ['11월3일', '20271103'],
  ['2/29', undefined],
  ['11/3', '20271103'],
  ['13월', undefined],
  ['3일전', '20270226'],
  ['2주후', '20270315'],
  ['3일간', '20270227~20270301'],
  ['1개월간', '20270202~20270301'],
  ['이번주', '20270301~20270307'],
  ['지난주', '20270222~20270228'],
])('%s on 1 March 2027 is %s', (written, day) => {
  expect(relativeDay(written, '20270301')).toBe(day)
})
