import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fields } from '#kernel/field.ts'
import type { Handler } from '#server/engine/handler.ts'
import { handlers, lookups } from '#server/site/registry.ts'
import { codeRoutes } from '#server/http/code-routes.ts'
import { shellRoutes } from '#server/http/shell-routes.ts'
import { rotatingSample } from '#tests/support/suite.ts'
import { testPassword, testSite, type TestSite, type TestUser } from '#tests/support/app.ts'

const savePath = '/api/wms/comm/wmsCommon/saveProcedure'

/** Generates the same junk on every run. Set SEED for different junk. */
const seed = Number(process.env['SEED'] ?? 20_261_120)

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => site.close())

/** Values that users, spreadsheets and attackers enter in the wrong place. */
const junk = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udc00x',
    '가'.normalize('NFD'),
    '１２',
    "'; drop table owner--",
    '%',
    '_',
    '\\',
    ',',
    ',,',
    '~',
    'A~',
    '~B',
    '1~2',
    '<',
    '>=',
    '!',
    '=',
    '<>',
    '!=%',
    '1,2',
    '%%%',
    '20260230',
    '20261120',
    '2026-11-20',
    '99999999',
    '00000000',
    '2026',
    '1e5',
    '-1',
    '1.5',
    'NaN',
    'Infinity',
    'Y',
    'N',
    'A'.repeat(21_000),
    '9'.repeat(40),
    '1,234.5',
    'true',
    0,
    -1,
    1.5,
    1e15,
    1e21,
    1e308,
    2 ** 31,
    2 ** 53,
    0.1 + 0.2,
    null,
    true,
    [],
    {},
    [[]],
  ),
  fc.jsonValue({ maxDepth: 2 }),
)

const keys = fc.constantFrom(
  'constructor',
  'toString',
  'hasOwnProperty',
  'NO',
  'VERSION',
  'ROW_TYPE',
  'DOC_REF',
  'BATCH_FLAG',
  'x',
)

/** Row with mostly declared columns and mostly invalid values. */
function getRow(fields: Fields): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(fields)
  const declared = names.length > 0 ? fc.constantFrom(...names) : keys
  const column = fc.oneof({ weight: 8, arbitrary: declared }, keys)
  const flagged = fc.record(
    {
      BATCH_FLAG: fc.constantFrom('I', 'U', 'D', 'X'),
      ROW_TYPE: fc.constantFrom('H', 'L'),
      DOC_REF: fc.constantFrom('1', 'RC-1'),
    },
    { requiredKeys: [] },
  )
  return fc
    .tuple(fc.dictionary(column, junk, { maxKeys: 12 }), flagged)
    .map(([row, flags]) => ({ ...row, ...flags }))
}

/** Row that passes its checks except for one column, so junk reaches the SQL statements. */
function nearlyValid(fields: Fields): fc.Arbitrary<Record<string, unknown>> {
  const right = Object.fromEntries(
    Object.entries(fields).map(([name, field]): [string, unknown] => {
      if (field.kind === 'number') return [name, field.min && field.min > 0 ? 1 : 0]
      if (field.kind === 'date') return [name, '20261120']
      if (field.kind === 'flag') return [name, 'N']
      return [name, name === 'OWNER_CD' ? 'HANBIT' : field.required ? 'PLAIN' : null]
    }),
  )
  const column = fc.constantFrom(...Object.keys(fields), 'NO', 'VERSION', 'DOC_REF')
  return fc
    .tuple(column, junk, fc.constantFrom('I', 'U', 'D'), fc.constantFrom('H', 'L'))
    .map(([name, value, BATCH_FLAG, ROW_TYPE]) => ({
      ...right,
      BATCH_FLAG,
      ROW_TYPE,
      VERSION: 1,
      [name]: value,
    }))
}

function getCall({ operation }: Handler): fc.Arbitrary<[string, unknown]> {
  if (operation.type === 'query') {
    return getRow(operation.search).map((SEARCH) => [`/api/wms/${operation.name}`, { SEARCH }])
  }
  if (operation.type === 'print') {
    const rows = fc.array(getRow(operation.input), { minLength: 1, maxLength: 3 })
    return rows.map((ROWS) => [`/api/print/${operation.name}`, { ROWS }])
  }
  const fields = { ...operation.input, ...operation.lines }
  const row = fc.oneof(getRow(fields), nearlyValid(fields))
  return fc
    .array(row, { minLength: 1, maxLength: 3 })
    .map((ROWS) => [savePath, { PROCEDURE: operation.name, ROWS, DRY_RUN: 'Y' }])
}

