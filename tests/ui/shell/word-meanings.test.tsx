// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { code, date, lookup, text, type Field } from '#kernel/field.ts'
import type { Column } from '#kernel/screen.ts'
import { screenArguments } from '#ui/command-line/screen-arguments.ts'
import { wordRequestKey, type KnownWords, type Meaning } from '#ui/command-line/word-meanings.ts'
import { parseCommandLine } from '#ui/command-line/command-line.ts'

function makeColumn(name: string, field: Field): Column {
  return { ...field, name, editable: true, frozen: false, hidden: false }
}
const columns = [
  makeColumn('OWNER_CD', lookup({ ko: '화주', en: 'Owner' }, 'owner')),
  makeColumn('STOCK_CD', lookup({ ko: '품목코드', en: 'Item' }, 'stock')),
  makeColumn('STOCK_NM', text({ ko: '품목명', en: 'Item name' })),
  makeColumn('RECEIPT_NO', code({ ko: '입고번호', en: 'Receipt' })),
  makeColumn('CELL_CD', lookup({ ko: '셀', en: 'Cell' }, 'cell')),
  makeColumn('VALID_DT', date({ ko: '유통기한', en: 'Expiry' })),
]

function meaning(kind: string, CODE: string, NAME = '', OWNER_CD: string | null = null): Meaning {
  return { kind, CODE, NAME, OWNER_CD, DETAIL: '' }
}
const master: readonly Meaning[] = [
  meaning('owner', 'HANBIT', '한빛헬스'),
  meaning('owner', 'HBTECH', '한빛전자'),
  meaning('owner', 'VITAL', '비타랜드'),
  meaning('owner', 'VITA', '비타'),
  meaning('stock', 'VITC', '비타민C', 'HANBIT'),
  meaning('stock', 'VITD', '비타민D', 'HBTECH'),
  meaning('stock', 'LENS', '한빛렌즈', 'HBTECH'),
  meaning('cell', 'A-011'),
  meaning('cell', 'A-012'),
  meaning('receipt', 'IB-20261120-0457', '', 'HANBIT'),
]

/** Simulated server response: all records whose code or name contains the text. */
function lookUpWords(line: string): KnownWords {
  const words = [...line.matchAll(/[^\s=]+/g)].map(([word]) => word)
  const meanings = ['owner', 'stock', 'cell', 'records'].flatMap((among) =>
    words.map((word) => {
      const found = master.filter(({ kind, CODE, NAME }) => {
        const isAsked = among === 'records' ? kind !== 'owner' : kind === among
        return isAsked && (CODE.includes(word.toUpperCase()) || NAME.includes(word))
      })
      return [wordRequestKey({ among, text: word }), found] as const
    }),
  )
  const owners = master.filter(({ kind }) => kind === 'owner')
  const any = [wordRequestKey({ among: 'owner', text: '' }), owners] as const
  return { meanings: new Map([...meanings, any]), state: 'answered' }
}

function parseArguments(line: string) {
  return parseCommandLine(line).readings.at(-1)?.arguments ?? []
}
const read = (line: string, isSearching = true) =>
  screenArguments(columns, parseArguments(line), {
    known: lookUpWords(line),
    searching: isSearching,
  })
const offeredChoices = (line: string) => read(line).choices?.map(({ text: choice }) => choice)

test('a single match fills its code and is shown with name and code', () => {
  expect(read('재고 화주=헬스')).toEqual({
    args: { OWNER_CD: 'HANBIT' },
    text: '화주 한빛헬스(HANBIT)',
  })
  expect(read('재고 화주!=헬스')).toEqual({
    args: { OWNER_CD: '!=HANBIT' },
    text: '화주!= 한빛헬스(HANBIT)',
  })
})

test('several matches are offered, and a search also offers all of them together', () => {
  expect(offeredChoices('재고 화주=한빛')).toEqual([
    '화주 한빛헬스(HANBIT)',
    '화주 한빛전자(HBTECH)',
    '화주 모두 2건',
  ])
  expect(read('재고 화주=한빛').choices?.at(-1)?.args).toEqual({ OWNER_CD: 'HANBIT,HBTECH' })
  expect(read('재고 화주=한빛', false).choices).toHaveLength(2)
})

test('an exact name does not match another name that contains it', () => {
  expect(read('재고 화주=비타').args).toEqual({ OWNER_CD: 'VITA' })
})

test('an unknown name is rejected with the possible values', () => {
  expect(read('재고 화주=대한').error).toBe(
    "화주에 '대한' 값이 없습니다. 가능한 값: 한빛헬스(HANBIT), 한빛전자(HBTECH), 비타랜드(VITAL), 비타(VITA)",
  )
})

test.each([
  ['헬스', { OWNER_CD: 'HANBIT' }],
  ['비타', { OWNER_CD: 'VITA' }],
  ['비타민C', { STOCK_CD: 'VITC' }],
  ['a-011', { CELL_CD: 'A-011' }],
  ['0457', { RECEIPT_NO: 'IB-20261120-0457' }],
  ['20270301', { VALID_DT: '20270301' }],
  ['젤리', { STOCK_NM: '젤리' }],
  ['ZZ-9', { RECEIPT_NO: 'ZZ-9' }],
])('the bare word %s fills the field that it belongs to', (word, args) => {
  expect(read(`재고 ${word}`).args).toEqual(args)
})

test('an owner name takes precedence over items with the same name', () => {
  expect(offeredChoices('재고 한빛')?.[0]).toBe('화주 한빛헬스(HANBIT)')
})

test('items of owners other than the named one do not match', () => {
  expect(read('재고 화주=HBTECH 비타민').args).toEqual({ OWNER_CD: 'HBTECH', STOCK_CD: 'VITD' })
})

test('a code shared by items of two owners is one entry without a name', () => {
  const found = [
    meaning('stock', 'CUP', '종이컵', 'HANBIT'),
    meaning('stock', 'CUP', '컵', 'HBTECH'),
  ]
  const known = {
    meanings: new Map([[wordRequestKey({ among: 'stock', text: 'CUP' }), found]]),
    state: 'answered',
  } as const
  expect(screenArguments(columns, parseArguments('재고 품목=CUP'), { known }).text).toBe(
    '품목코드 CUP',
  )
})

test('a pending lookup lists its requests to the server', () => {
  const { args, wordRequests } = screenArguments(columns, parseArguments('재고 화주=한빛 비타민'))
  expect(args['OWNER_CD']).toBe('한빛')
  expect(wordRequests?.map(wordRequestKey)).toEqual(['owner 한빛', 'records 비타민'])
  expect(wordRequests?.[0]?.includePossible).toBe(true)
})

test('a failed lookup accepts only dates and codes given with a field', () => {
  const known = { meanings: new Map<string, never>(), state: 'failed' } as const
  const readWithout = (line: string) => screenArguments(columns, parseArguments(line), { known })
  expect(readWithout('재고 화주=GIFT')).toEqual({ args: { OWNER_CD: 'GIFT' }, text: '화주=GIFT' })
  expect(readWithout('재고 화주=한빛').error).toContain("'한빛'")
  expect(readWithout('재고 GIFT').error).toContain("'GIFT'")
  expect(readWithout('재고 2027-03').error).toBeUndefined()
})
