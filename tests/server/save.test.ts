import { randomUUID } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { columnName } from '#kernel/table.ts'
import { zone as zoneTable } from '#areas/master/tables/place.ts'
import { itemMissing, itemNotStocked } from '#areas/outbound/server/shipments.ts'
import { valueTexts } from '#kernel/value-texts.ts'
import { documentHasNoLines, repeatedDocumentText } from '#server/engine/document-texts.ts'
import {
  existingKey,
  repeatedKey,
  repeatedRowNumber,
  rowDeleted,
  unknownReference,
} from '#server/engine/row-texts.ts'
import { sqlType } from '#server/engine/sql-type.ts'
import { allTables } from '#tests/support/all-tables.ts'
import { testSite, type SaveResponse, type TestSite, type TestUser } from '#tests/support/app.ts'
import {
  testDay,
  toRows,
  expectStock,
  addOrder,
  putStock,
  rowErrors,
} from '#tests/support/floor.ts'
import { requiredMessage } from '#kernel/required.ts'
import { columnLabels } from '#tests/support/labels.ts'

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
})
afterAll(() => site.close())

type Row = Record<string, Value>

const zone = (ZONE_CD: Value, extra: Row = {}): Row => ({
  BATCH_FLAG: 'I',
  ZONE_CD,
  ZONE_NM: 'x',
  ...extra,
})
const saveZones = (rows: readonly Row[], key?: string, who = user) =>
  who.save('master/save-zone', rows, key)

async function zones(...codes: string[]): Promise<Row[]> {
  const rows = await user.query('master/zone')
  return rows.filter((row) => codes.includes(String(row['ZONE_CD'])))
}

/** Row count and write count of each table. */
async function readAllTables(): Promise<Record<string, unknown>> {
  const tables = await site.db.query<{ name: string }>(sql`
    select table_name name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'session'`)
  const counts: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [row] = await site.db.query(sql`
      select count(*) n, max(xmin::text::bigint) last from ${raw(name)}`)
    counts[name] = row
  }
  return counts
}

const unknownZone = (code: string) => unknownReference(zoneTable.fields.ZONE_CD.label, code).ko
const repeated = repeatedKey('D1', 1).ko

describe('an idempotency key', () => {
  test('a repeated request returns the first response and has no second effect', async () => {
    const rows = toRows({ RECEIPT_DT: testDay }, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }])
    const key = randomUUID()
    const first = await user.save('inbound/save-receipts', rows, key)
    expect(first.status).toBe(200)
    const before = await readAllTables()
    const again = await user.save('inbound/save-receipts', rows, key)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await readAllTables()).toEqual(before)
  })

  test('parallel requests with the same key have one effect and one response', async () => {
    const rows = toRows({ RECEIPT_DT: testDay, OWNER_ORDER_NO: 'TABS' }, [
      { STOCK_CD: 'PLAIN', ORDER_QTY: 1 },
    ])
    const key = randomUUID()
    const responses = await Promise.all(
      [1, 2, 3].map(() => user.save('inbound/save-receipts', rows, key)),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await user.query('inbound/receipts', { OWNER_ORDER_NO: 'TABS' })).toHaveLength(1)
  })

  test('rejects reuse with other rows, for another procedure or in another warehouse', async () => {
    const key = randomUUID()
    expect((await saveZones([zone('K1')], key)).status).toBe(200)
    const elsewhere = await site.login('admin', 'W02')
    const others = [
      await saveZones([zone('K2')], key),
      await user.save(
        'master/save-cell',
        [zone('K1')].map((row) => ({ ...row, CELL_CD: 'K1' })),
        key,
      ),
      await saveZones([zone('K1')], key, elsewhere),
    ]
    for (const other of others) {
      expect([other.status, other.headers['x-error-code']]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    }
    expect(await zones('K2')).toEqual([])
  })

  test('an idempotency key can be reused after its save was rolled back', async () => {
    const key = randomUUID()
    expect((await saveZones([zone('R1'), zone('A')], key)).status).toBe(422)
    expect((await saveZones([zone('R1')], key)).status).toBe(200)
  })

  test('keys of different users are independent', async () => {
    const key = randomUUID()
    const second = await site.login('second')
    expect((await saveZones([zone('U1')], key)).status).toBe(200)
    expect((await saveZones([zone('U2')], key, second)).status).toBe(200)
    expect(await zones('U1', 'U2')).toHaveLength(2)
  })

  test('rejects a missing or malformed key', async () => {
    for (const key of ['', 'short', 'with space in it', 'x'.repeat(256)]) {
      const response = await saveZones([zone('NOKEY')], key)
      expect([response.status, response.headers['x-error-code']]).toEqual([
        400,
        'IDEMPOTENCY_KEY_MISSING',
      ])
    }
  })
})

