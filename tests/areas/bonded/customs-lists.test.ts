import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { queriedTooOften } from '#areas/bonded/server/customs-limit.ts'
import { customsListJobs } from '#areas/bonded/server/customs-list-job.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import {
  CustomsService,
  runCustomsJob,
  type ServiceBehaviour,
} from '#tests/support/customs-service.ts'
import { ok, saveRow } from '#tests/support/customs-floor.ts'
import { holdJobs } from '#tests/support/held-mails.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let clerk: TestUser
let service: CustomsService

beforeAll(async () => {
  site = await testSite({ referenceData: true })
  clerk = await site.login('admin')
  service = await CustomsService.open()
})
afterAll(async () => {
  await service.close()
  await site.close()
})

async function queryCustoms(LIST_CD: string, ASKED_NO: string, ...behaviours: ServiceBehaviour[]) {
  service.setBehaviours(...behaviours)
  await runCustomsJob(site.db, customsListJobs(1), { LIST_CD, ASKED_NO })
  const rows = await clerk.query('bonded/customs-lists', { LIST_CD })
  return rows.filter((row) => row['LIST_ID'] === rows[0]?.['LIST_ID'])
}

const takeEntries = (rows: Awaited<ReturnType<typeof queryCustoms>>) =>
  clerk.save(
    'bonded/take-customs-entries',
    rows.map(({ LIST_ID = null, LINE_NO = null }) => ({ LIST_ID, LINE_NO })),
  )

test('a list query requires a well-formed number and a key, which is stored encrypted', async () => {
  const requestList = (LIST_CD: string, ASKED_NO: string) =>
    clerk.save('bonded/ask-customs-list', [{ LIST_CD, ASKED_NO }])
  expect(rowErrors(await requestList('RATE_IMP', '20261340'))).toEqual([
    [1, 'ASKED_NO', expect.stringContaining('적용일 8자리')],
  ])
  expect(rowErrors(await requestList('HS', '220'))).toEqual([
    [1, 'ASKED_NO', expect.stringContaining('4~10자리')],
  ])
  const keyless = await requestList('HS', '220421')
  expect(keyless.body.message).toContain('인증키가 없습니다')
  await saveRow(clerk, 'save-customs-setting', [
    { SERVICE_URL: service.url, SERVICE_KEY: 'k', TIMEOUT_SECONDS: 1, TRIES: 2 },
  ])
  const lists = ['RATE_IMP', 'RATE_EXP', 'SHED', 'HS']
  await saveRow(
    clerk,
    'save-customs-list-key',
    lists.map((LIST_CD) => ({ LIST_CD, SERVICE_KEY: `key-${LIST_CD}` })),
  )
  const kept = await site.db.query<{ service_key: string }>(sql`
    select service_key from customs_list_key`)
  expect(kept.filter((row) => row.service_key.includes('key-'))).toEqual([])
  ok(await requestList('HS', '220421'))
})

test('weekly rates are proposed and saved as rates, and a correction references the query', async () => {
  const rows = await queryCustoms('RATE_IMP', '20261213', 'answers')
  // The previous search can still be running in the background.
  const call = service.calls.find((url) => url.pathname.includes('trifFxrtInfoQry'))
  expect(call?.searchParams.get('crkyCn')).toBe('key-RATE_IMP')
  expect(call?.searchParams.get('qryYymmDd')).toBe('20261213')
  expect(call?.searchParams.get('imexTp')).toBe('2')
  const shown = rows.map((row) => [row['ENTRY_CD'], row['OURS'], row['THEIRS'], row['FROM_DT']])
  expect(shown).toEqual([
    ['JPY', null, '940.2', '20261213'],
    ['USD', null, '1391.5', '20261213'],
  ])
  const rates = () =>
    clerk.query('freight/exchange-rate', { KIND_CD: 'CUS_IMP', RATE_DT: '20261213' })
  expect(await rates()).toEqual([])
  ok(await takeEntries(rows))
  expect(await rates()).toMatchObject([
    { CURRENCY_CD: 'JPY', RATE: 940.2, RATE_UNIT: 100, REV_NO: 0 },
    { CURRENCY_CD: 'USD', RATE: 1391.5, RATE_UNIT: 1, REV_NO: 0 },
  ])
  expect(rowErrors(await takeEntries(rows))[0]?.[2]).toContain('이미 반영')
  expect(await queryCustoms('RATE_IMP', '20261213', 'answers')).toMatchObject([
    { RESULT_CD: 'OK', ENTRY_COUNT: 2, LINE_NO: null },
  ])
  const typed = { KIND_CD: 'CUS_IMP', CURRENCY_CD: 'USD', RATE_DT: '20261213', RATE: 1400 }
  ok(
    await clerk.save('freight/save-exchange-rate', [
      { BATCH_FLAG: 'I', ...typed, REMARK: '오입력' },
    ]),
  )
  const [again, ...others] = await queryCustoms('RATE_IMP', '20261213', 'answers')
  expect(others).toEqual([])
  expect(again).toMatchObject({ ENTRY_CD: 'USD', OURS: '1400', THEIRS: '1391.5' })
  ok(await takeEntries(again ? [again] : []))
  expect((await rates()).find((row) => row['CURRENCY_CD'] === 'USD')).toMatchObject({
    RATE: 1391.5,
    REV_NO: 2,
    REMARK: `관세청 조회 ${String(again?.['LIST_ID'])}`,
  })
})

