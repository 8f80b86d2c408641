import { randomUUID } from 'node:crypto'
import type { Value } from '#kernel/field.ts'
import { processPassword } from '#tests/support/server-process.ts'

type Rows = readonly Record<string, Value>[]

export class TimedUser {
  readonly #url: string
  readonly cookie: string

  private constructor(url: string, cookie: string) {
    this.#url = url
    this.cookie = cookie
  }

  static async login(
    url: string,
    password = processPassword,
    userId = 'admin',
  ): Promise<TimedUser> {
    const body = JSON.stringify({ p: `${userId}|W01|${password}`, c: password })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/login`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`login: ${await response.text()}`)
    return new TimedUser(url, response.headers.get('set-cookie')?.split(';')[0] ?? '')
  }

  async #post(path: string, body: object, headers: Record<string, string> = {}) {
    const started = performance.now()
    const response = await fetch(this.#url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: this.cookie,
        wcode: 'W01',
        ...headers,
      },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, text, ms: performance.now() - started }
  }

  async query(name: string, search: Record<string, Value> = {}) {
    const { status, text, ms } = await this.#post(`/api/wms/${name}`, { SEARCH: search })
    if (status !== 200) throw new Error(`${name}: ${text}`)
    const { data } = JSON.parse(text) as { data: Record<string, Value>[] }
    return { rows: data, ms }
  }

  async home() {
    const { status, text, ms } = await this.#post('/api/home', {})
    if (status !== 200) throw new Error(`Home: ${text}`)
    return { ms }
  }

  async page(name: string, SEARCH: Record<string, Value>, WINDOW: { FIRST: number; ROWS: number }) {
    const { status, text, ms } = await this.#post(`/api/wms/${name}`, { SEARCH, WINDOW })
    if (status !== 200) throw new Error(`${name}: ${text}`)
    return { rows: (JSON.parse(text) as { data: Record<string, Value>[] }).data, ms }
  }

  /** Columnar response of a query, returned while it is still streaming. */
  async arrow(name: string, search: Record<string, Value> = {}): Promise<Response> {
    const response = await fetch(`${this.#url}/api/wms/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/vnd.apache.arrow.stream',
        cookie: this.cookie,
        wcode: 'W01',
      },
      body: JSON.stringify({ SEARCH: search }),
    })
    if (response.status !== 200) throw new Error(`${name}: ${await response.text()}`)
    return response
  }

  async save(PROCEDURE: string, rows: Rows, expected = 200, isDryRun = false) {
    const ROWS = rows.map((row, index) => ({ NO: index + 1, ...row }))
    const path = '/api/wms/comm/wmsCommon/saveProcedure'
    const body = isDryRun ? { PROCEDURE, ROWS, DRY_RUN: 'Y' } : { PROCEDURE, ROWS }
    const { status, text, ms } = await this.#post(path, body, { 'idempotency-key': randomUUID() })
    if (status !== expected) throw new Error(`${PROCEDURE}: ${status} ${text.slice(0, 500)}`)
    return { answer: JSON.parse(text) as { data: { rows: Record<string, Value>[] } }, ms }
  }
}
