import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { queriedTooOften } from '#areas/bonded/server/customs-limit.ts'
import { customsJobs } from '#areas/bonded/server/customs-job.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import {
  CustomsService,
  runCustomsJob,
  type ServiceBehaviour,
} from '#tests/support/customs-service.ts'
import { addSheds, arrive, expectCargo, ok, saveRow } from '#tests/support/customs-floor.ts'
import { holdJobs } from '#tests/support/held-mails.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let clerk: TestUser
let service: CustomsService

beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  service = await CustomsService.open()
  await addSheds(clerk)
})
afterAll(async () => {
  await service.close()
  await site.close()
})

async function queryCustoms(bondNo: string, ...behaviours: ServiceBehaviour[]) {
  service.setBehaviours(...behaviours)
  await runCustomsJob(site.db, customsJobs(1), { BOND_NO: bondNo })
  const [row] = await clerk.query('bonded/customs-answers', { BOND_NO: bondNo })
  return row ?? {}
}

test('a query without a connection is rejected, and the key is stored encrypted', async () => {
  const bondNo = await expectCargo(clerk, 'PLAIN')
  const refused = await clerk.save('bonded/ask-customs', [{ BOND_NO: bondNo }])
  expect(refused.body.message).toContain('세관 연결이 없습니다')
  const setting = { SERVICE_URL: service.url, SERVICE_KEY: 'secret-key', TIMEOUT_SECONDS: 1 }
  const wrong = await clerk.save('bonded/save-customs-setting', [
    { ...setting, SERVICE_URL: 'ftp://customs' },
  ])
  expect(rowErrors(wrong)).toEqual([[1, 'SERVICE_URL', expect.stringContaining('https://')]])
  await saveRow(clerk, 'save-customs-setting', [{ ...setting, TRIES: 2 }])
  const [kept] = await site.db.query<{ service_key: string }>(
    sql`select service_key from bonded_customs_setting`,
  )
  expect(kept?.service_key).not.toContain('secret-key')
  ok(await clerk.save('bonded/ask-customs', [{ BOND_NO: bondNo }]))
})

test('a response is stored verbatim and its differences are shown without changing the cargo', async () => {
  const bondNo = await expectCargo(clerk, 'PLAIN', {
    MBL_NO: 'TESTGBA04571057',
    VESSEL_NM: 'Sample Bridge 7',
    PKG_QTY: 90,
    CNTR_NO: 'CSQU3054383',
  })
  const answer = await queryCustoms(bondNo, 'answers')
  expect(answer).toMatchObject({ RESULT_CD: 'OK', MESSAGE: '반출완료', TRIES: 1 })
  expect(service.calls[0]?.searchParams.get('crkyCn')).toBe('secret-key')
  const differences = await clerk.query('bonded/customs-differences', {
    ANSWER_ID: answer['ANSWER_ID'] ?? '',
  })
  const shown = new Map(differences.map((row) => [row['FIELD_CD'], [row['OURS'], row['THEIRS']]]))
  expect(shown.get('PKG_QTY')).toEqual(['90', '88'])
  expect(shown.get('GOODS_NM')).toEqual([null, 'METAL & PARTS'])
  expect(shown.get('IN_PKG_QTY')).toEqual(['0', '88'])
  expect(shown.has('VESSEL_NM')).toBe(false)
  expect(shown.has('KG')).toBe(false)
  const [raw] = await site.db.query<{ raw_text: string }>(sql`
    select raw_text from bonded_answer where bond_no = ${bondNo}`)
  expect(raw?.raw_text).toContain('<cargMtNo>')
  const [cargo] = await clerk.query('bonded/cargos', { BOND_NO: bondNo })
  expect(cargo).toMatchObject({ PKG_QTY: 90, IN_PKG_QTY: 0, GOODS_NM: null })
})