test('shed names and HS code suffixes are saved when selected', async () => {
  ok(await takeEntries(await queryCustoms('SHED', '02088888', 'answers')))
  expect(await clerk.query('bonded/sheds', { SHED_CD: '02088888' })).toMatchObject([
    { SHED_NM: '견본제2보세창고' },
  ])
  const tails = await queryCustoms('HS', '220421', 'answers')
  expect(tails.map((row) => [row['ENTRY_CD'], row['THEIRS']])).toEqual([
    ['2204211000', '붉은 포도주'],
    ['2204212000', '흰 포도주'],
  ])
  ok(await takeEntries(tails.slice(0, 1)))
  expect(await clerk.query('freight/hs-code', { HS_CD: '2204211000' })).toMatchObject([
    { HS_NM: '붉은 포도주', HS_EN: 'Red wine', PARENT_CD: '220421', EDITION_CD: 'HSK' },
  ])
  expect(await clerk.query('freight/hs-code', { HS_CD: '2204212000' })).toEqual([])
})

test('an entry changed since the query is not overwritten', async () => {
  const [white] = await queryCustoms('HS', '220421', 'answers')
  await site.db.execute(sql`
    insert into hs_code (hs_cd, hs_nm, hs_en) values ('2204212000', '백포도주', 'White wine')`)
  const old = await takeEntries(white ? [white] : [])
  expect(rowErrors(old)).toEqual([[1, 'LIST_ID', expect.stringContaining('다시 조회')]])
})

test('a user without permission for sheds cannot save proposed sheds', async () => {
  await site.db.execute(sql`
    insert into role_menu (role_cd, menu_id, actions)
    values ('NOTHING', 'BondedCustomsList', '{search,save}')`)
  await site.db.execute(sql`
    update bonded_shed set shed_nm = '옛 이름' where shed_cd = '02088888'`)
  const [shed] = await queryCustoms('SHED', '02088888', 'answers')
  const nobody = await site.login('nobody')
  const { LIST_ID = null, LINE_NO = null } = shed ?? {}
  const taken = await nobody.save('bonded/take-customs-entries', [{ LIST_ID, LINE_NO }])
  expect(rowErrors(taken)).toEqual([[1, 'LIST_ID', expect.stringContaining('권한이 없습니다')]])
  ok(await takeEntries(shed ? [shed] : []))
})

test.each([
  ['late', 'SILENT', 2],
  ['fails', 'SILENT', 2],
  ['broken', 'BROKEN', 2],
  ['empty', 'NONE', 1],
  ['refuses', 'ERROR', 1],
] as const)(
  'a list service that behaves as %s gives %s after %i tries',
  async (behaviour, result, tries) => {
    const [row] = await queryCustoms('RATE_EXP', '20261213', behaviour)
    expect(row).toMatchObject({ RESULT_CD: result, TRIES: tries, ENTRY_COUNT: 0, LINE_NO: null })
    if (result === 'ERROR') expect(row?.['MESSAGE']).toContain('인증키')
  },
)

test('a list is queried at most twenty times an hour, and not again while it waits', async () => {
  await holdJobs(site.db, 'ask-customs-list')
  const row = { LIST_CD: 'HS', ASKED_NO: '100630' }
  const requestTwice = () => clerk.save('bonded/ask-customs-list', [row, row])
  for (let query = 1; query <= 20; query += 1) {
    ok(await requestTwice())
    ok(await requestTwice())
    expect(
      await site.db.query(sql`
        select from job where kind = 'ask-customs-list' and payload ->> 'ASKED_NO' = '100630'`),
    ).toHaveLength(query)
    await site.db.execute(sql`update job set state_cd = 'DONE' where kind = 'ask-customs-list'`)
  }
  expect(rowErrors(await requestTwice()).map(([, column, text]) => [column, text])).toEqual([
    ['ASKED_NO', queriedTooOften.ko],
    ['ASKED_NO', queriedTooOften.ko],
  ])
})

test('a changed customs address receives none of the keys entered for the previous one', async () => {
  const setting = { SERVICE_KEY: 'k', TIMEOUT_SECONDS: 1, TRIES: 1 }
  const countListKeys = async () =>
    (await site.db.query(sql`select from customs_list_key where wcode = 'W01'`)).length
  await saveRow(clerk, 'save-customs-setting', [{ ...setting, SERVICE_URL: service.url }])
  expect(await countListKeys()).toBe(4)
  await saveRow(clerk, 'save-customs-setting', [
    { ...setting, SERVICE_URL: 'https://elsewhere.example' },
  ])
  expect(await countListKeys()).toBe(0)
  const refused = await clerk.save('bonded/ask-customs-list', [{ LIST_CD: 'HS', ASKED_NO: '1006' }])
  expect(refused.status).toBe(409)
})
