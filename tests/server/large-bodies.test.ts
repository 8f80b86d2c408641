import { EventEmitter } from 'node:events'
import { connect } from 'node:net'
import type { FastifyReply } from 'fastify'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { reserveLargeBody } from '#server/http/large-body.ts'
import { addRoutes, rowsBodyLimit, type Route } from '#server/http/route.ts'
import { handlers } from '#server/site/registry.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { createSiteApp, type SiteApp, type Visitor } from '#tests/support/site-app.ts'

const savePath = '/api/wms/comm/wmsCommon/saveProcedure'
const mb = 1024 * 1024

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

/** Sends the start of a body, never the rest, and returns status and error code. */
async function sendStart(
  url: string,
  { cookie }: Visitor,
  path: string,
  start: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', reject)
    socket.once('data', (chunk) => {
      socket.destroy()
      const text = chunk.toString()
      const code = /x-error-code: (\w+)/i.exec(text)?.[1]
      resolve(`${text.slice(9, 12)} ${code}`)
    })
    const sent = {
      host: hostname,
      cookie,
      'content-type': 'application/json',
      'content-length': String(36 * mb),
      'idempotency-key': crypto.randomUUID(),
      ...headers,
    }
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`)
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${start}`)
  })
}

const padding = 'x'.repeat(70_000)
const getSave = (name: string) => `{"PROCEDURE":"${name}","ROWS":[{"0":"${padding}`

