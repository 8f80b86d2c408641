import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPassword, testSite, type TestSite } from '#tests/support/app.ts'
import { hostileSheets, strangeSheet } from '#tests/support/hostile-sheets.ts'

let site: TestSite
let cookie: string

beforeAll(async () => {
  site = await testSite()
  const p = `admin|W01|${testPassword}`
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { p, c: testPassword, lang: 'ko' },
  })
  cookie = String(response.headers['set-cookie']).split(';')[0] ?? ''
})
afterAll(() => site.close())

async function upload(bytes: Buffer) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'order.xlsx')
  const packed = new Response(form)
  return site.app.inject({
    method: 'POST',
    url: '/api/file/readSpreadsheet',
    headers: { cookie, 'content-type': packed.headers.get('content-type') ?? '' },
    payload: Buffer.from(await packed.arrayBuffer()),
  })
}

test.each(hostileSheets)('rejects $name with a readable message', async ({ bytes, code }) => {
  const response = await upload(bytes)
  expect([response.statusCode, response.headers['x-error-code']]).toEqual([422, code])
  expect(response.json().message).toMatch(/니다|세요/)
})

test('parallel hostile uploads add little memory, and the next sheet is read', async () => {
  const before = process.memoryUsage().rss
  const responses = await Promise.all(hostileSheets.map(({ bytes }) => upload(bytes)))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(hostileSheets.map(() => 422))
  // Unpacked file content never enters the memory of the server process.
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20)
  const strange = await upload(strangeSheet)
  expect(strange.statusCode).toBe(200)
  expect(strange.json().data.rows).toEqual([
    { row: 1, cells: ['__proto__', 'constructor', 'toString'] },
  ])
  expect(Reflect.ownKeys({})).toEqual([])
  const health = await site.app.inject({ method: 'GET', url: '/api/health' })
  expect(health.json()).toMatchObject({ ok: true })
})
