import type { BrowserContext } from 'playwright-core'
import type { WireRow } from '#kernel/field.ts'
import { processPassword } from '#tests/support/server-process.ts'

const SAVE = '/api/wms/comm/wmsCommon/saveProcedure'

/** Another user at another machine, who calls the server directly. */
export class SecondDesk {
  readonly #url: string
  readonly #cookie: string

  private constructor(url: string, cookie: string) {
    this.#url = url
    this.#cookie = cookie
  }

  static async open(url: string, userId: string): Promise<SecondDesk> {
    const body = { p: `${userId}|W01|`, c: processPassword, lang: 'ko' }
    const response = await post(url, '/api/login', body, '')
    return new SecondDesk(url, response.headers.getSetCookie()[0]?.split(';')[0] ?? '')
  }

  async rows(query: string, search: WireRow): Promise<WireRow[]> {
    const response = await this.#call(`/api/wms/${query}`, { SEARCH: search })
    return ((await response.json()) as { data: WireRow[] }).data
  }

  async save(procedure: string, rows: readonly WireRow[]): Promise<void> {
    const body = {
      PROCEDURE: procedure,
      ROWS: rows.map((row, index) => ({ NO: index + 1, ...row })),
    }
    const response = await this.#call(SAVE, body)
    if (!response.ok) throw new Error(await response.text())
  }

  #call(path: string, body: object): Promise<Response> {
    return post(this.#url, path, body, this.#cookie)
  }
}

/**
 * Ends the session of a browser on the server only, as the 12-hour expiry does. The page is not
 * notified.
 */
export async function endSession(url: string, context: BrowserContext): Promise<void> {
  const [cookie] = await context.cookies(url)
  const response = await post(url, '/api/logout', {}, `${cookie?.name}=${cookie?.value}`)
  if (!response.ok) throw new Error(await response.text())
}

function post(url: string, path: string, body: object, cookie: string): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
      'X-Lang': 'ko',
      Wcode: 'W01',
      cookie,
    },
    body: JSON.stringify(body),
  })
}
