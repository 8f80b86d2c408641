import { tableFromIPC, Type } from '@uwdata/flechette'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { code, quantity } from '#kernel/field.ts'
import { resolveColumns, type Column } from '#kernel/screen.ts'
import { defineQuery } from '#kernel/operation.ts'
import { endOfStream, ipcMessages, messageKind } from '#server/arrow/ipc-messages.ts'
import { grantingRoutes } from '#server/auth/screen-routes.ts'
import { handleQuery } from '#server/engine/handler.ts'
import { streamQuery } from '#server/engine/stream-query.ts'
import { handlers } from '#server/site/registry.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { addWorkOfBothOwners } from '#tests/support/both-owners.ts'
import { testStore } from '#tests/support/database.ts'
import { ArrowReader } from '#ui/grid/columns/arrow-reader.ts'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { screens } from '#tests/support/all-screens.ts'
import { rotatingSample } from '#tests/support/suite.ts'
import { testLabel, columnLabels } from '#tests/support/labels.ts'

const arrow = { accept: 'application/vnd.apache.arrow.stream' }
const bench = '/api/wms/system/grid-bench'
const gridScreens = Object.values(screens).filter((screen) => 'grid' in screen)
const questions = handlers.flatMap(({ operation }) => (operation.type === 'query' ? operation : []))

let site: TestSite
let admin: TestUser
let customer: TestUser

beforeAll(async () => {
  site = await testSite()
  admin = await site.login('admin')
  await addWorkOfBothOwners(site, admin)
  await site.db.execute(sql`insert into role_menu (role_cd, menu_id, actions)
    select 'CUSTOMER', menu, '{search,save,import,export,print,delete}'
    from unnest(${[...new Set(questions.flatMap(grantingRoutes))]}::text[]) menu
    on conflict (role_cd, menu_id) do update set actions = excluded.actions`)
  customer = await site.login('customer')
})
afterAll(() => site.close())

function gridColumn({ name, kind }: Column): GridColumn {
  const isNumber = kind === 'number' || kind === 'progress'
  return { id: name, title: name, kind: isNumber ? 'number' : 'text', width: 80 }
}

/** Rows that contain the current time differ between requests. */
function withoutClock(row: object): object {
  return 'FACT_NM' in row && String(row.FACT_NM).startsWith('시각') ? { FACT_VALUE: '' } : {}
}

/**
 * Rounds to the 15 digits that doubles represent exactly, because the reader multiplies by the
 * scale.
 */
function roundNumbers(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => {
      return [name, typeof value === 'number' ? Number(value.toPrecision(15)) : value]
    }),
  )
}

async function getBytes(user: TestUser, path: string, body: object): Promise<Uint8Array> {
  const { status, headers, bytes } = await user.call(path, body, arrow)
  expect([status, headers['content-type']]).toEqual([200, arrow.accept])
  return new Uint8Array(bytes)
}