describe('all-or-nothing saves', () => {
  test('every failing row is listed, and valid rows are not saved', async () => {
    const response = await saveZones([
      zone('N1'),
      zone(null),
      zone('N2', { ZONE_NM: null, TEMPERATURE_CD: 'HOT' }),
      zone('N3', { PICK_SEQ: 'first' }),
    ])
    expect(response.status).toBe(422)
    expect(rowErrors(response)).toEqual([
      [2, 'ZONE_CD', requiredMessage(zoneTable.fields.ZONE_CD.label).ko],
      [3, 'ZONE_NM', requiredMessage(columnLabels.ZONE_NM).ko],
      [
        3,
        'TEMPERATURE_CD',
        valueTexts.unknownCode(zoneTable.fields.TEMPERATURE_CD.label, 'HOT').ko,
      ],
      [4, 'PICK_SEQ', valueTexts.notNumber(columnLabels.PICK_SEQ, 'first').ko],
    ])
    expect(await zones('N1', 'N2', 'N3')).toEqual([])
  })

  test('existing records and duplicate rows are reported with the conflict', async () => {
    const response = await saveZones([zone('D1'), zone('d1 '), zone('A'), zone('D1')])
    expect(response.status).toBe(422)
    expect(rowErrors(response)).toEqual([
      [2, 'ZONE_CD', repeated],
      [4, 'ZONE_CD', repeated],
      [3, 'ZONE_CD', existingKey('A').ko],
    ])
  })

  test('every row with an unknown reference is reported', async () => {
    const rows = ['HERE-NOT', 'A', 'NOR-HERE'].map((ZONE_CD, n) => ({
      BATCH_FLAG: 'I',
      CELL_CD: `P-${n}`,
      ZONE_CD,
    }))
    const response = await user.save('master/save-cell', rows)
    expect(rowErrors(response)).toEqual([
      [1, 'ZONE_CD', unknownZone('HERE-NOT')],
      [3, 'ZONE_CD', unknownZone('NOR-HERE')],
    ])
  })

  test('a document with one invalid line is not saved at all', async () => {
    const rows = toRows({ SHIPMENT_DT: testDay, OWNER_ORDER_NO: 'HALF' }, [
      { STOCK_CD: 'PLAIN', ORDER_QTY: 1 },
      { STOCK_CD: 'NOSUCH', ORDER_QTY: 1 },
      { STOCK_CD: 'POST', ORDER_QTY: 1 },
    ])
    const response = await user.save('outbound/save-shipments', rows)
    expect(rowErrors(response)).toEqual([
      [3, 'STOCK_CD', itemMissing('NOSUCH').ko],
      [4, 'STOCK_CD', itemNotStocked('POST').ko],
    ])
    expect(await user.query('outbound/shipments', { OWNER_ORDER_NO: 'HALF' })).toEqual([])
  })

  test('a document needs a line, even when its last one is deleted', async () => {
    const bare = await user.save('outbound/save-shipments', toRows({ SHIPMENT_DT: testDay }, []))
    expect(bare.body.rows[0]?.POERROR).toBe(documentHasNoLines.ko)
    const number = await addOrder(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }])
    const last = { ROW_TYPE: 'L', DOC_REF: number, BATCH_FLAG: 'D', LINE_NO: 1, VERSION: 1 }
    expect((await user.save('outbound/save-shipments', [last])).status).toBe(422)
    expect(await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })).toHaveLength(1)
  })

  test('two documents with the same reference are rejected, not merged', async () => {
    const one = toRows({ SHIPMENT_DT: testDay }, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }])
    const response = await user.save('outbound/save-shipments', [...one, ...one])
    expect(rowErrors(response)).toEqual([[3, 'DOC_REF', repeatedDocumentText(1).ko]])
  })

  test('rejects a duplicate row number', async () => {
    const response = await saveZones([zone('T1', { NO: 7 }), zone('T2', { NO: 7 })])
    expect(rowErrors(response)).toEqual([[7, 'NO', repeatedRowNumber(7).ko]])
  })

  test('undeclared columns are ignored', async () => {
    const row = zone('EXTRA', { WCODE: 'W02', CREATED_BY: 'mallory', UPDATED_BY: 'x', NONSENSE: 1 })
    expect((await saveZones([row])).status).toBe(200)
    const [kept] = await site.db.query(sql`select * from zone where zone_cd = 'EXTRA'`)
    expect(kept).toMatchObject({ wcode: 'W01', created_by: 'admin', updated_by: 'admin' })
  })
})

