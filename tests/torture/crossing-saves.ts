import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import type { Database } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { testDatabase, testDatabaseUrl, testStore } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server-process.ts'
import { Client, runInParallel, percentile, type Outcome, type Row } from './client.ts'

/** Failures in transit. After each one the outcome must be known and the save applied once. */
const connectionFailures = [
  'double Enter',
  'answer lost after the commit',
  'hung up at once',
  'cut in mid-request',
  'aborted while under way',
  'two tabs, one record',
  'two tabs, one movement',
] as const

type ConnectionFailure = (typeof connectionFailures)[number]

export interface SavesResult {
  readonly saves: number
  readonly requests: number
  readonly seconds: number
  readonly p95Ms: number
  readonly accidents: Readonly<Record<string, number>>
  /** Saves with no effect or more than one. Must be 0. */
  readonly wrong: number
  /** Pairs of tabs in which not exactly one save succeeded. */
  readonly split: number
  readonly findings: readonly string[]
}

const owner = 'HANBIT'
const places = 8

/**
 * Sends a save over a separate connection and closes it as specified, without reading the response.
 */
function sendAndAbort(
  url: string,
  request: { path: string; headers: Record<string, string>; body: string },
  way: 'after the first byte' | 'at once' | 'halfway',
): Promise<void> {
  const { hostname, port, host } = new URL(url)
  const body = Buffer.from(request.body)
  const lines = Object.entries({ host, ...request.headers, 'content-length': String(body.length) })
  const head = `POST ${request.path} HTTP/1.1\r\n${lines.map(([n, v]) => `${n}: ${v}\r\n`).join('')}\r\n`
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), hostname, () => {
      socket.write(head)
      socket.write(way === 'halfway' ? body.subarray(0, body.length / 2) : body, () => {
        if (way !== 'after the first byte') socket.destroy()
      })
    })
    socket.once('data', () => socket.destroy())
    socket.on('error', () => undefined)
    socket.once('close', () => resolve())
  })
}

class Clerk {
  readonly #client: Client
  readonly #url: string
  requests = 0
  readonly times: number[] = []

  constructor(client: Client, url: string) {
    this.#client = client
    this.#url = url
  }

  async send(procedure: string, rows: readonly Row[], key: string, abortMs?: number) {
    this.requests += 1
    const outcome = await this.#client.save(procedure, rows, key, abortMs)
    if (outcome.status !== 'silence') this.times.push(outcome.ms)
    return outcome
  }

  /** Retries with the same key until there is a response. */
  async settled(procedure: string, rows: readonly Row[], key: string): Promise<Outcome> {
    for (let tries = 0; ; tries += 1) {
      const outcome = await this.send(procedure, rows, key)
      const isBusy = outcome.status === 'silence' || outcome.status === 503
      if (!isBusy) return outcome
      if (tries > 20) throw new Error(outcome.text)
    }
  }

