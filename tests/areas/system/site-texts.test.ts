import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

type Row = Record<string, Value>

const find = async (search: Row): Promise<Row[]> => admin.query('system/site-texts', search)
const getText = async (TEXT_KO: string, TEXT_EN: string): Promise<Row> => {
  const rows = await find({ WORDS: TEXT_KO })
  return rows.find((row) => row['TEXT_KO'] === TEXT_KO && row['TEXT_EN'] === TEXT_EN) ?? {}
}
const change = async (row: Row, own: Row) =>
  admin.save('system/save-site-texts', [{ ...row, ...own, BATCH_FLAG: 'U' }])
const reasons = (response: Awaited<ReturnType<TestUser['save']>>): string[] =>
  (response.body.rows ?? []).map(({ COLUMN, POERROR }) => `${COLUMN}: ${POERROR}`)

interface LanguageMap {
  readonly data: Record<string, string>
  readonly own: readonly Row[]
}
const getLanguageMap = async (language: 'ko' | 'en' = 'ko'): Promise<LanguageMap> => {
  const { bytes } = await admin.call('/api/languageMap', {}, { 'x-lang': language })
  return JSON.parse(bytes.toString()) as LanguageMap
}

describe('texts of the product', () => {
  test('the texts of the product can be found by a part in either language, with their places of use', async () => {
    const korean = await find({ WORDS: '항목은 필수' })
    const english = await find({ WORDS: 'is required' })
    for (const rows of [korean, english]) {
      expect(rows.map((row) => row['TEXT_KO'])).toContain('{0} 항목은 필수 입력입니다.')
    }
    const owner = await getText('화주', 'Owner')
    expect(owner).toMatchObject({ KIND_CD: 'TABLE', OWN_YN: 'N', LACK_CD: null, FIXED_CD: null })
    expect(String(owner['PLACES'])).toContain('재고')
    expect(Number(owner['USE_COUNT'])).toBeGreaterThan(10)
  })

  test('fixed texts reject a change at the column, with the reason', async () => {
    const findFixed = async (FIXED_CD: string): Promise<Row> => (await find({ FIXED_CD }))[0] ?? {}
    for (const [why, message] of [
      ['FILLED', '값이 들어가는'],
      ['SERVER', '서버가'],
      ['MENU', '메뉴관리에서'],
      ['PART', '다른 문구의 일부'],
    ] as const) {
      const row = await findFixed(why)
      const [refusal = ''] = reasons(await change(row, { SITE_KO: '다른 말' }))
      expect(refusal).toContain('SITE_KO')
      expect(refusal).toContain(message)
    }
    const unknown = await change({ TEXT_KEY: 'no-such', VERSION: 0 }, { SITE_KO: '말' })
    expect(reasons(unknown)).toEqual(['TEXT_KEY: 등록되지 않은 문구입니다.'])
  })
})

describe('texts of the site', () => {
  test('the texts of the site reach the pages in both languages, and missing translations are listed', async () => {
    const item = await getText('화주', 'Owner')
    expect((await change(item, { SITE_KO: '고객사' })).status).toBe(200)
    const { own } = await getLanguageMap()
    const reported = { TEXT_KO: '화주', TEXT_EN: 'Owner', SITE_KO: '고객사', SITE_EN: null }
    expect(own).toEqual([reported])
    const missing = await find({ LACK_CD: 'EN', OWN_YN: 'Y' })
    expect(missing.map((row) => row['TEXT_KO'])).toEqual(['화주'])
    const both = await find({ WORDS: '고객사' })
    expect((await change(both[0] ?? {}, { SITE_EN: 'Customer' })).status).toBe(200)
    expect(await find({ LACK_CD: 'EN', OWN_YN: 'Y' })).toEqual([])
  })

  test('the texts of the site must keep the placeholders of each language', async () => {
    const span = await getText(
      '조회 기간은 {0}{1}을 넘을 수 없습니다.',
      'The span must not exceed {0} {1}.',
    )
    expect(span['PLACEHOLDERS']).toBe('{0} {1}')
    const lost = await change(span, { SITE_KO: '{0}까지만 조회합니다.', SITE_EN: 'Up to {1}.' })
    expect(reasons(lost)).toEqual([
      'SITE_KO: 자리표시를 그대로 입력하세요: {0} {1}',
      'SITE_EN: 자리표시를 그대로 입력하세요: {0} {1}',
    ])
    const owner = await getText('화주', 'Owner')
    expect(reasons(await change(owner, { SITE_KO: '고객 {0}' }))[0]).toContain(
      '자리표시가 없습니다',
    )
    const kept = await change(span, { SITE_KO: '{1} 기준 {0}까지만 조회합니다.' })
    expect(kept.status).toBe(200)
    expect((await getLanguageMap()).data['MSG000023']).toBe('{1} 기준 {0}까지만 조회합니다.')
    expect((await getLanguageMap('en')).data['MSG000023']).toBe('The span must not exceed {0} {1}.')
  })

  test('the texts of the site apply to code names and server errors', async () => {
    const yes = await getText('예', 'Yes')
    expect((await change(yes, { SITE_KO: '네' })).status).toBe(200)
    const { bytes } = await admin.call('/api/code/selectCommonCode', { CODES: ['yes-no'] })
    const { data } = JSON.parse(bytes.toString()) as { data: Record<string, Row[]> }
    expect(data['yes-no']?.map(({ NAME }) => NAME)).toEqual(['네', '아니오'])
    const turned = await getText(
      '시작일이 종료일보다 늦을 수 없습니다.',
      'The start must not be after the end.',
    )
    expect((await change(turned, { SITE_KO: '기간을 다시 보세요.' })).status).toBe(200)
    const SEARCH = { CHANGED_AT: '20260102~20260101' }
    const refused = await admin.call('/api/wms/system/fact-changes', { SEARCH })
    expect([refused.status, refused.body.message]).toEqual([422, '기간을 다시 보세요.'])
  })

  test('the texts of the site have a history, can be undone and are cleared by emptying them', async () => {
    const owner = await getText('화주', 'Owner')
    const stale = await change({ ...owner, VERSION: 1 }, { SITE_KO: '거래처' })
    expect(stale.status).toBe(409)
    expect((await change(owner, { SITE_KO: '거래처' })).status).toBe(200)
    const record = { TABLE_NM: 'site_text', RECORD_KEY: owner['TEXT_KEY'] ?? null }
    const [last] = await admin.query('system/fact-changes', record)
    expect(last).toMatchObject({ CHANGED_BY: 'admin', DIFFERENCE: 'site_ko: 고객사 → 거래처' })
    const undo = { CHANGE_NO: last?.['CHANGE_NO'] ?? null }
    expect((await admin.save('system/undo-fact-change', [undo])).status).toBe(200)
    const back = await getText('화주', 'Owner')
    expect(back['SITE_KO']).toBe('고객사')
    expect((await change(back, { SITE_KO: null, SITE_EN: 'Owner' })).status).toBe(200)
    expect(await getText('화주', 'Owner')).toMatchObject({ OWN_YN: 'N', SITE_EN: null })
    expect((await getLanguageMap()).own.map((row) => row['TEXT_KO'])).not.toContain('화주')
  })
})