describe('a row changed by another user', () => {
  async function saveAs(who: TestUser, row: Row): Promise<SaveResponse> {
    return who.save('master/save-zone', [{ BATCH_FLAG: 'U', ZONE_NM: 'y', ...row }])
  }

  test('the save is rejected with the name of that user and the time, and their change is kept', async () => {
    await saveZones([zone('C1'), zone('C2')])
    const second = await site.login('second')
    expect((await saveAs(second, { ZONE_CD: 'C1', ZONE_NM: 'theirs', VERSION: 1 })).status).toBe(
      200,
    )
    const response = await user.save('master/save-zone', [
      { BATCH_FLAG: 'U', ZONE_CD: 'C2', ZONE_NM: 'mine', VERSION: 1 },
      { BATCH_FLAG: 'U', ZONE_CD: 'C1', ZONE_NM: 'mine', VERSION: 1 },
    ])
    expect(response.status).toBe(409)
    expect(response.body.rows).toEqual([
      {
        ROW: 2,
        POSTATUS: -1,
        POERROR: expect.stringMatching(/^second 님이 \d\d-\d\d \d\d:\d\d:\d\d에 먼저 수정했습니다/),
        WHO: 'second',
        WHEN: expect.stringMatching(/^\d{14}$/),
      },
    ])
    expect((await zones('C1', 'C2')).map((row) => row['ZONE_NM'])).toEqual(['theirs', 'x'])
    const fresh = await saveAs(user, { ZONE_CD: 'C1', ZONE_NM: 'mine', VERSION: 2 })
    expect(fresh.status).toBe(200)
  })

  test('rejects changes to a row that has been deleted', async () => {
    await saveZones([zone('C3')])
    const gone = { BATCH_FLAG: 'D', ZONE_CD: 'C3', VERSION: 1 }
    expect((await saveZones([gone])).status).toBe(200)
    const responses = [await saveAs(user, { ZONE_CD: 'C3', VERSION: 1 }), await saveZones([gone])]
    for (const response of responses) {
      expect(rowErrors(response)).toEqual([[1, undefined, rowDeleted.ko]])
    }
  })

  test('rejects changes to a row that was deleted and created again since', async () => {
    await saveZones([zone('C9')])
    const gone = { BATCH_FLAG: 'D', ZONE_CD: 'C9', VERSION: 1 }
    expect((await saveZones([gone, zone('C10')])).status).toBe(200)
    expect((await saveZones([zone('C9', { ZONE_NM: 'new' })])).status).toBe(200)
    expect((await saveAs(user, { ZONE_CD: 'C9', VERSION: 1 })).status).toBe(409)
    expect((await saveZones([gone])).status).toBe(409)
    const [now] = await zones('C9')
    expect(now).toMatchObject({ ZONE_NM: 'new' })
    expect((await saveAs(user, { ...now, ZONE_NM: 'own' })).status).toBe(200)
  })

  test('rejects a save that gives no version', async () => {
    await saveZones([zone('C4')])
    expect((await saveAs(user, { ZONE_CD: 'C4' })).status).toBe(409)
  })

  test('document lines are checked like their header', async () => {
    const number = await addOrder(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }])
    const line = { ROW_TYPE: 'L', DOC_REF: number, LINE_NO: 1, STOCK_CD: 'PLAIN', ORDER_QTY: 2 }
    const head = { ROW_TYPE: 'H', DOC_REF: number, OWNER_CD: 'HANBIT', SHIPMENT_DT: testDay }
    const second = await site.login('second')
    const change = { BATCH_FLAG: 'U', VERSION: 1 }
    expect((await second.save('outbound/save-shipments', [{ ...line, ...change }])).status).toBe(
      200,
    )
    const stale = await user.save('outbound/save-shipments', [{ ...line, ...change }])
    expect([stale.status, stale.body.rows[0]?.WHO]).toEqual([409, 'second'])
    expect((await second.save('outbound/save-shipments', [{ ...head, ...change }])).status).toBe(
      200,
    )
    const late = await user.save('outbound/save-shipments', [{ ...head, ...change, REMARK: 'x' }])
    expect([late.status, late.body.rows[0]?.WHO]).toEqual([409, 'second'])
  })

  test('only one of two concurrent saves succeeds', async () => {
    await saveZones([zone('C5')])
    const second = await site.login('second')
    const responses = await Promise.all(
      [user, second].map((who) => saveAs(who, { ZONE_CD: 'C5', VERSION: 1 })),
    )
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  })
})

