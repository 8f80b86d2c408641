import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, DatabaseError } from '#server/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'
import { emptyMigrationFolder } from '#tests/support/folders.ts'

let db: Database

beforeAll(async () => {
  db = await testDatabase({ migrations: emptyMigrationFolder() })
  await db.script(`create table bin (
    code text primary key,
    qty numeric(18,3) not null constraint bin_qty_not_negative check (qty >= 0)
  )`)
})

afterAll(() => db.close())

beforeEach(async () => {
  await db.script(`delete from bin; insert into bin values ('A-01', 20), ('A-02', 20)`)
})

async function getQty(code: string): Promise<unknown> {
  const rows = await db.query(sql`select qty from bin where code = ${code}`)
  return rows[0]?.['qty']
}

async function getError(work: Promise<unknown>): Promise<DatabaseError> {
  const error: unknown = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (error instanceof DatabaseError) return error
  throw new Error(`a DatabaseError was expected, not ${String(error)}`)
}

describe('values read from every store', () => {
  const cases: [string, unknown][] = [
    [`42::int4`, 42],
    [`7::int2`, 7],
    [`1.5::float8`, 1.5],
    [`123456789012345::int8`, 123456789012345],
    [`-123456789012345::int8`, -123456789012345],
    [`1234567890123456::int8`, '1234567890123456'],
    [`9223372036854775807::int8`, '9223372036854775807'],
    [`2.50::numeric(10,2)`, 2.5],
    [`0.000001::numeric`, 0.000001],
    [`12.00000000000000000000::numeric`, 12],
    [`0.1234567890123456::numeric`, '0.1234567890123456'],
    [`-12345678901234567.89::numeric`, '-12345678901234567.89'],
    [`true`, true],
    [`false`, false],
    [`null::int4`, null],
    [`'가나다 "x" \\ '' '::text`, `가나다 "x" \\ ' `],
    [`''::text`, ''],
    [`'2026-02-28'::date`, '2026-02-28'],
    [`'2026-03-01 09:30:00.123456+09'::timestamptz`, '2026-03-01T00:30:00.123Z'],
    [`'2026-03-01 09:30:00+09'::timestamptz`, '2026-03-01T00:30:00.000Z'],
    [`'2026-03-01 09:30:00'::timestamp`, '2026-03-01T09:30:00.000'],
    [`'infinity'::timestamptz`, 'infinity'],
    [`'09:30:00'::time`, '09:30:00'],
    [`'{"a":[1,null,"둘"]}'::jsonb`, { a: [1, null, '둘'] }],
    [`'null'::jsonb`, null],
    [`'\\x00ff10'::bytea`, new Uint8Array([0, 255, 16])],
    [`array['a,b','"',null,'','NULL','\\']::text[]`, ['a,b', '"', null, '', 'NULL', '\\']],
    [
      `array[[1,2],[3,4]]::int4[]`,
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [`array[1.5,12345678901234567]::numeric[]`, [1.5, '12345678901234567']],
    [`'{}'::text[]`, []],
    [`'5b0b5c6e-3a31-4d3f-9d53-0a1b2c3d4e5f'::uuid`, '5b0b5c6e-3a31-4d3f-9d53-0a1b2c3d4e5f'],
  ]
  test.each(cases)('%s returns the expected value', async (expression, expected) => {
    const text = Object.assign([`select ${expression} as value`], { raw: [] })
    const rows = await db.query(sql(text))
    expect(rows).toEqual([{ value: expected }])
  })
})

describe('parameters in every store', () => {
  test('text, numbers, booleans and null arrive unchanged', async () => {
    const rows = await db.query(
      sql`select ${'한글 \\ " \' '}::text as t, ${1.25}::numeric as n, ${-3}::int4 as i,
        ${0.0000001}::numeric as small, ${true}::boolean as b, ${null}::text as nothing,
        ${'2026-03-01T00:30:00.123Z'}::timestamptz as at`,
    )
    expect(rows).toEqual([
      {
        t: '한글 \\ " \' ',
        n: 1.25,
        i: -3,
        small: 0.0000001,
        b: true,
        nothing: null,
        at: '2026-03-01T00:30:00.123Z',
      },
    ])
  })

  test('arrays, objects and bytes arrive unchanged', async () => {
    const awkward = ['a,b', '"', '\\', '{}', '', 'NULL', '둘']
    const rows = await db.query(
      sql`select ${awkward}::text[] as list, ${[1, 2.5]}::numeric[] as numbers,
        ${{ a: '"', n: [1] }}::jsonb as json, ${new Uint8Array([0, 1, 255])}::bytea as bytes,
        ${['x', null]}::text[] as gaps`,
    )
    expect(rows).toEqual([
      {
        list: awkward,
        numbers: [1, 2.5],
        json: { a: '"', n: [1] },
        bytes: new Uint8Array([0, 1, 255]),
        gaps: ['x', null],
      },
    ])
  })

  test('a value never becomes part of the statement', async () => {
    const rows = await db.query(sql`select ${"'; drop table bin; --"}::text as said`)
    expect(rows).toEqual([{ said: "'; drop table bin; --" }])
    expect(await getQty('A-01')).toBe(20)
  })

  test.each([undefined, Number.NaN, Number.POSITIVE_INFINITY, new Date(0)])(
    'an unsupported value is rejected before it reaches the database: %s',
    async (value) => {
      await expect(db.query(sql`select ${value}::text`)).rejects.toThrow(TypeError)
    },
  )

  test('execute returns the number of affected rows', async () => {
    expect(await db.execute(sql`update bin set qty = qty + ${1}`)).toBe(2)
    expect(await db.execute(sql`delete from bin where code = ${'none'}`)).toBe(0)
    expect(await db.execute(sql`insert into bin values ('B', 1), ('C', 1), ('D', 1)`)).toBe(3)
  })
})

describe('database errors in every store', () => {
  test('a check constraint error names the constraint and table', async () => {
    const error = await getError(db.execute(sql`update bin set qty = -1 where code = 'A-01'`))
    expect(error).toMatchObject({ code: '23514', constraint: 'bin_qty_not_negative', table: 'bin' })
  })

  test('a duplicate key error names the constraint, table and key', async () => {
    const error = await getError(db.execute(sql`insert into bin values ('A-01', 1)`))
    expect(error).toMatchObject({ code: '23505', constraint: 'bin_pkey', table: 'bin' })
    expect(error.detail).toContain('A-01')
  })

  test('a missing value error names the table and column', async () => {
    const error = await getError(db.execute(sql`insert into bin (code) values ('Z')`))
    expect(error).toMatchObject({ code: '23502', table: 'bin', column: 'qty' })
  })

  test('an invalid statement does not affect the next one', async () => {
    expect((await getError(db.query(sql`selec 1`))).code).toBe('42601')
    expect((await getError(db.query(sql`select 1 / ${0}::int4`))).code).toBe('22012')
    expect(await getQty('A-01')).toBe(20)
  })
})

describe('a transaction', () => {
  test('commits everything or nothing', async () => {
    const error = await getError(
      db.transaction(async (tx) => {
        await tx.execute(sql`update bin set qty = qty - 5 where code = 'A-01'`)
        await tx.execute(sql`update bin set qty = qty - 50 where code = 'A-02'`)
      }),
    )
    expect(error.constraint).toBe('bin_qty_not_negative')
    expect(await getQty('A-01')).toBe(20)
  })

  test('commits nothing if its callback throws after a write', async () => {
    const refusal = new Error('rejected by a rule')
    const work = db.transaction(async (tx) => {
      await tx.execute(sql`update bin set qty = qty - 5 where code = 'A-01'`)
      throw refusal
    })
    await expect(work).rejects.toBe(refusal)
    expect(await getQty('A-01')).toBe(20)
  })

  test('sees its own changes and returns the result of its callback', async () => {
    const seen = await db.transaction(async (tx) => {
      await tx.execute(sql`update bin set qty = qty - 5 where code = 'A-01'`)
      return tx.query(sql`select qty from bin where code = 'A-01'`)
    })
    expect(seen).toEqual([{ qty: 15 }])
    expect(await getQty('A-01')).toBe(15)
  })

  test('fails if its callback swallowed an error', async () => {
    const work = db.transaction(async (tx) => {
      await tx.execute(sql`update bin set qty = 0 where code = 'A-01'`)
      await tx.query(sql`select 1 / 0`).catch(() => undefined)
    })
    expect((await getError(work)).code).toBe('25P02')
    expect(await getQty('A-01')).toBe(20)
  })

  test('retries at the request of the database and runs afterCommit once', async () => {
    let tries = 0
    let reports = 0
    await db.transaction(async (tx) => {
      tries += 1
      tx.afterCommit(() => (reports += 1))
      await tx.execute(sql`update bin set qty = qty - 1 where code = 'A-01'`)
      if (tries < 3) await tx.script(`do $$ begin raise exception using errcode = '40001'; end $$`)
    })
    expect({ tries, told: reports, qty: await getQty('A-01') }).toEqual({
      tries: 3,
      told: 1,
      qty: 19,
    })
  })

  test('stops retrying after eight attempts', async () => {
    let tries = 0
    const work = db.transaction(async (tx) => {
      tries += 1
      await tx.script(`do $$ begin raise exception using errcode = '40P01'; end $$`)
    })
    expect((await getError(work)).code).toBe('40P01')
    expect(tries).toBe(8)
  })

  test('does not run afterCommit after a rollback', async () => {
    let reports = 0
    const work = db.transaction((tx) => {
      tx.afterCommit(() => (reports += 1))
      return Promise.reject(new Error('the picker changed her mind'))
    })
    await expect(work).rejects.toThrow('the picker changed her mind')
    expect(reports).toBe(0)
  })

  test('rejects writes if it is read-only', async () => {
    const work = db.transaction((tx) => tx.execute(sql`delete from bin`), { readOnly: true })
    expect((await getError(work)).code).toBe('25006')
  })

  test('rejects queries and transactions that bypass it', async () => {
    const around = db.transaction(() => db.query(sql`select 1`))
    await expect(around).rejects.toThrow('use the tx')
    const nested = db.transaction(() => db.transaction(() => Promise.resolve()))
    await expect(nested).rejects.toThrow('use the tx')
  })

  test('rejects statements after it has ended', async () => {
    const kept = await db.transaction((tx) => Promise.resolve({ tx }))
    expect((await getError(kept.tx.query(sql`select 1`))).code).toBe('25000')
  })

  test('runs statements in the order they were issued', async () => {
    const rows = await db.transaction(async (tx) => {
      const requests = [1, 2, 3].map((n) => tx.query(sql`select ${n}::int4 as n`))
      return (await Promise.all(requests)).flat()
    })
    expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  })

  test('finishes all concurrent statements and rolls back if one is rejected', async () => {
    const requests: string[] = []
    const error = await getError(
      db.transaction(async (tx) => {
        const outcomes = await Promise.allSettled([
          tx.execute(sql`update bin set qty = 1 where code = 'A-01'`),
          tx.execute(sql`update bin set qty = -1 where code = 'A-02'`),
          tx.query(sql`select qty from bin`),
        ])
        requests.push(...outcomes.map(({ status }) => status))
      }),
    )
    expect({ asked: requests, code: error.code }).toEqual({
      asked: ['fulfilled', 'rejected', 'rejected'],
      code: '25P02',
    })
    expect(await getQty('A-01')).toBe(20)
  })

  test('fails with the first error even if a later statement is awaited first', async () => {
    const work = db.transaction(async (tx) => {
      const failing = tx.query(sql`select 1 / 0`)
      const later = tx.query(sql`select 1`)
      await later.catch((error: unknown) => {
        failing.catch(() => undefined)
        throw error
      })
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
  })

  test('commits a write that was not awaited', async () => {
    await db.transaction(async (tx) => {
      tx.later(sql`update bin set qty = 7 where code = 'A-01'`)
      await tx.query(sql`select 1`)
      tx.later(sql`update bin set qty = qty + 1 where code = 'A-01'`)
    })
    expect(await getQty('A-01')).toBe(8)
  })

  test('commits nothing if a write that was not awaited is rejected', async () => {
    const error = await getError(
      db.transaction(async (tx) => {
        await tx.execute(sql`update bin set qty = 7 where code = 'A-01'`)
        tx.later(sql`update bin set qty = -1 where code = 'A-02'`)
      }),
    )
    expect(error.constraint).toBe('bin_qty_not_negative')
    expect(await getQty('A-01')).toBe(20)
  })

  test('leaves the connection clean after a failure', async () => {
    await getError(db.transaction((tx) => tx.query(sql`select 1 / 0`)))
    const rows = await db.transaction((tx) => tx.query(sql`select 1 as one`))
    expect(rows).toEqual([{ one: 1 }])
  })
})

describe('concurrent transactions', () => {
  test('twenty of fifty concurrent picks succeed for twenty pieces', async () => {
    const pickers = Array.from({ length: 50 }, () =>
      db.transaction((tx) =>
        tx.execute(sql`update bin set qty = qty - 1 where code = 'A-01' and qty >= 1`),
      ),
    )
    const taken = await Promise.all(pickers)
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(20)
    expect(await getQty('A-01')).toBe(0)
  })

  test('moves in opposite directions both complete', async () => {
    const move = (from: string, to: string): Promise<unknown> =>
      db.transaction(async (tx) => {
        await tx.execute(sql`update bin set qty = qty - 1 where code = ${from}`)
        await tx.execute(sql`update bin set qty = qty + 1 where code = ${to}`)
      })
    await Promise.all([move('A-01', 'A-02'), move('A-02', 'A-01'), move('A-01', 'A-02')])
    expect([await getQty('A-01'), await getQty('A-02')]).toEqual([19, 21])
  })
})

test('the store reports its health', async () => {
  expect(await db.health()).toMatchObject({ ok: true, kind: db.kind, waiting: 0 })
  await db.checkpoint()
})
