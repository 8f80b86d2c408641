import { randomUUID } from 'node:crypto'
import type { Value } from '#kernel/field.ts'
import { processPassword } from '#tests/support/server-process.ts'

export type Row = Record<string, Value>

/** How a save ended, as the client sees it; `silence` is when no answer came. */
export interface Outcome {
  readonly status: number | 'silence'
  readonly text: string
  readonly rows: readonly Row[]
  readonly ms: number
}

const savePath = '/api/wms/comm/wmsCommon/saveProcedure'

function saveBody(PROCEDURE: string, rows: readonly Row[]) {
  return { PROCEDURE, ROWS: rows.map((row, index) => ({ NO: index + 1, ...row })) }
}

/** Somebody at one of several servers of one site, over real HTTP. */
export class Client {
  readonly #urls: readonly string[]
  readonly #cookie: string
  #turn = 0

  constructor(urls: readonly string[], cookie: string) {
    this.#urls = urls
    this.#cookie = cookie
  }

  static async login(urls: readonly string[]): Promise<Client> {
    const body = JSON.stringify({ p: `admin|W01|${processPassword}`, c: processPassword })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${urls[0]}/api/login`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`login: ${await answer.text()}`)
    return new Client(urls, answer.headers.get('set-cookie')?.split(';')[0] ?? '')
  }

  #headers(key: string): Record<string, string> {
    return {
      'content-type': 'application/json',
      cookie: this.#cookie,
      wcode: 'W01',
      'idempotency-key': key,
    }
  }

  async #post(path: string, body: object, key: string, abortMs?: number): Promise<Outcome> {
    this.#turn += 1
    const started = performance.now()
    const headers = this.#headers(key)
    try {
      const answer = await fetch(`${this.#urls[this.#turn % this.#urls.length]}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        ...(abortMs === undefined ? {} : { signal: AbortSignal.timeout(abortMs) }),
      })
      const text = await answer.text()
      const rows = answer.ok
        ? (JSON.parse(text) as { data: { rows?: Row[] } }).data.rows
        : undefined
      return { status: answer.status, text, rows: rows ?? [], ms: performance.now() - started }
    } catch (error) {
      return { status: 'silence', text: String(error), rows: [], ms: performance.now() - started }
    }
  }

  /** Sends a save once; `abortMs` hangs up before the answer may have come. */
  save(procedure: string, rows: readonly Row[], key: string = randomUUID(), abortMs?: number) {
    return this.#post(savePath, saveBody(procedure, rows), key, abortMs)
  }

  /** A save as it goes over the wire, for those who send it by hand. */
  request(procedure: string, rows: readonly Row[], key: string) {
    const body = JSON.stringify(saveBody(procedure, rows))
    return { path: savePath, headers: this.#headers(key), body }
  }

  /** Asks a question; its rows. */
  async query(name: string, search: Row = {}): Promise<readonly Row[]> {
    const outcome = await this.#post(`/api/wms/${name}`, { SEARCH: search }, randomUUID())
    if (outcome.status !== 200) throw new Error(`${name}: ${outcome.text.slice(0, 400)}`)
    return (JSON.parse(outcome.text) as { data: Row[] }).data
  }

  /** A save that must succeed. */
  async saved(procedure: string, rows: readonly Row[]): Promise<readonly Row[]> {
    const outcome = await this.save(procedure, rows)
    if (outcome.status !== 200) throw new Error(`${procedure}: ${outcome.text.slice(0, 400)}`)
    return outcome.rows
  }
}

/** Runs `work` over the items with so many at once. */
export async function inParallel<T>(
  items: readonly T[],
  workers: number,
  work: (item: T, worker: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const one = async (worker: number): Promise<void> => {
    for (;;) {
      const item = items[next]
      next += 1
      if (item === undefined) return
      await work(item, worker)
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => one(worker)))
}

/** The given share of sorted times, in milliseconds. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
