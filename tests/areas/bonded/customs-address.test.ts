import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import sql from 'sql-template-tag'
import { customsJobs } from '#areas/bonded/server/customs-job.ts'
import { customsLookup } from '#areas/bonded/server/customs-address.ts'
import { sealSecret } from '#server/base/site-key.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { CustomsService, runCustomsJob } from '#tests/support/customs-service.ts'
import { addSheds, expectCargo } from '#tests/support/customs-floor.ts'
import { rowErrors } from '#tests/support/floor.ts'

let site: TestSite
let clerk: TestUser
let service: CustomsService
let bondNo: string

beforeAll(async () => {
  site = await testSite()
  clerk = await site.login('admin')
  service = await CustomsService.open()
  await addSheds(clerk)
  bondNo = await expectCargo(clerk, 'PLAIN')
})
beforeEach(() => vi.stubEnv('CUSTOMS_PRIVATE', ''))
afterAll(async () => {
  vi.unstubAllEnvs()
  await service.close()
  await site.close()
})

const save = (SERVICE_URL: string) =>
  clerk.save('bonded/save-customs-setting', [{ SERVICE_URL, SERVICE_KEY: 'k', TRIES: 2 }])

test.each([
  'http://127.0.0.1:8080',
  'http://localhost',
  'http://2130706433/',
  'http://0x7f.1/',
  'https://10.0.0.1',
  'https://172.16.5.5',
  'https://192.168.0.10',
  'http://169.254.169.254/latest',
  'http://[::1]:8080',
  'http://[::ffff:169.254.169.254]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'https://key:secret@customs.example.com',
])('%s is rejected as the address of customs', async (address) => {
  expect(rowErrors(await save(address)).map(([, column]) => column)).toEqual(['SERVICE_URL'])
})

test('public addresses are saved, and private ones if the site allows them', async () => {
  expect((await save('https://unipass.customs.go.kr:38010')).status).toBe(200)
  expect((await save('http://relay.example.com')).status).toBe(200)
  vi.stubEnv('CUSTOMS_PRIVATE', '1')
  expect((await save('http://10.0.0.1:8080')).status).toBe(200)
})

async function getAnswer(behaviour: 'answers' | 'floods') {
  service.setBehaviours(behaviour)
  await site.db.execute(sql`
    insert into bonded_customs_setting (wcode, service_url, service_key, timeout_seconds, tries)
    values ('W01', ${service.url}, ${sealSecret('k')}, 20, 2)
    on conflict (wcode) do update set service_url = excluded.service_url`)
  await runCustomsJob(site.db, customsJobs(1), { BOND_NO: bondNo })
  const [row] = await clerk.query('bonded/customs-answers', { BOND_NO: bondNo })
  return row ?? {}
}

test('an address inside the network is not called, and the clerk reads why', async () => {
  const answer = await getAnswer('answers')
  expect(service.calls).toEqual([])
  expect(answer).toMatchObject({ RESULT_CD: 'SILENT', TRIES: 1 })
  expect(answer['MESSAGE']).toContain('CUSTOMS_PRIVATE')
})

test('an endless response is cut off', async () => {
  vi.stubEnv('CUSTOMS_PRIVATE', '1')
  const answer = await getAnswer('floods')
  expect(answer).toMatchObject({ RESULT_CD: 'SILENT', TRIES: 2 })
  expect(answer['MESSAGE']).toContain('more than 2000000 bytes')
})

test('a host is resolved once, and none of its addresses may be private', async () => {
  const url = new URL('https://customs.example.com/ext')
  const known = { address: '93.184.215.14', family: 4 }
  const found = vi.fn(async () => [known])
  const lookup = await customsLookup(url, found)
  const answer = vi.fn()
  lookup('customs.example.com', { all: true }, answer)
  expect(answer).toHaveBeenCalledWith(null, [known])
  expect(found).toHaveBeenCalledTimes(1)
  for (const address of ['10.0.0.8', '169.254.169.254', '::ffff:10.0.0.8', 'fe80::1']) {
    const both = customsLookup(url, async () => [known, { address, family: 4 }])
    await expect(both, address).rejects.toThrow('private addresses')
  }
})