  async cut(
    rows: readonly Row[],
    key: string,
    way: Parameters<typeof sendAndAbort>[2],
  ): Promise<void> {
    this.requests += 1
    await sendAndAbort(this.#url, this.#client.request('inventory/adjust', rows, key), way)
  }
}

function assertSaved(outcome: Outcome): Outcome {
  if (outcome.status !== 200) throw new Error(`${outcome.status}: ${outcome.text.slice(0, 300)}`)
  return outcome
}

/** Adds one piece despite the failure. The reason identifies it in the ledger. */
async function addPiece(
  clerk: Clerk,
  accident: ConnectionFailure,
  balance: string,
  reason: string,
) {
  const key = randomUUID()
  const rows = [{ BALANCE_ID: balance, ADJUST_QTY: 1, REASON: reason }]
  if (accident === 'answer lost after the commit')
    await clerk.cut(rows, key, 'after the first byte')
  if (accident === 'hung up at once') await clerk.cut(rows, key, 'at once')
  if (accident === 'cut in mid-request') await clerk.cut(rows, key, 'halfway')
  if (accident === 'aborted while under way') {
    await clerk.send('inventory/adjust', rows, key, 1 + (Number(reason.slice(1)) % 15))
  }
  if (accident !== 'double Enter')
    return assertSaved(await clerk.settled('inventory/adjust', rows, key))
  const both = [1, 2].map(() => clerk.settled('inventory/adjust', rows, key))
  const [first, second] = (await Promise.all(both)).map(assertSaved)
  if (!first || !isDeepStrictEqual(JSON.parse(first.text), JSON.parse(second?.text ?? 'null'))) {
    throw new Error(`one key, two answers: ${first?.text} / ${second?.text}`)
  }
  return first
}

/** Saves the same data from two tabs with separate keys. Returns true if exactly one succeeds. */
async function saveInTwoTabs(
  clerk: Clerk,
  procedure: string,
  rows: (tab: number) => readonly Row[],
) {
  const outcomes = await Promise.all(
    [1, 2].map((tab) => clerk.settled(procedure, rows(tab), randomUUID())),
  )
  return outcomes.filter(({ status }) => status === 200).length === 1
}

async function prepare(client: Client) {
  const stock = await client.query('inventory/stock-to-work', { CONDITION_CD: 'NORMAL' })
  const balances = stock.slice(0, places).map((row) => String(row['BALANCE_ID']))
  const shipTos = Array.from({ length: places }, (_, index) => `CROSS-${index}`)
  await client.saved(
    'master/save-ship-to',
    shipTos.map((SHIP_TO_CD) => ({
      BATCH_FLAG: 'I',
      OWNER_CD: owner,
      SHIP_TO_CD,
      SHIP_TO_NM: '0',
    })),
  )
  return { balances, shipTos }
}

async function changeShipTo(clerk: Clerk, client: Client, code: string, name: string) {
  const [row] = await client.query('master/ship-to', { OWNER_CD: owner, SHIP_TO_CD: code })
  const change = { ...row, BATCH_FLAG: 'U' }
  return saveInTwoTabs(clerk, 'master/save-ship-to', (tab) => [
    { ...change, SHIP_TO_NM: `${name}-${tab}` },
  ])
}

async function reverseStep(clerk: Clerk, client: Client, balance: string, reason: string) {
  const [line] = (await addPiece(clerk, 'hung up at once', balance, reason)).rows
  const [row] = await client.query('inventory/movements', { DOC_NO: line?.['DOC_NO'] ?? null })
  return saveInTwoTabs(clerk, 'inventory/reverse', () => [
    { MOVEMENT_NO: row?.['MOVEMENT_NO'] ?? null, REASON: `${reason} back` },
  ])
}

async function countEffects(db: Database) {
  const lines = await db.query<{ reason: string; times: number }>(sql`
    select reason, count(*) times from stock_movement where reason ~ '^S[0-9]+( back)?$' group by 1`)
  const shipTos = await db.query<{ code: string; version: number }>(sql`
    select ship_to_cd code, version from ship_to where ship_to_cd like 'CROSS-%'`)
  return {
    times: new Map(lines.map((line) => [line.reason, line.times])),
    changes: shipTos.reduce((sum, { version }) => sum + version - 1, 0),
  }
}

/**
 * Starts a site in a separate process. `ended` opens its database, after stopping an embedded one.
 */
async function openSite() {
  if (testStore() === 'postgres') {
    const db = await testDatabase()
    const server = await startServer({ env: { DATABASE_URL: testDatabaseUrl(db) } })
    return { server, ended: () => Promise.resolve(db) }
  }
  const server = await startServer()
  return {
    server,
    ended: async () => {
      await server.stop()
      return openDatabase({ dataDir: server.dataDir, env: {} })
    },
  }
}

/**
 * Runs `saves` saves over HTTP, each with a failure: repeated keys, lost responses, cut
 * connections, or two tabs with the same data. Clients retry until they know the outcome. Each save
 * must be applied once, and the ledger must balance.
 */
export async function crossSaves(saves: number): Promise<SavesResult> {
  const { server, ended } = await openSite()
  const client = await Client.login([server.url])
  const clerk = new Clerk(client, server.url)
  const { balances, shipTos } = await prepare(client)
  const counts = new Map<ConnectionFailure, number>(
    connectionFailures.map((connectionFailure) => [connectionFailure, 0]),
  )
  const expected: string[] = []
  let split = 0
  const started = performance.now()
  const order = Array.from({ length: saves }, (_, index) => index)
  await runInParallel(order, places, async (at, worker) => {
    const accident = connectionFailures[at % connectionFailures.length] ?? 'double Enter'
    const balance = balances[(at * 5) % balances.length] ?? ''
    const reason = `S${at}`
    counts.set(accident, (counts.get(accident) ?? 0) + 1)
    if (accident === 'two tabs, one record') {
      if (!(await changeShipTo(clerk, client, shipTos[worker] ?? '', reason))) split += 1
      return
    }
    expected.push(reason)
    if (accident === 'two tabs, one movement') {
      expected.push(`${reason} back`)
      if (!(await reverseStep(clerk, client, balance, reason))) split += 1
    } else await addPiece(clerk, accident, balance, reason)
  })
  const seconds = (performance.now() - started) / 1000
  const db = await ended()
  try {
    const { times, changes } = await countEffects(db)
    const missed = expected.filter((reason) => times.get(reason) !== 1).length
    const strange = times.size - expected.length
    const unchanged = (counts.get('two tabs, one record') ?? 0) - changes
    for (let more = 1; more > 0;) more = await sealLedger(db)
    const results = await verifyLedger(db)
    return {
      saves,
      requests: clerk.requests,
      seconds,
      p95Ms: percentile(clerk.times, 0.95),
      accidents: Object.fromEntries(counts),
      wrong: missed + Math.abs(strange) + Math.abs(unchanged),
      split,
      findings: results.filter(({ breaches }) => breaches.length).map(({ name }) => name),
    }
  } finally {
    await db.close()
    await server.discard()
  }
}
