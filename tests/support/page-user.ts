import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { SaveResponse, TestUser } from './app.ts'

/** Wraps the user who is logged in on a page, to create stock and orders through that session. */
export function createPageUser(page: Page, wcode: string): TestUser {
  const call: TestUser['call'] = async (path, payload = {}, extra = {}) => {
    const headers = { 'content-type': 'application/json', wcode, ...extra }
    const answer = await page.evaluate(
      async ([url, body, sent]) => {
        const response = await fetch(url, { method: 'POST', headers: sent, body })
        const text = await response.text()
        return { status: response.status, headers: Object.fromEntries(response.headers), text }
      },
      [path, JSON.stringify(payload), headers] as const,
    )
    const body: SaveResponse['body'] = JSON.parse(answer.text)
    return { ...answer, bytes: Buffer.from(answer.text), body }
  }
  const path = '/api/wms/comm/wmsCommon/saveProcedure'
  const numberRows = (rows: Parameters<TestUser['save']>[1]) =>
    rows.map((row, index) => ({ NO: index + 1, ...row }))
  return {
    call,
    query: async (name, search = {}) => {
      const response = await call(`/api/wms/${name}`, { SEARCH: search })
      if (response.status !== 200) throw new Error(`${name}: ${JSON.stringify(response.body)}`)
      return response.body.data
    },
    save: (PROCEDURE, rows, key = randomUUID()) =>
      call(path, { PROCEDURE, ROWS: numberRows(rows) }, { 'idempotency-key': key }),
    check: (PROCEDURE, rows) => call(path, { PROCEDURE, ROWS: numberRows(rows), DRY_RUN: 'Y' }),
  }
}
