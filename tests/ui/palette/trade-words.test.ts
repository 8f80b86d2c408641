import { expect, test } from 'vitest'
import { getReadings } from '#ui/command-line/query.ts'
import { replaceTradeWords } from '#ui/command-line/trade-words.ts'
import { loadSynonyms } from '#ui/command-line/lazy-code.ts'

await loadSynonyms()

test.each([
  ['상품별 재고', '품목별 재고'],
  ['재고 옮기기', '재고 이동'],
  ['할당 풀기', '할당 취소'],
  ['출고 넣기', '출고 등록'],
  ['실사목록', '실사 목록'],
])('%s is also read as %s', (typed, message) => {
  expect(replaceTradeWords(typed).replacements).toContain(message)
})

test('a term that occurs in titles is read literally first, and its synonyms are weaker readings', () => {
  const { replacements, withoutGenericWords } = replaceTradeWords('출고 확정')
  expect(replacements).toEqual([])
  expect(withoutGenericWords).toContain('출하 확정')
  expect(replaceTradeWords('반출 취소').withoutGenericWords).toContain('보세출고 취소')
})

test.each([
  ['통화코드', '통화'],
  ['품목 조회', '품목'],
  ['owner list', 'owner'],
  ['puting away', 'put away'],
])('%s can be read as %s', (typed, bare) => {
  expect(replaceTradeWords(typed).withoutGenericWords).toContain(bare)
})

test('a query with only a filler word or only title terms has no rewritten reading', () => {
  expect(replaceTradeWords('조회').withoutGenericWords).toEqual([])
  expect(replaceTradeWords('로트별 재고').replacements).toEqual([])
})

test('a query has at most seven readings because each costs a search', () => {
  for (const typed of [
    '거래처별 상품 입고 내역 조회',
    '업체별 상품 반출 기록',
    'vendor products receiving list',
  ]) {
    expect(getReadings(typed).length, typed).toBeLessThanOrEqual(7)
  }
})

test('filler words are dropped from wrong-layout queries too', () => {
  expect(getReadings('xhdghkzhem').map(({ text }) => text)).toContain('통화')
})

test('a wrong-layout query with a typo that forms no syllables is still read by its keys', () => {
  expect(getReadings('eksdnglhkstks')[1]?.text).toMatch(/^[ㄱ-ㅣ]+$/)
})
