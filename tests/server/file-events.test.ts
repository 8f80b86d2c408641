import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { getEvents } from '#tests/support/security-events.ts'
import { createSiteApp, type Visitor } from '#tests/support/site-app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

const eventsDuring = (act: () => Promise<unknown>) => getEvents(site, act, 1)

async function uploadText(visitor: Visitor, owner = ''): Promise<string> {
  const form = new FormData()
  form.append('OWNER_CD', owner)
  form.append('file', new Blob(['hello']), 'hello.txt')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const body = Buffer.from(await request.arrayBuffer())
  const type = { 'content-type': request.headers.get('content-type') ?? '' }
  const kept = await visitor.post('/api/file/fileUpload', body, type)
  return String(kept.body.data?.[0]?.['FILE_SN'])
}

test('a downloaded file is logged with its serial number', async () => {
  const house = await createSiteApp(site)
  const visitor = await house.login('admin')
  const fileSn = await uploadText(visitor)
  const [sent] = await eventsDuring(() => visitor.get(`/api/file/fileDownload?fileSn=${fileSn}`))
  expect(sent).toMatchObject({ kind_cd: 'FILE', outcome_cd: 'OK', subject_cd: fileSn })
})

test('refused downloads are logged with the serial number', async () => {
  const house = await createSiteApp(site)
  const serial = await uploadText(await house.login('second'))
  const visitor = await house.login('admin')
  await site.db.execute(sql`update stored_file set wcodes = '{W09}' where file_sn = ${serial}`)
  const calls = [
    () => visitor.get(`/api/file/fileDownload?fileSn=${serial}`),
    () => visitor.post('/api/file/fileDownload', { fileSn: serial }),
    () => visitor.post('/api/file/base64ImageDownload', { fileSn: serial }),
    () => visitor.post('/api/file/fileDownload', { fileSn: 'guessed' }),
  ]
  for (const [index, call] of calls.entries()) {
    const [refused] = await eventsDuring(async () => expect((await call()).status).toBe(404))
    expect(refused).toMatchObject({
      kind_cd: 'FILE',
      outcome_cd: 'REFUSED',
      user_id: 'admin',
      subject_cd: index === 3 ? 'guessed' : serial,
      detail: 'FILE_UNKNOWN',
    })
  }
})

test('an upload for an owner out of scope is logged', async () => {
  const visitor = await (await createSiteApp(site)).login('admin')
  const [refused] = await eventsDuring(() => uploadText(visitor, 'NOBODY'))
  expect(refused).toMatchObject({ kind_cd: 'CALL', outcome_cd: 'REFUSED', user_id: 'admin' })
  expect(refused).toMatchObject({ detail: 'OWNER_UNKNOWN', operation: '/api/file/fileUpload' })
})