describe('a dry run', () => {
  test('returns the response of the real save and writes nothing', async () => {
    await putStock(site.db, { item: 'OTHER', qty: 5 })
    const number = await addOrder(user, [{ STOCK_CD: 'OTHER', ORDER_QTY: 5 }])
    const receipt = await expectStock(user, [{ STOCK_CD: 'PLAIN', ORDER_QTY: 1 }])
    const before = await readAllTables()
    const attempts: [string, Row[]][] = [
      ['master/save-zone', [zone('DRY1'), zone('DRY2')]],
      ['master/save-zone', [zone('DRY3'), zone('A'), zone(null)]],
      [
        'inbound/save-receipts',
        toRows({ RECEIPT_DT: testDay }, [{ STOCK_CD: 'NONE', ORDER_QTY: 1 }]),
      ],
      ['inbound/receive-bulk', [{ RECEIPT_NO: receipt }]],
      ['outbound/ship', [{ SHIPMENT_NO: number }]],
      ['outbound/allocate', [{ SHIPMENT_NO: number }]],
    ]
    const rehearsed: SaveResponse[] = []
    for (const [procedure, rows] of attempts) rehearsed.push(await user.check(procedure, rows))
    expect(await readAllTables()).toEqual(before)
    expect(rehearsed.map(({ status }) => status)).toEqual([200, 422, 422, 200, 409, 200])
    for (const [index, [procedure, rows]] of attempts.entries()) {
      const real = await user.save(procedure, rows)
      expect([real.status, real.body]).toEqual([rehearsed[index]?.status, rehearsed[index]?.body])
    }
  })
})

test('statements pass numeric keys in the types of their columns, to use the index', async () => {
  const columns = await site.db.query<{ id: string; type: string }>(sql`
    select table_name || '.' || column_name id, case
        when data_type in ('smallint', 'integer', 'bigint') then 'bigint'
        when data_type in ('numeric', 'date') then data_type else 'text' end "type"
    from information_schema.columns where table_schema = 'public'`)
  const types = new Map(columns.map(({ id, type }) => [id, type]))
  const wrong = allTables.flatMap((table) =>
    table.key.flatMap((name) => {
      const id = `${table.name}.${columnName(name)}`
      const type = types.get(id)
      const passed = sqlType(table.fields[name])
      // PostgreSQL rejects a text compared with an integer.
      const isRight = type === undefined || passed === type || passed === 'text'
      return isRight ? [] : [`${id} ${type}`]
    }),
  )
  expect(wrong).toEqual([])
})