describe('columnar responses', () => {
  test.each(
    rotatingSample('columns', questions, 5).map(({ name, bound }) => [name, bound] as const),
  )('%s returns the same rows, order and scope as the JSON response', async (name, bound) => {
    if (bound === 'refused') {
      const refused = await customer.call(`/api/wms/${name}`, {}, arrow)
      expect(refused.status).toBe(403)
    }
    for (const user of bound === 'refused' ? [admin] : [admin, customer]) {
      const json = await user.call(`/api/wms/${name}`, {})
      expect(json.status).toBe(200)
      const table = tableFromIPC(await getBytes(user, `/api/wms/${name}`, {}))
      const withoutClocks = (rows: readonly object[]) =>
        rows.map((row) => ({ ...row, ...withoutClock(row) }))
      expect(withoutClocks(table.toArray().map(roundNumbers))).toEqual(
        withoutClocks(json.body.data),
      )
    }
  })

  test.each(
    rotatingSample('grids', gridScreens, 5).map((screen) => [screen.route, screen.grid] as const),
  )('the grid of %s contains the same values from columns as from JSON', async (route, part) => {
    const path = `/api/wms/${part.source.name}`
    const body = { SEARCH: part.fixed ?? {} }
    const users = part.source.bound === 'refused' ? [admin] : [admin, customer]
    for (const user of users) {
      const { data } = (await user.call(path, body)).body
      const columns = resolveColumns(route, part.source.output, part.columns)
      const grid = new GridModel({ columns: columns.map(gridColumn) })
      const batches = new ArrowReader().push(await getBytes(user, path, body))
      await grid.receive(async (take) => batches.forEach(take))
      const shown = columns.map(({ name }) => name)
      const rows = Array.from({ length: grid.rowCount }, (_, row) =>
        shown.map((name) => grid.value(row, name)),
      )
      expect(rows).toEqual(data.map((row) => shown.map((name) => row[name])))
    }
  })

  test('a customer receives no row of another owner', async () => {
    const names = ['outbound/shipments', 'inventory/by-lot', 'inbound/receipts']
    for (const name of names) {
      const table = tableFromIPC(await getBytes(customer, `/api/wms/${name}`, {}))
      expect(new Set(table.getChild('OWNER_CD').toArray())).toEqual(new Set(['GIFT']))
    }
  })

  test('a forbidden or invalid query is rejected before anything is sent', async () => {
    const nobody = await site.login('nobody')
    const shut = await nobody.call(bench, {}, arrow)
    expect([shut.status, shut.headers['x-error-code']]).toEqual([403, 'FORBIDDEN'])
    const bad = await admin.call(bench, { SEARCH: { ROWS: 99_000_000 } }, arrow)
    expect([bad.status, bad.headers['x-error-code']]).toEqual([422, 'SEARCH_INVALID'])
  })
})

describe('the Arrow stream', () => {
  test('starts with a small batch and uses growing dictionaries for text and exact number types', async () => {
    const stream = await getBytes(admin, bench, { SEARCH: { ROWS: 20_000 } })
    expect(stream.slice(-8)).toEqual(endOfStream)
    const messages = ipcMessages(stream)
    expect(messages.reduce((sum, { bytes }) => sum + bytes.length, 8)).toBe(stream.length)
    expect(messages.filter(({ bytes }) => bytes.length % 8 !== 0)).toEqual([])
    const kinds = messages.map(({ kind }) => kind)
    const { schema, dictionaryBatch, recordBatch } = messageKind
    expect(kinds.slice(0, 10)).toEqual([schema, ...Array(8).fill(dictionaryBatch), recordBatch])
    const table = tableFromIPC(stream)
    expect(table.getChild('OWNER').data.map(({ length }) => length)).toEqual([
      256, 512, 1024, 2048, 4096, 8192, 3872,
    ])
    expect(table.schema.fields.map(({ type }) => type.typeId)).toEqual([
      Type.Int,
      ...Array(7).fill(Type.Dictionary),
      Type.Decimal,
      Type.Decimal,
      Type.Dictionary,
      Type.Decimal,
    ])
    const lots = table.getChild('LOT').toArray()
    const { body } = await admin.call(bench, { SEARCH: { ROWS: 20_000 } })
    expect(lots).toEqual(body.data.map(({ LOT }) => LOT))
  })

  test('returns the same batches when read in small chunks', async () => {
    const stream = await getBytes(admin, bench, { SEARCH: { ROWS: 9000 } })
    const whole = new ArrowReader().push(stream)
    const reader = new ArrowReader()
    const pieces = []
    for (let index = 0; index < stream.length; index += 977) {
      pieces.push(...reader.push(stream.slice(index, index + 977)))
    }
    expect(reader.isEnded).toBe(true)
    expect(pieces).toEqual(whole)
    expect(whole.map(({ length }) => length)).toEqual([256, 512, 1024, 2048, 4096, 1064])
  })
})

