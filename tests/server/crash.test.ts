import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { testDatabase, testDatabaseUrl, testStore } from '#tests/support/database.ts'
import { toRows } from '#tests/support/floor.ts'
import { soakSize } from '#tests/support/suite.ts'
import { processPassword, startServer, type ServerProcess } from '#tests/support/server-process.ts'

const kills = Number(process.env['KILLS'] ?? (testStore() === 'postgres' ? 5 : soakSize(20, 4)))
const workers = 4
const day = '20261120'

type Row = Record<string, Value>

/** A save as the page stores it until the outcome is known. */
interface Save {
  readonly key: string
  readonly procedure: string
  readonly rows: readonly Row[]
  number?: string
}

async function post(url: string, path: string, body: object, headers: Record<string, string> = {}) {
  return fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function login(url: string, password = ownPassword): Promise<string> {
  const response = await post(url, '/api/login', { p: `admin|W01|${password}` })
  if (!response.ok) throw new Error(`login: ${response.status}`)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function send(url: string, cookie: string, save: Save): Promise<string> {
  const numbered = save.rows.map((row, index) => ({ NO: index + 1, ...row }))
  const response = await post(
    url,
    '/api/wms/comm/wmsCommon/saveProcedure',
    { PROCEDURE: save.procedure, ROWS: numbered },
    { cookie, 'idempotency-key': save.key },
  )
  const text = await response.text()
  if (!response.ok) throw new Error(`${save.procedure} ${response.status}: ${text}`)
  const { data }: { data: { rows: Row[] } } = JSON.parse(text)
  return String(data.rows[0]?.['RECEIPT_NO'] ?? data.rows[0]?.['ROW'])
}

const newSave = (procedure: string, rows: readonly Row[]): Save => ({
  key: randomUUID(),
  procedure,
  rows,
})

const newReceipt = () =>
  newSave('inbound/save-receipts', toRows({ RECEIPT_DT: day }, [{ STOCK_CD: 'IT', ORDER_QTY: 2 }]))

const receivingSave = (number: string) => newSave('inbound/receive-bulk', [{ RECEIPT_NO: number }])

class Clients {
  readonly answered: Save[] = []
  readonly unknown: Save[] = []

  /** One clerk creates a receipt and receives it repeatedly until the server is killed. */
  async work(url: string, cookie: string, listener: () => void): Promise<void> {
    for (;;) {
      const number = await this.#attempt(url, cookie, newReceipt(), listener)
      if (number === undefined) return
      if ((await this.#attempt(url, cookie, receivingSave(number), listener)) === undefined) return
    }
  }

  async #attempt(url: string, cookie: string, save: Save, listener: () => void) {
    try {
      save.number = await send(url, cookie, save)
    } catch (error) {
      // Only a missing response leaves the result unknown. An error response would be a server bug.
      if (!(error instanceof TypeError)) throw error
      this.unknown.push(save)
      return undefined
    }
    this.answered.push(save)
    listener()
    return save.number
  }

  async resolve(url: string, cookie: string): Promise<void> {
    for (const save of this.unknown.splice(0)) {
      save.number = await send(url, cookie, save)
      this.answered.push(save)
    }
  }
}

/**
 * The administrator's own password. It replaces the initial one, which permits nothing but changing
 * it.
 */
const ownPassword = `${processPassword}, changed`

async function addCompany(url: string): Promise<void> {
  const first = await login(url, processPassword)
  const change = { OLD_PWD: processPassword, NEW_PWD: ownPassword }
  await post(url, '/api/changePassword', change, { cookie: first })
  const cookie = await login(url)
  const flag = { BATCH_FLAG: 'I' }
  const saves: [string, Row][] = [
    ['master/save-owner', { OWNER_CD: 'HANBIT', OWNER_NM: 'Hanbit' }],
    ['master/save-stock', { OWNER_CD: 'HANBIT', STOCK_CD: 'IT', STOCK_NM: 'Item' }],
    ['master/save-zone', { ZONE_CD: 'A', ZONE_NM: 'Zone A' }],
    ['master/save-cell', { ZONE_CD: 'A', CELL_CD: 'A-001' }],
  ]
  for (const [name, row] of saves) await send(url, cookie, newSave(name, [{ ...flag, ...row }]))
}

/** Runs the clerks and kills the server at the n-th response. */
async function saveUntilKilled(server: ServerProcess, clients: Clients, after: number) {
  const cookie = await login(server.url)
  const ended = once(server.child, 'exit')
  let received = 0
  const count = () => {
    received += 1
    if (received === after) server.child.kill('SIGKILL')
  }
  await Promise.all(Array.from({ length: workers }, () => clients.work(server.url, cookie, count)))
  await ended
}

describe('a server killed during saves', () => {
  test(
    'loses no acknowledged save and repeats none',
    { timeout: 180_000 + kills * 20_000 },
    async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'wms-crash-'))
      // With PostgreSQL the database keeps running and only the server process dies.
      const database =
        testStore() === 'postgres' ? await testDatabase({ referenceData: true }) : undefined
      const url = database ? { DATABASE_URL: testDatabaseUrl(database) } : {}
      const start = () => startServer({ dataDir, env: { WMS_DEMO: '0', ...url } })
      const clients = new Clients()
      let unknown = 0
      let server = await start()
      try {
        await addCompany(server.url)
        for (let kill = 0; kill < kills; kill += 1) {
          // Between 1 and 13 responses, to kill the server at every stage of the work.
          await saveUntilKilled(server, clients, 1 + ((kill * 5) % 13))
          unknown += clients.unknown.length
          server = await start()
          await clients.resolve(server.url, await login(server.url))
        }
        const cookie = await login(server.url)
        const before = clients.answered.map((save) => save.number)
        for (const save of clients.answered.slice(-20)) {
          expect(await send(server.url, cookie, save)).toBe(save.number)
        }
        await server.stop()
        expect(before.length).toBeGreaterThan(kills)
        expect(unknown).toBeGreaterThan(kills)
        const left = database ?? (await openDatabase({ dataDir }))
        await inspect(left, clients.answered)
      } finally {
        server.child.kill('SIGKILL')
        await rm(dataDir, { recursive: true, force: true })
      }
    },
  )
})

async function inspect(db: Database, answered: readonly Save[]): Promise<void> {
  try {
    const results = await verifyLedger(db)
    expect(results.filter(({ breaches }) => breaches.length)).toEqual([])
    const created = answered.filter(({ procedure }) => procedure === 'inbound/save-receipts')
    const received = answered.filter(({ procedure }) => procedure === 'inbound/receive-bulk')
    const receipts = await db.query<{ receipt_no: string; state_cd: string; lines: number }>(sql`
      select receipt_no, state_cd, count(l.line_no) lines
      from receipt join receipt_line l using (receipt_no) group by 1, 2 order by 1`)
    const numbers = created.map(({ number }) => String(number)).toSorted()
    expect(receipts.map((row) => row.receipt_no)).toEqual(numbers)
    expect(receipts.every(({ lines }) => lines === 1)).toBe(true)
    const full = new Set(
      receipts.filter((row) => row.state_cd === '30').map((row) => row.receipt_no),
    )
    expect(received.map(({ rows }) => String(rows[0]?.['RECEIPT_NO'])).toSorted()).toEqual(
      [...full].toSorted(),
    )
    const [goods] = await db.query<{ qty: number }>(sql`select sum(qty) qty from stock_balance`)
    expect(goods?.qty).toBe(2 * received.length)
    expect(numbers.map((number) => Number(number.slice(12)))).toEqual(numbers.map((_, n) => n + 1))
  } finally {
    await db.close()
  }
}