describe('a body above 64 KB', () => {
  test.each([
    ['an unknown procedure', 'customer', getSave('x/y'), '403 FORBIDDEN'],
    ['a procedure without permission', 'customer', getSave('master/save-zone'), '403 FORBIDDEN'],
    ['no procedure at its start', 'admin', `{"ROWS":[{"0":"${padding}`, '413 PROCEDURE_UNNAMED'],
    [
      'a procedure named only inside a row',
      'admin',
      `{"ROWS":[{"PROCEDURE":"master/save-zone","0":"${padding}`,
      '413 PROCEDURE_UNNAMED',
    ],
  ])(
    'a body above 64 KB cannot be sent with %s and is refused before it is received',
    async (_, userId, start, refusal) => {
      const here = await createSiteApp(site)
      const url = await here.listen()
      expect(await sendStart(url, await here.login(userId), savePath, start)).toBe(refusal)
    },
  )

  const prints = handlers.flatMap(({ operation: { name, type } }) =>
    type === 'print' ? [`/api/print/${name}`] : [],
  )
  test.each([...prints.slice(0, 3), '/api/wms/master/zone'])(
    'a body above 64 KB cannot be sent to %s without permission and is refused before it is received',
    async (path) => {
      const here = await createSiteApp(site)
      const customer = await here.login('customer')
      expect(await sendStart(await here.listen(), customer, path, '')).toBe('403 FORBIDDEN')
    },
  )

  test.each(['/api/file/exportExcel', '/api/file/printGrid'])(
    'a body above 64 KB cannot be sent to %s by users who export and print nothing',
    async (path) => {
      const here = await createSiteApp(site)
      const length = { 'content-length': String(7 * mb) }
      const customer = await here.login('customer')
      const start = `{"ROWS":[["${padding}`
      const url = await here.listen()
      expect(await sendStart(url, customer, path, start, length)).toBe('403 FORBIDDEN')
    },
  )

  test('a body above 64 KB can be a save of grid rows, but above 1 MB only with the import permission', async () => {
    await site.db.execute(sql`
      insert into role_menu (role_cd, menu_id, actions) values ('NOTHING', 'StockBasic', '{search,save}')`)
    await site.db.execute(sql`update app_user set all_owners_yn = 'Y' where user_id = 'nobody'`)
    const here = await createSiteApp(site)
    const clerk = await here.login('nobody')
    const save = (count: number) =>
      clerk.post(savePath, {
        PROCEDURE: 'master/save-stock',
        ROWS: Array.from({ length: count }, (_, n) => ({
          NO: n + 1,
          BATCH_FLAG: 'I',
          OWNER_CD: 'GIFT',
          STOCK_CD: `L${n}`,
          STOCK_NM: 'x'.repeat(50),
        })),
        DRY_RUN: 'Y',
      })
    expect((await save(1_000)).status).toBe(200)
    const many = await save(10_000)
    expect([many.status, many.headers['x-error-code']]).toEqual([403, 'FORBIDDEN'])
    await site.db.execute(sql`
      update role_menu set actions = '{search,save,import}' where role_cd = 'NOTHING'`)
    expect((await save(10_000)).status).toBe(200)
  })

  test('a body above 64 KB can name its procedure after the rows if a header names it first', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const ROWS = Array.from({ length: 1_000 }, (_, n) => ({
      OWNER_CD: 'GIFT',
      STOCK_CD: `P${n}`,
      STOCK_NM: 'x'.repeat(100),
    }))
    const save = async (name: string, headers = {}) => {
      const body = { ROWS, PROCEDURE: 'master/upload-stock', DRY_RUN: 'Y' }
      const response = await admin.post(savePath, body, { ...headers, 'x-procedure': name })
      return [response.status, response.headers['x-error-code']]
    }
    expect(await save('master/upload-stock')).toEqual([200, undefined])
    expect(await save('master/save-zone')).toEqual([403, 'FORBIDDEN'])
  })

  test('has a limited number of keys in a row, and of values outside rows', async () => {
    const here = await createSiteApp(site)
    const admin = await here.login('admin')
    const keys = Array.from({ length: 20_000 }, (_, n) => `"${n}":1`).join(',')
    for (const [path, text] of [
      [savePath, `{"PROCEDURE":"master/save-zone","ROWS":[{${keys}}]}`],
      ['/api/session', `{${keys}}`],
      ['/api/wms/master/zone', `{"SEARCH":{${keys}}}`],
      ['/api/session', `{"x":[${'[1,1],'.repeat(40_000)}1]}`],
    ] as const) {
      const response = await admin.post(path, text, { 'content-type': 'application/json' })
      expect([response.status, response.headers['x-error-code']]).toEqual([400, 'JSON_TOO_LARGE'])
    }
  })

  test('does not delay other requests until it is parsed', async () => {
    const here = await createSiteApp(site)
    const url = await here.listen()
    const admin = await here.login('admin')
    const rows = Array.from({ length: 100_000 }, () => ({ A: 'x'.repeat(20), B: 1 }))
    let isDone = false
    // The test clock advances past the slice at every read, regardless of the speed of the machine.
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
    onTestFinished(() => clock.mockRestore())
    const saving = fetch(`${url}${savePath}`, {
      method: 'POST',
      headers: { cookie: admin.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ PROCEDURE: 'master/upload-stock', ROWS: rows, DRY_RUN: 'Y' }),
    }).then(async (response) => {
      isDone = true
      return response.status
    })
    let answered = 0
    while (!isDone) {
      await fetch(`${url}/api/health`)
      answered += 1
    }
    expect(await saving).toBe(422)
    expect(answered).toBeGreaterThan(20)
  })

  test('a body above 64 KB can be sent by one user in two requests at a time', () => {
    const replies = Array.from({ length: 2 }, () => ({ raw: new EventEmitter() }))
    const reserve = (userId: string, reply: object) => () =>
      reserveLargeBody(userId, reply as FastifyReply)
    for (const reply of replies) reserve('one', reply)()
    const more = { raw: new EventEmitter() }
    expect(reserve('one', more)).toThrow('BODY_BUSY')
    replies[0]?.raw.emit('close')
    expect(reserve('one', more)).not.toThrow()
    expect(reserve('one', more)).toThrow('BODY_BUSY')
    const others = Array.from({ length: 6 }, () => ({ raw: new EventEmitter() }))
    for (const [index, reply] of others.entries()) reserve(`other${index}`, reply)()
    expect(reserve('last', more)).toThrow('BODY_BUSY')
    for (const { raw } of [...replies, ...others, more]) raw.emit('close')
    expect(reserve('last', more)).not.toThrow()
    more.raw.emit('close')
  })
})

test('a route above the usual limit must declare who may send that much', () => {
  const route: object = {
    path: '/x',
    access: 'granted',
    scope: 'operation',
    counts: 'save',
    bodyLimit: rowsBodyLimit,
    answer: async () => ({}),
  }
  const add = () => addRoutes({} as SiteApp['app'], site.db, [route as Route])
  expect(add).toThrow('declares no maySendMore')
})