describe('partial responses', () => {
  const queryBench = async (extra: object) => {
    const { status, body } = await admin.call(bench, { SEARCH: { ROWS: 30_000 }, ...extra })
    return { status, data: body.data }
  }

  test('a window returns the same rows as that part of the full response', async () => {
    const whole = (await queryBench({})).data
    const window = { WINDOW: { FIRST: 29_990, ROWS: 100 } }
    expect((await queryBench(window)).data).toEqual(whole.slice(29_990))
    const sorted = {
      SORT: [
        { COLUMN: 'QTY', DIRECTION: 'desc' },
        { COLUMN: 'ID', DIRECTION: 'asc' },
      ],
    }
    const turned = (await queryBench(sorted)).data
    expect((await queryBench({ ...sorted, WINDOW: { FIRST: 5, ROWS: 3 } })).data).toEqual(
      turned.slice(5, 8),
    )
    const kept = whole.filter(({ ZONE }) => ZONE === 'C')
    const filtered = { FILTER: { ZONE: 'C' } }
    expect((await queryBench({ ...filtered, WINDOW: { FIRST: 10, ROWS: 5 } })).data).toEqual(
      kept.slice(10, 15),
    )
    expect((await queryBench({ ...filtered, COUNT: 'Y' })).data).toEqual({ ROWS: kept.length })
  })

  test('a window near the end returns the same rows as the full response', async () => {
    const SORT = [
      { COLUMN: 'LOT', DIRECTION: 'desc' },
      { COLUMN: 'ID', DIRECTION: 'asc' },
    ]
    const FILTER = { ZONE: 'C' }
    const whole = (await queryBench({ SORT, FILTER })).data
    for (const FIRST of [whole.length - 700, whole.length - 10, whole.length]) {
      const WINDOW = { FIRST, ROWS: 100, OF: whole.length }
      expect((await queryBench({ SORT, FILTER, WINDOW })).data).toEqual(
        whole.slice(FIRST, FIRST + 100),
      )
    }
    // Without a sort order the window cannot be read from the end.
    const plain = (await queryBench({ FILTER })).data
    const WINDOW = { FIRST: plain.length - 5, ROWS: 100, OF: plain.length }
    expect((await queryBench({ FILTER, WINDOW })).data).toEqual(plain.slice(-5))
    const lots = (await admin.call('/api/wms/inventory/by-lot', {})).body.data
    const end = { WINDOW: { FIRST: lots.length - 3, ROWS: 50, OF: lots.length } }
    expect((await admin.call('/api/wms/inventory/by-lot', end)).body.data).toEqual(lots.slice(-3))
  })

  test('a value is located at its first position from the start row, in the requested order', async () => {
    const locateRow = async (FROM: number, VALUES: object, extra: object = {}) => {
      return (await queryBench({ LOCATE: { FROM, VALUES }, ...extra })).data
    }
    expect(await locateRow(0, { ID: 29_999 })).toEqual({ PLACE: 29_998 })
    expect(await locateRow(29_999, { ID: 29_999 })).toEqual({ PLACE: null })
    const turned = { SORT: [{ COLUMN: 'ID', DIRECTION: 'desc' }] }
    expect(await locateRow(0, { ID: '<=10' }, turned)).toEqual({ PLACE: 29_990 })
  })

  test('a column that is not in the response is rejected', async () => {
    const stranger = 'ID; drop table stock'
    for (const more of [
      { SORT: [{ COLUMN: stranger, DIRECTION: 'asc' }] },
      { FILTER: { [stranger]: '1' } },
      { LOCATE: { VALUES: { [stranger]: '1' } } },
    ]) {
      expect((await queryBench(more)).status).toBe(422)
    }
  })
})

function requestFor(rows: ReturnType<typeof sql>) {
  const operation = defineQuery({
    name: 'test/exact',
    title: testLabel('Test'),
    menus: ['grid'],
    action: 'search',
    scope: 'company',
    bound: 'open',
    search: {},
    output: { QTY: quantity(columnLabels.QTY), CODE: code(testLabel('Code')) },
  })
  return handleQuery(operation, 'v.place', () => rows)
}

