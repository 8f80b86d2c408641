import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { isBizNo } from '#areas/system/rules/biz-no.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => site.close())

type Row = Record<string, Value>

const bizNos = Array.from({ length: 100_000 }, (_, n) => `220-81-${String(n).padStart(5, '0')}`)
  .filter(isBizNo)
  .values()
const company = (CORP_CD: string, extra: Row = {}): Row => ({
  BATCH_FLAG: 'I',
  ROW_TYPE: 'H',
  DOC_REF: CORP_CD,
  CORP_CD,
  CORP_NM: `${CORP_CD} Logistics`,
  BIZ_NO: bizNos.next().value ?? null,
  ...extra,
})
const part = (DOC_REF: string, ORG_CD: string, extra: Row = {}): Row => ({
  BATCH_FLAG: 'I',
  ROW_TYPE: 'L',
  DOC_REF,
  ORG_CD,
  ORG_NM: ORG_CD,
  ORG_KIND_CD: 'BRANCH',
  FROM_DT: '20260101',
  ...extra,
})
const team = (DOC_REF: string, ORG_CD: string, PARENT_CD: string, extra: Row = {}): Row =>
  part(DOC_REF, ORG_CD, { ORG_KIND_CD: 'TEAM', PARENT_CD, ...extra })
const saveCompany = (...rows: Row[]) => user.save('system/save-company', rows)

async function saveOrThrow(...rows: Row[]): Promise<void> {
  const { status, body } = await saveCompany(...rows)
  expect(status, JSON.stringify(body)).toBe(200)
}

async function getRefusals(...rows: Row[]): Promise<string[]> {
  const { status, body } = await saveCompany(...rows)
  expect([409, 422]).toContain(status)
  return body.rows.map(({ COLUMN, POERROR }) => `${COLUMN}: ${POERROR}`)
}

test('a company is saved with its branches and teams in one request', async () => {
  await saveOrThrow(company('C1'), team('C1', 'C1-T', 'C1-B'), part('C1', 'C1-B'))
  const [corp] = await user.query('system/corp', { CORP_CD: 'C1' })
  expect(corp).toMatchObject({ CORP_NM: 'C1 Logistics', USE_YN: 'Y', UPDATED_BY: 'admin' })
  const parts = await user.query('system/organization', { CORP_CD: 'C1' })
  expect(parts.map((row) => [row['ORG_CD'], row['PARENT_CD']])).toEqual([
    ['C1-B', null],
    ['C1-T', 'C1-B'],
  ])
})

test('a business number needs a valid check digit and must be unique', async () => {
  const [first] = await user.query('system/corp', { CORP_CD: 'C1' })
  expect(await getRefusals(company('C2', { BIZ_NO: '220-81-62518' }))).toEqual([
    expect.stringMatching(/^BIZ_NO: .*사업자등록번호가 아닙니다/),
  ])
  expect(await getRefusals(company('C2', { BIZ_NO: first?.['BIZ_NO'] ?? null }))).toEqual([
    'BIZ_NO: 이미 등록된 사업자등록번호입니다.',
  ])
  await saveOrThrow(company('C2', { BIZ_NO: first?.['BIZ_NO'] ?? null, SUB_BIZ_NO: '0001' }))
  await expect(site.db.execute(sql`update corp set biz_no = '220-81-62518'`)).rejects.toThrow()
})

test('a team belongs to a branch of its company, within the branch’s period', async () => {
  await saveOrThrow(
    company('C3'),
    part('C3', 'C3-B', { TO_DT: '20261231' }),
    company('C4'),
    part('C4', 'C4-B'),
  )
  expect(await getRefusals(part('C3', 'X', { ORG_KIND_CD: 'TEAM' }))).toEqual([
    'PARENT_CD: 팀은 소속지점이 있어야 하고, 지점에는 소속지점이 없습니다.',
  ])
  expect(await getRefusals(team('C3', 'X', 'C4-B'))).toEqual([
    'PARENT_CD: 같은 회사의 지점이 아닙니다.',
  ])
  expect(await getRefusals(team('C3', 'X', 'C3-B', { TO_DT: '20270101' }))).toEqual([
    'FROM_DT: 소속지점의 기간을 벗어납니다.',
  ])
  expect(await getRefusals(part('C3', 'X', { TO_DT: '20251231' }))).toEqual([
    'TO_DT: 종료일이 시작일보다 빠릅니다.',
  ])
  await saveOrThrow(team('C3', 'C3-T', 'C3-B', { TO_DT: '20261231' }))
  const [branch] = await user.query('system/organization', { ORG_CD: 'C3-B' })
  const shorter = { ...branch, BATCH_FLAG: 'U', TO_DT: '20260630' }
  const { body } = await user.save('system/save-organization', [shorter])
  expect(body.rows.map(({ POERROR }) => POERROR)).toEqual(['소속지점의 기간을 벗어납니다.'])
})

test('the history keeps old value, new value and user, and cannot be deleted', async () => {
  await saveOrThrow(company('C5'))
  const [corp] = await user.query('system/corp', { CORP_CD: 'C5' })
  const second = await site.login('second')
  await second.save('system/save-corp', [{ ...corp, BATCH_FLAG: 'U', CORP_NM: 'New name' }])
  const [renamed] = await user.query('system/corp', { CORP_CD: 'C5' })
  await user.save('system/save-corp', [{ ...renamed, BATCH_FLAG: 'D' }])
  const kept = await site.db.query(sql`
    select change_cd, changed_by, before_row ->> 'corp_nm' before, after_row ->> 'corp_nm' after
    from fact_change where table_nm = 'corp' and record_key = 'C5' order by change_no`)
  expect(kept).toEqual([
    { change_cd: 'I', changed_by: 'admin', before: null, after: 'C5 Logistics' },
    { change_cd: 'U', changed_by: 'second', before: 'C5 Logistics', after: 'New name' },
    { change_cd: 'D', changed_by: 'admin', before: 'New name', after: null },
  ])
  await expect(site.db.execute(sql`delete from fact_change`)).rejects.toThrow()
})
