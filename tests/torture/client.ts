import { randomUUID } from 'node:crypto'
import type { Value } from '#kernel/field.ts'
import { processPassword } from '#tests/support/server-process.ts'

export type Row = Record<string, Value>

/** Outcome of a save as the client sees it. `silence` means that no response arrived. */
export interface Outcome {
  readonly status: number | 'silence'
  /** Code of an error response. */
  readonly code: string
  /** Whether a server of the site sent the response, rather than a load balancer. */
  readonly isOurs: boolean
  readonly text: string
  readonly rows: readonly Row[]
  readonly ms: number
}

const savePath = '/api/wms/comm/wmsCommon/saveProcedure'

/** Rows of a save or of a list. */
function getRows(text: string): readonly Row[] | undefined {
  const { data } = JSON.parse(text) as { data: { rows?: Row[] } | Row[] }
  return Array.isArray(data) ? data : data.rows
}

function saveBody(PROCEDURE: string, rows: readonly Row[]) {
  return { PROCEDURE, ROWS: rows.map((row, index) => ({ NO: index + 1, ...row })) }
}

/** A user connected to one of several servers of a site, over real HTTP. */
export class Client {
  readonly #urls: readonly string[]
  readonly #cookie: string
  #turn = 0

  constructor(urls: readonly string[], cookie: string) {
    this.#urls = urls
    this.#cookie = cookie
  }

  static async login(urls: readonly string[], user = 'admin'): Promise<Client> {
    const body = JSON.stringify({ p: `${user}|W01|${processPassword}`, c: processPassword })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${urls[0]}/api/login`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`login: ${await response.text()}`)
    return new Client(urls, response.headers.get('set-cookie')?.split(';')[0] ?? '')
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
      const response = await fetch(`${this.#urls[this.#turn % this.#urls.length]}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        ...(abortMs === undefined ? {} : { signal: AbortSignal.timeout(abortMs) }),
      })
      const text = await response.text()
      const rows = response.ok ? getRows(text) : undefined
      const shown = {
        status: response.status,
        code: response.headers.get('x-error-code') ?? '',
        isOurs: response.headers.has('x-trace-id'),
      }
      return { ...shown, text, rows: rows ?? [], ms: performance.now() - started }
    } catch (error) {
      const ms = performance.now() - started
      return { status: 'silence', code: '', isOurs: false, text: String(error), rows: [], ms }
    }
  }

  save(procedure: string, rows: readonly Row[], key: string = randomUUID(), abortMs?: number) {
    return this.#post(savePath, saveBody(procedure, rows), key, abortMs)
  }

  request(procedure: string, rows: readonly Row[], key: string) {
    const body = JSON.stringify(saveBody(procedure, rows))
    return { path: savePath, headers: this.#headers(key), body }
  }

  search(name: string, search: Row = {}): Promise<Outcome> {
    return this.#post(`/api/wms/${name}`, { SEARCH: search }, randomUUID())
  }

  async query(name: string, search: Row = {}): Promise<readonly Row[]> {
    const outcome = await this.search(name, search)
    if (outcome.status !== 200) throw new Error(`${name}: ${outcome.text.slice(0, 400)}`)
    return (JSON.parse(outcome.text) as { data: Row[] }).data
  }

  async saved(procedure: string, rows: readonly Row[]): Promise<readonly Row[]> {
    const outcome = await this.save(procedure, rows)
    if (outcome.status !== 200) throw new Error(`${procedure}: ${outcome.text.slice(0, 400)}`)
    return outcome.rows
  }
}

export async function runInParallel<T>(
  items: readonly T[],
  workers: number,
  work: (item: T, worker: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const runWorker = async (worker: number): Promise<void> => {
    for (;;) {
      const item = items[next]
      next += 1
      if (item === undefined) return
      await work(item, worker)
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, worker) => runWorker(worker)))
}

/** Percentile of sorted times, in milliseconds. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