test('differences are applied field by field, and for filed cargo requested as a correction', async () => {
  const bondNo = await expectCargo(clerk, 'PLAIN', { PKG_QTY: 90, VESSEL_NM: 'OTHER' })
  const { ANSWER_ID = null } = await queryCustoms(bondNo, 'answers')
  const takeFields = (...fields: string[]) =>
    clerk.save(
      'bonded/take-differences',
      fields.map((FIELD_CD) => ({ ANSWER_ID, FIELD_CD })),
    )
  const filed = await takeFields('VESSEL_NM', 'IN_PKG_QTY')
  expect(rowErrors(filed)).toEqual([[2, 'FIELD_CD', expect.stringContaining('신고별 정정')]])
  ok(await takeFields('VESSEL_NM', 'GOODS_NM'))
  const cargo = async () => (await clerk.query('bonded/cargos', { BOND_NO: bondNo }))[0]
  expect(await cargo()).toMatchObject({
    VESSEL_NM: 'SAMPLE BRIDGE 7',
    GOODS_NM: 'METAL & PARTS',
    PKG_QTY: 90,
  })
  await arrive(clerk, bondNo, { NOW_PKG_QTY: 90, NOW_KG: 1172.2 })
  const before = ANSWER_ID
  const later = await queryCustoms(bondNo, 'answers')
  const old = await takeFields('PKG_QTY')
  expect(rowErrors(old)).toEqual([[1, 'FIELD_CD', expect.stringContaining('나중에')]])
  expect(later['ANSWER_ID']).not.toBe(before)
  ok(
    await clerk.save('bonded/take-differences', [
      { ANSWER_ID: later['ANSWER_ID'] ?? null, FIELD_CD: 'PKG_QTY' },
    ]),
  )
  expect(await cargo()).toMatchObject({ PKG_QTY: 90 })
  const [request] = await clerk.query('bonded/corrections', { BOND_NO: bondNo })
  expect(request).toMatchObject({ NEW_PKG_QTY: 88, STATE_CD: '10' })
})

test.each([
  ['late', 'SILENT', 2],
  ['redirects', 'SILENT', 2],
  ['fails', 'SILENT', 2],
  ['broken', 'BROKEN', 2],
  ['empty', 'NONE', 1],
  ['refuses', 'ERROR', 1],
] as const)(
  'a service that behaves as %s gives %s after %i tries',
  async (behaviour, result, tries) => {
    const bondNo = await expectCargo(clerk, 'PLAIN')
    const answer = await queryCustoms(bondNo, behaviour)
    expect(answer).toMatchObject({ RESULT_CD: result, TRIES: tries, DIFF_COUNT: 0 })
    expect(service.calls).toHaveLength(tries)
    if (result === 'ERROR') expect(answer['MESSAGE']).toContain('인증키')
  },
)

test('a B/L with three cargos offers each number, and only one can be applied', async () => {
  const bondNo = await expectCargo(clerk, 'PLAIN', { CARGO_NO: null, HBL_NO: 'SMPL2110008' })
  const answer = await queryCustoms(bondNo, 'many')
  expect(answer).toMatchObject({ RESULT_CD: 'MANY', TRIES: 1, DIFF_COUNT: 3 })
  const ANSWER_ID = answer['ANSWER_ID'] ?? null
  const offered = await clerk.query('bonded/customs-differences', { ANSWER_ID })
  const numbers = offered.map((row) => row['THEIRS'] ?? null)
  expect(numbers).toEqual(['26TEST0001I0001', '26TEST0002I0001', '26TEST0003I0001'])
  const row = { ANSWER_ID, FIELD_CD: 'CARGO_NO' }
  const both = numbers.slice(1).map((THEIRS) => ({ ...row, THEIRS }))
  for (const rows of [[row], both]) {
    const refused = rowErrors(await clerk.save('bonded/take-differences', rows))
    expect(refused).toEqual(
      rows.map((_, index) => [index + 1, 'FIELD_CD', expect.stringContaining('하나만')]),
    )
  }
  await saveRow(clerk, 'take-differences', [{ ...row, THEIRS: numbers[1] ?? null }])
  const [cargo] = await clerk.query('bonded/cargos', { BOND_NO: bondNo })
  expect(cargo).toMatchObject({ CARGO_NO: '26TEST0002I0001' })
})

test('a query is retried after a failure and uses B/L and year without a cargo number', async () => {
  const head = { CARGO_NO: null, HBL_NO: 'SMPL2110007' }
  const bondNo = await expectCargo(clerk, 'PLAIN', head)
  const answer = await queryCustoms(bondNo, 'fails', 'answers')
  expect(answer).toMatchObject({ RESULT_CD: 'OK', TRIES: 2, ASKED_BY_NO: 'SMPL2110007' })
  expect(service.calls[0]?.searchParams.get('hblNo')).toBe('SMPL2110007')
  expect(service.calls[0]?.searchParams.get('blYy')).toBe('2026')
})

const connect = (SEAL_KEY: string | null) =>
  saveRow(clerk, 'save-customs-setting', [
    { SERVICE_URL: service.url, SERVICE_KEY: 'k', SEAL_KEY, TIMEOUT_SECONDS: 1, TRIES: 2 },
  ])

async function findDifference(answer: Awaited<ReturnType<typeof queryCustoms>>, field: string) {
  const { ANSWER_ID = null } = answer
  const rows = await clerk.query('bonded/customs-differences', { ANSWER_ID })
  return rows.find((row) => row['FIELD_CD'] === field)
}

