import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { Value } from '#kernel/field.ts'

type Row = Record<string, Value>

export interface WireAnswer {
  readonly status: number
  readonly body: { readonly message?: string; readonly data: Row[] & { rows: Row[] } }
}

export class WireUser {
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 2 })
  readonly #url: URL
  #cookie = ''

  private constructor(url: string) {
    this.#url = new URL(url)
  }

  static async login(url: string, userId: string, password: string): Promise<WireUser> {
    const user = new WireUser(url)
    const given = { p: `${userId}|W01|${password}`, c: password, lang: 'ko' }
    const { status, headers } = await user.#post('/api/login', given)
    if (status !== 200) throw new Error(`login: ${status}`)
    user.#cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    return user
  }

  #post(path: string, given: object, key: string = randomUUID()) {
    const body = Buffer.from(JSON.stringify(given))
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      'idempotency-key': key,
      cookie: this.#cookie,
      wcode: 'W01',
    }
    const { hostname, port } = this.#url
    const options = { hostname, port, path, method: 'POST', headers, agent: this.#agent }
    return new Promise<WireAnswer & { headers: http.IncomingHttpHeaders }>((resolve, reject) => {
      const request = http.request(options, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(parts).toString()
          const { statusCode: status = 0, headers: said } = response
          resolve({ status, headers: said, body: JSON.parse(text) })
        })
      })
      request.on('error', reject)
      request.end(body)
    })
  }

  save(PROCEDURE: string, rows: readonly Row[], key: string): Promise<WireAnswer> {
    const ROWS = rows.map((row, index) => ({ NO: index + 1, ...row }))
    return this.#post('/api/wms/comm/wmsCommon/saveProcedure', { PROCEDURE, ROWS }, key)
  }

  async query(name: string, SEARCH: Row): Promise<readonly Row[]> {
    const { status, body } = await this.#post(`/api/wms/${name}`, { SEARCH })
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
    return body.data
  }

  close(): void {
    this.#agent.destroy()
  }
}