const caller = {
  userId: 'admin',
  scope: { wcode: 'W01', owners: null },
  language: 'ko',
  today: '20261120',
} as const

async function streamRows(rows: ReturnType<typeof sql>, signal = new AbortController().signal) {
  return streamQuery(site.db, requestFor(rows), { caller, search: {}, signal })
}

describe('numbers', () => {
  test('quantities of any length arrive exactly, and null stays empty', async () => {
    const { body } = await streamRows(sql`
      select * from (values (1, 0.1, 'A'), (2, -0.001, ''), (3, null, null), (4, 999999999999.999, 'B'),
        (5, 12345678901234567890123456789.125, '가'), (6, -12345678901234567.5, 'A')) v(place, qty, code)`)
    const [batch] = new ArrowReader().push(Buffer.concat(await body.toArray()))
    const quantities = batch?.columns['QTY']
    if (!quantities || !('numbers' in quantities)) throw new Error('no numbers')
    expect(Array.from(quantities.numbers.subarray(0, 4))).toEqual([
      0.1,
      -0.001,
      Number.NaN,
      999999999999.999,
    ])
    expect(quantities.texts).toEqual([
      [4, '12345678901234567890123456789.125'],
      [5, '-12345678901234567.5'],
    ])
    expect(batch?.columns['CODE']).toEqual({
      codes: Int32Array.of(1, 0, 0, 2, 3, 1),
      added: ['A', 'B', '가'],
    })
  })

  test('a number with more decimals than its column aborts the response instead of being rounded', async () => {
    const { body } = await streamRows(sql`select 1 as place, 0.12345 as qty, 'A' as code`)
    await expect(body.toArray()).rejects.toThrow('QTY: 0.12345 has more than 3 decimals')
  })
})

describe('a client that disconnects', () => {
  const endless = sql`
    select n as place, n::numeric(15,3) as qty, 'A' || n as code
    from (select generate_series(1, 100000000) as n) s`
  const handleRows = (rows: typeof endless) => {
    return handleQuery(requestFor(rows).operation, 'null::int', () => rows)
  }

  test('frees the connection for the next query', async () => {
    const leaving = new AbortController()
    const request = { caller, search: {}, signal: leaving.signal }
    const { body } = await streamQuery(site.db, handleRows(endless), request)
    for await (const chunk of body) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    leaving.abort()
    const free = sql`select count(*)::int as busy from pg_stat_activity
      where state <> 'idle' and query like 'fetch forward%'`
    await expect.poll(async () => (await site.db.query(free))[0]?.['busy']).toBe(0)
  })

  test('aborts a statement that has not returned its first row', async () => {
    const leaving = new AbortController()
    const slow = sql`select 1 as place, 1 as qty, pg_sleep(20)::text as code`
    const request = { caller, search: {}, signal: leaving.signal }
    if (testStore() === 'embedded') return
    const response = streamQuery(site.db, handleRows(slow), request)
    await expect
      .poll(async () => {
        const rows = await site.db.query(sql`select count(*)::int as busy from pg_stat_activity
          where wait_event = 'PgSleep'`)
        return rows[0]?.['busy']
      })
      .toBe(1)
    leaving.abort()
    await expect(response).rejects.toThrow()
  })

  test('a slow client pauses the database instead of filling memory', async () => {
    const leaving = new AbortController()
    const request = { caller, search: {}, signal: leaving.signal }
    const { body } = await streamQuery(site.db, handleRows(endless), request)
    body.once('error', () => undefined)
    body.read(0)
    const bufferSize = body.readableHighWaterMark
    await expect
      .poll(() => body.readableLength, { timeout: 50_000 })
      .toBeGreaterThanOrEqual(bufferSize)
    expect(body.readableLength).toBeLessThan(bufferSize + 2 ** 20)
    body.destroy()
    leaving.abort()
  })
})