test('seals are queried with a separate key, and differing ones are proposed', async () => {
  const bondNo = await expectCargo(clerk, 'PLAIN', { SEAL_NO: 'SEAL-1,OTHER' })
  await connect(null)
  expect(await queryCustoms(bondNo, 'answers')).toMatchObject({ SEAL_RESULT_CD: null })
  expect(service.calls).toHaveLength(1)
  await connect('seals-key')
  const answer = await queryCustoms(bondNo, 'answers')
  expect(answer).toMatchObject({ RESULT_CD: 'OK', SEAL_RESULT_CD: 'OK' })
  expect(service.calls[1]?.pathname).toBe('/ext/rest/cntrQryBrkdQry/retrieveCntrQryBrkd')
  expect(service.calls[1]?.searchParams.get('crkyCn')).toBe('seals-key')
  const [kept] = await site.db.query<{ seal_key: string; seal_raw_text: string }>(sql`
    select s.seal_key, a.seal_raw_text from bonded_customs_setting s join bonded_answer a
      on a.bond_no = ${bondNo} order by a.answer_id desc limit 1`)
  expect(kept?.seal_key).not.toContain('seals-key')
  expect(kept?.seal_raw_text).toContain('<cntrSelgNo1>SEAL-1')
  expect(await findDifference(answer, 'SEAL_NO')).toMatchObject({
    OURS: 'SEAL-1,OTHER',
    THEIRS: 'SEAL-1, SEAL-2',
  })
  const cargo = async () => (await clerk.query('bonded/cargos', { BOND_NO: bondNo }))[0]
  expect(await cargo()).toMatchObject({ SEAL_NO: 'SEAL-1,OTHER' })
  const { ANSWER_ID = null } = answer
  await saveRow(clerk, 'take-differences', [{ ANSWER_ID, FIELD_CD: 'SEAL_NO' }])
  expect(await cargo()).toMatchObject({ SEAL_NO: 'SEAL-1, SEAL-2' })
  expect(await findDifference(await queryCustoms(bondNo, 'answers'), 'SEAL_NO')).toBeUndefined()
  const turned = await expectCargo(clerk, 'PLAIN', { SEAL_NO: 'SEAL2/SEAL-1' })
  expect(await findDifference(await queryCustoms(turned, 'answers'), 'SEAL_NO')).toBeUndefined()
})

test('applying the seals of filed cargo requests a correction', async () => {
  await connect('seals-key')
  const bondNo = await expectCargo(clerk, 'PLAIN')
  await arrive(clerk, bondNo, {})
  const { ANSWER_ID = null } = await queryCustoms(bondNo, 'answers')
  await saveRow(clerk, 'take-differences', [{ ANSWER_ID, FIELD_CD: 'SEAL_NO' }])
  const [request] = await clerk.query('bonded/corrections', { BOND_NO: bondNo })
  expect(request).toMatchObject({ NEW_SEAL_NO: 'SEAL-1, SEAL-2', STATE_CD: '10' })
})

test.each([
  ['late', 'SILENT', 3],
  ['fails', 'SILENT', 3],
  ['broken', 'BROKEN', 3],
  ['empty', 'NONE', 2],
  ['refuses', 'ERROR', 2],
] as const)(
  'a seal service that behaves as %s gives %s without affecting the cargo response',
  async (...row) => {
    const [behaviour, result, calls] = row
    await connect('seals-key')
    const bondNo = await expectCargo(clerk, 'PLAIN')
    const answer = await queryCustoms(bondNo, 'answers', behaviour)
    expect(answer).toMatchObject({ RESULT_CD: 'OK', TRIES: 1, SEAL_RESULT_CD: result })
    expect(service.calls).toHaveLength(calls)
    expect(await findDifference(answer, 'SEAL_NO')).toBeUndefined()
    expect(await findDifference(answer, 'GOODS_NM')).toBeDefined()
  },
)

test('a cargo is queried at most twenty times an hour, and not again while a query is pending', async () => {
  await holdJobs(site.db, 'ask-customs')
  const BOND_NO = await expectCargo(clerk, 'PLAIN')
  const queryTwice = () => clerk.save('bonded/ask-customs', [{ BOND_NO }, { BOND_NO }])
  const jobs = () =>
    site.db.query(sql`
    select from job where kind = 'ask-customs' and payload ->> 'BOND_NO' = ${BOND_NO}`)
  for (let query = 1; query <= 20; query += 1) {
    ok(await queryTwice())
    ok(await queryTwice())
    expect(await jobs()).toHaveLength(query)
    await site.db.execute(sql`update job set state_cd = 'DONE' where kind = 'ask-customs'`)
  }
  expect(rowErrors(await queryTwice())).toEqual([
    [1, 'BOND_NO', queriedTooOften.ko],
    [2, 'BOND_NO', queriedTooOften.ko],
  ])
})