async function assertStillServes(path: string, body: unknown): Promise<void> {
  const response = await user.call(path, body as object)
  expect([path, response.status < 500, response.body.message]).toEqual([
    path,
    true,
    response.body.message,
  ])
}

test.each(
  rotatingSample('junk', handlers, 10).map((handler) => [handler.operation.name, handler] as const),
)('random input to %s never causes a server error', async (_, handler) => {
  const call = getCall(handler)
  await fc.assert(
    fc.asyncProperty(call, ([path, body]) => assertStillServes(path, body)),
    { numRuns: 40, seed },
  )
})

const typed = [
  '1',
  'A',
  '20261120',
  '>=20261120',
  '20261101~20261130',
  '2026-11-20 10:30:00',
  ',',
  '%A%',
  '<>Y',
]

const queries = handlers.flatMap(({ operation }) => (operation.type === 'query' ? [operation] : []))

test.each(rotatingSample('searches', queries, 10))(
  'searching any column of $name for any sample text returns 200 or 422',
  async ({ name, search }) => {
    for (const column of Object.keys(search)) {
      for (const text of typed) {
        const response = await user.call(`/api/wms/${name}`, { SEARCH: { [column]: text } })
        expect([200, 422], `${name} ${column} ${text}`).toContain(response.status)
      }
    }
  },
)

test('random input to the session and menu endpoints never causes a server error', async () => {
  const paths = [...shellRoutes, ...codeRoutes(lookups, handlers)].map(({ path }) => path)
  paths.push('/api/file/exportExcel', '/api/file/templateDownload', '/api/file/readSpreadsheet')
  const names = fc.constantFrom(
    'MENU_ID',
    'KEY',
    'VALUE',
    'SEARCH',
    'TEXT',
    'OWNER_CD',
    'CODES',
    'FILE_NM',
    'FORMAT',
    'COLUMNS',
    'ROWS',
    'PROCEDURE',
  )
  const body = fc.oneof(fc.dictionary(names, junk), fc.array(junk, { maxLength: 3 }))
  await fc.assert(fc.asyncProperty(fc.constantFrom(...paths), body, assertStillServes), {
    numRuns: 200,
    seed,
  })
})

test('rejects bodies that are malformed, poisoned, oversized or not JSON', async () => {
  const send = async (payload: string, type = 'application/json') => {
    const headers = { 'content-type': type }
    const response = await site.app.inject({ method: 'POST', url: '/api/login', payload, headers })
    return response.statusCode
  }
  expect(await send('{"p": "a|b|c"')).toBe(400)
  expect(await send('')).toBe(400)
  expect(await send('{"__proto__": {"p": "x"}, "p": "a|b|c"}')).toBe(400)
  expect(await send('{"constructor": {"prototype": {}}, "p": "a|b|c"}')).toBe(400)
  expect(await send('p=a', 'application/x-www-form-urlencoded')).toBe(415)
  expect(await send('<p/>', 'text/xml')).toBe(415)
  expect(await send(`{"p": "${'가'.repeat(1900)}"}`)).toBe(401)
  expect(await send(String.raw`{"p": "a\u0000b|W01|x"}`)).toBe(401)
  expect(await send(`{"p": "${'x'.repeat(65 * 1024 * 1024)}"}`)).toBe(413)
})

test('rejects a value nested 50,000 levels deep', async () => {
  const nested = '['.repeat(50_000) + ']'.repeat(50_000)
  const opened = await site.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { p: `second|W01|${testPassword}` },
  })
  const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
  const headers = { 'content-type': 'application/json', cookie }
  const payload = `{"KEY": "k", "VALUE": ${nested}}`
  const deep = await site.app.inject({ method: 'POST', url: '/api/setting/save', payload, headers })
  expect(deep.statusCode).toBe(400)
  expect((await user.call('/api/setting/save', { KEY: 'k' })).status).toBe(400)
  expect((await user.call('/api/setting/save', { KEY: 'k', VALUE: [{ a: [1] }] })).status).toBe(200)
})

test('drops pasted characters that no column can store and keeps the rest', async () => {
  const name = 'A\0B\ud800C 😀 \\u0000'
  const rows = [{ BATCH_FLAG: 'I', ZONE_CD: 'ZZ', ZONE_NM: name }]
  expect((await user.save('master/save-zone', rows)).status).toBe(200)
  const [zone] = await user.query('master/zone', { ZONE_CD: 'ZZ' })
  expect(zone?.['ZONE_NM']).toBe('ABC 😀 \\u0000')
})
