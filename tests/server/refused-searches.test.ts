import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stockMovements, stockByLot } from '#areas/inventory/operations/stock.ts'
import { getDateLength } from '#kernel/date-box.ts'
import type { Field, Value } from '#kernel/field.ts'
import { lookupPath } from '#kernel/lookup-path.ts'
import type { Query } from '#kernel/operation.ts'
import { handlers, lookups } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { createPartner } from '#tests/support/partner.ts'
import { createSiteApp } from '#tests/support/site-app.ts'
import { rotatingSample } from '#tests/support/suite.ts'

let site: TestSite
let admin: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
})
afterAll(() => site.close())

const queries = handlers.flatMap(({ operation }) => (operation.type === 'query' ? [operation] : []))

/** Values that are not a valid condition for any column. Dropping them would return all rows. */
const noCondition = ['\ud800', 'A\0', 'x\udc00', ',', ' , ,', '>=', '=', '!', '\u200b']
const noDate = ['2026-02-30', '20260230', '99999999', '00000000', '20261320', '9'.repeat(40), '1e8']
const noNumber = ['NaN', '1e5', '9'.repeat(40), 1e300, 'x']

function listBadValues(field: Field): readonly Value[] {
  if (getDateLength(field) !== undefined) return [...noCondition, ...noDate]
  return field.kind === 'number' ? [...noCondition, ...noNumber] : noCondition
}

const getPath = ({ name }: Pick<Query, 'name'>) => `/api/wms/${name}`

/** Request bodies for every route that runs a query with a search. */
function getDoors({ name, output }: Query): [string, (SEARCH: object) => object][] {
  const [first = ''] = Object.keys(output)
  const path = getPath({ name })
  const taken = { QUERY: name, FILE_NM: 'x', COLUMNS: [{ name: first, title: 'x', kind: 'text' }] }
  return [
    [path, (SEARCH) => ({ SEARCH })],
    [path, (SEARCH) => ({ SEARCH, WINDOW: { FIRST: 0, ROWS: 10 } })],
    [path, (SEARCH) => ({ SEARCH, COUNT: 'Y' })],
    [path, (SEARCH) => ({ SEARCH, FOOTERS: [{ COLUMN: first, KIND: 'COUNT' }] })],
    [path, (SEARCH) => ({ SEARCH, LOCATE: { FROM: 0, VALUES: {} } })],
    [path, (SEARCH) => ({ SEARCH, GROUP: { BY: [] } })],
    [path, (SEARCH) => ({ SEARCH: {}, GROUP: { BY: [], COMPARE: { SEARCH } } })],
    ['/api/file/exportQuery', (SEARCH) => ({ ...taken, SEARCH })],
  ]
}

/** Status and whether the message names the column, by its label or its name. */
async function searchOutcome(path: string, body: object, names: readonly string[]) {
  const { status, body: answer } = await admin.call(path, body)
  const isNamed = names.some((name) => String(answer.message).includes(name))
  return { isRefused: status === 400 || status === 422, isNamed, status, message: answer.message }
}

const refused = expect.objectContaining({ isRefused: true, isNamed: true })

describe.each(
  rotatingSample('refused searches', queries, 20).map((query) => [query.name, query] as const),
)('%s', (_, query) => {
  test('rejects an unknown condition on every route', async () => {
    for (const [path, body] of getDoors(query))
      expect(await searchOutcome(path, body({ NO_SUCH: 'x' }), ['NO_SUCH']), path).toEqual(refused)
    for (const name of ['constructor', 'toString', 'WHERE 1=1', 'SEARCH'])
      expect(await searchOutcome(getPath(query), { SEARCH: { [name]: null } }, [name])).toEqual(
        refused,
      )
  })

  test('rejects every value that is not a valid condition', async () => {
    const doors = getDoors(query)
    let turn = 0
    for (const [name, field] of Object.entries(query.search)) {
      for (const value of listBadValues(field)) {
        const [path, body] = doors[(turn += 1) % doors.length] ?? ['', () => ({})]
        const found = await searchOutcome(path, body({ [name]: value }), [name, field.label.ko])
        expect(found, `${path} ${name} ${JSON.stringify(value)}`).toEqual(refused)
      }
    }
  })
})

describe('other calls with a search', () => {
  const odd = '\ud800'

  test.each(lookups.map(({ name }) => name))(
    'value help %s rejects an unreadable text',
    async (name) => {
      const generic = ['/api/code/select', '/api/wms/comm/wmsCommon/selectDyanamicContext']
      expect(await searchOutcome(lookupPath(name), { SEARCH: odd }, ['SEARCH'])).toEqual(refused)
      for (const path of generic)
        expect(await searchOutcome(path, { SEARCH: name, TEXT: odd }, ['TEXT'])).toEqual(refused)
    },
  )

  test('a pattern with many wildcards and filters with many values are rejected', async () => {
    const path = getPath(stockByLot)
    const pattern = await searchOutcome(path, { SEARCH: { STOCK_NM: '%a'.repeat(30) } }, ['%a%a'])
    expect(pattern).toEqual(refused)
    const long = 'x'.repeat(1001)
    expect(await searchOutcome(path, { SEARCH: { STOCK_NM: long } }, ['xx'])).toEqual(refused)
    for (const OPERATOR of ['Like', 'Not Like']) {
      for (const value of ['%a'.repeat(30), long]) {
        const FILTERS = [{ COLUMN: 'STOCK_NM', OPERATOR, VALUES: [value] }]
        for (const body of [{ FILTERS }, { GROUP: { BY: ['STOCK_NM'], FILTERS } }])
          expect(await searchOutcome(path, body, [value.slice(0, 4)])).toEqual(refused)
      }
    }
    const VALUES = Array.from({ length: 1000 }, (_, index) => index)
    const filter = { COLUMN: 'STOCK_CD', OPERATOR: 'Not In', VALUES }
    const filters = (count: number) => ({ FILTERS: Array.from({ length: count }, () => filter) })
    expect(await searchOutcome(path, filters(6), ['5,000'])).toEqual(refused)
    expect((await admin.call(path, filters(5))).status).toBe(200)
  })

  test('long lists of values in every field are answered', async () => {
    const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
    const lists: Readonly<Partial<Record<Field['kind'], string>>> = {
      number: '1,'.repeat(9_999),
      progress: '1,'.repeat(9_999),
      month: '202601,'.repeat(2_800),
      date: Array.from({ length: 1_800 }, (_, index) => day(index)).join(','),
      datetime: Array.from({ length: 1_800 }, (_, index) => day(index)).join(','),
    }
    for (const query of [stockByLot, stockMovements]) {
      const fields = Object.entries(query.output)
      const FILTER = Object.fromEntries(
        fields.map(([name, { kind }]) => [name, lists[kind] ?? 'a,'.repeat(9_999)]),
      )
      const { status, body } = await admin.call(getPath(query), { FILTER })
      expect(status, body.message).toBe(200)
    }
  })

  test('records, saved searches and views reject an unreadable text', async () => {
    const filters = [{ column: 'STOCK_CD', operator: '=', values: [odd] }]
    const CONTENT = { columns: [], sort: [], filters }
    const view = { MENU_ID: 'InventoryByLot', VIEW_NM: 'v', CONTENT }
    const calls: [string, object, string][] = [
      ['/api/records/search', { SEARCH: odd }, 'SEARCH'],
      [
        '/api/setting/save',
        { KEY: 'k', VALUE: { search: { STOCK_CD: odd } } },
        'VALUE.search.STOCK_CD',
      ],
      ['/api/view/save', view, 'CONTENT.filters.0.values.0'],
    ]
    for (const [path, body, name] of calls)
      expect(await searchOutcome(path, body, [name]), path).toEqual(refused)
  })

  test.each([
    ['inventory/by-lot W01 NO_SUCH=1', 'NO_SUCH'],
    ['inventory/by-lot W01 OWNER_CD=,', 'OWNER_CD'],
    ['inventory/by-lot W01 OWNER_CD=>=', 'OWNER_CD'],
    ['inventory/by-lot W01 VALID_DT=2026-02-30', 'VALID_DT'],
    ['inventory/by-lot W01 QTY=NaN', 'QTY'],
  ])('a schedule of %j is not saved', async (ARGUMENT, name) => {
    const row = {
      BATCH_FLAG: 'I',
      SCHEDULE_CD: 'ODD',
      SCHEDULE_NM: 'x',
      KIND_CD: 'REPORT',
      ARGUMENT,
    }
    const { status, body } = await admin.save('system/save-schedules', [row])
    const found = body.rows.map(({ COLUMN, POERROR }) => [COLUMN, POERROR])
    const shown = stockByLot.search[name as 'QTY']?.label.ko ?? name
    expect([status, found]).toEqual([422, [['ARGUMENT', expect.stringContaining(shown)]]])
  })

  test('a partner’s query rejects an unreadable or unknown condition', async () => {
    const { token } = await createPartner(site, admin, { OWNER_CD: 'GIFT', PROFILE_CD: 'ODD' })
    const partner = (await createSiteApp(site)).visitor({ authorization: `Bearer ${token}` })
    for (const [path, body, name] of [
      ['stock', { AFTER: odd }, 'AFTER'],
      ['stock', { AFTR: 'x' }, 'AFTR'],
      ['results', { KIND: ['STOCK'] }, 'KIND'],
      ['message', { KIND: 'STOCK', MESSAGE_NO: `M${odd}` }, 'MESSAGE_NO'],
      ['acknowledge', { RESULT_NOS: [1], UNTIL: 9 }, 'UNTIL'],
    ] as const) {
      const { status, body: answer } = await partner.post(`/api/partner/${path}`, body)
      expect([path, status, answer.message]).toEqual([path, 400, expect.stringContaining(name)])
    }
  })
})

describe('groups and footers that a query cannot have', () => {
  test.each(
    rotatingSample('footers of columns without sums', queries, 12).map((query) => [
      query.name,
      query,
    ]),
  )('rejects groups and footers of %s instead of failing', async (name, operation) => {
    const columns = Object.entries(operation.output)
    const path = getPath({ name })
    const refusedBodies = columns.flatMap(([COLUMN, { kind }]) =>
      kind === 'number' || kind === 'progress'
        ? []
        : [{ FOOTERS: [{ COLUMN, KIND: 'SUM' }] }, { FOOTERS: [{ COLUMN, KIND: 'AVG' }] }],
    )
    for (const body of refusedBodies.slice(0, 12))
      expect([body, (await admin.call(path, body)).status]).toEqual([body, 422])
    for (const [COLUMN] of columns.slice(0, 12)) {
      for (const BY of [[COLUMN, COLUMN], [COLUMN]]) {
        const { status } = await admin.call(path, { GROUP: { BY } })
        expect([BY, status < 500]).toEqual([BY, true])
      }
      const sums = { GROUP: { BY: [COLUMN], SUMS: [COLUMN], COUNTS: [COLUMN] } }
      expect([COLUMN, (await admin.call(path, sums)).status < 500]).toEqual([COLUMN, true])
    }
  })
})
