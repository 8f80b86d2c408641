import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#server/base/app-error.ts'
import { renderPdf } from '#server/print/pdf.ts'
import type { PrintDocument } from '#server/print/print-document.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'
import { columnTitles } from '#tests/support/labels.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())

const column = { title: columnTitles.STOCK_NM, width: 40, align: 'left' } as const

function tableDocument(rows: number, columns = 10): PrintDocument {
  const row = Array.from({ length: columns }, (_, index) => `Almond ${index}`)
  return {
    title: 'Stock',
    paper: 'A4',
    orientation: 'landscape',
    copies: 1,
    fileName: 'Stock',
    pages: [
      {
        heading: [],
        columns: Array.from({ length: columns }, () => column),
        rows: Array.from({ length: rows }, () => row),
      },
    ],
  }
}

const getCode = (error: unknown) => (error instanceof AppError ? error.code : String(error))

describe('print jobs', () => {
  test('jobs of one user queue behind each other without delaying another user', async () => {
    const created: string[] = []
    const print = async (who: string, name: string, rows: number) => {
      await renderPdf(tableDocument(rows), { who })
      created.push(name)
    }
    // Starts two workers and loads their fonts first, because the test measures queueing, not
    // startup.
    await Promise.all(['a', 'b'].map((who) => renderPdf(tableDocument(1), { who })))
    const large = ['a-1', 'a-2', 'a-3'].map((name) => print('a', name, 400))
    const small = print('b', 'b-1', 1)
    await Promise.all([...large, small])
    expect(created.filter((name) => name !== 'b-1')).toEqual(['a-1', 'a-2', 'a-3'])
    expect(created.indexOf('b-1')).toBeLessThan(2)
  })

  test('jobs beyond the queue limit are rejected, but only for the heaviest user', async () => {
    const request = Array.from({ length: 20 }, () => renderPdf(tableDocument(5), { who: 'a' }))
    const other = renderPdf(tableDocument(1), { who: 'b' })
    const outcomes = await Promise.allSettled(request)
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused.map((result) => 'reason' in result && getCode(result.reason))).toEqual(
      Array.from({ length: refused.length }, () => 'PRINT_BUSY'),
    )
    expect(refused.length).toBeGreaterThanOrEqual(3)
    expect(refused.length).toBeLessThan(6)
    expect((await other).length).toBeGreaterThan(0)
  })

  test.each([
    ['as soon as it is submitted', () => Promise.resolve()],
    ['while it is made', () => new Promise<void>((resolve) => setImmediate(resolve))],
  ])('aborting cancels a job %s and the job queued after it', async (_, then) => {
    const gone = new AbortController()
    const asker = { who: 'a', signal: gone.signal }
    const given = Promise.allSettled([
      renderPdf(tableDocument(3000), asker),
      renderPdf(tableDocument(3000), asker),
    ])
    const next = renderPdf(tableDocument(1), { who: 'a' })
    await then()
    gone.abort()
    const outcomes = await given
    expect(outcomes.map((outcome) => 'reason' in outcome && String(outcome.reason))).toEqual([
      'AbortError: This operation was aborted',
      'AbortError: This operation was aborted',
    ])
    expect((await next).length).toBeGreaterThan(0)
  })

  test('a job that is too large is rejected, counting its copies', async () => {
    const error = await renderPdf({ ...tableDocument(3000), copies: 7 }).catch(getCode)
    expect(error).toBe('PRINT_TOO_LARGE')
  })
})

describe('a printed grid', () => {
  const gridRequest = (rows: number, columns: number, MENU_ID = 'InventoryByLot') => ({
    MENU_ID,
    TITLE: 'Stock',
    COLUMNS: Array.from({ length: columns }, () => column),
    ROWS: Array.from({ length: rows }, () => Array.from({ length: columns }, () => 'x')),
  })
  const print = async (userId: string, body: object) => {
    const user = await site.login(userId)
    return user.call('/api/file/printGrid', body)
  }
  const statusAndCode = ({
    status,
    headers,
  }: {
    status: number
    headers: Record<string, unknown>
  }) => [status, headers['x-error-code']]

  test('requires print or export permission on its screen', async () => {
    expect(statusAndCode(await print('customer', gridRequest(1, 1)))).toEqual([403, 'FORBIDDEN'])
    expect(statusAndCode(await print('customer', gridRequest(1, 1, '')))).toEqual([
      403,
      'FORBIDDEN',
    ])
    for (const action of ['print', 'export']) {
      await site.db.script(`update role_menu set actions = '{search,${action}}'
        where role_cd = 'CUSTOMER' and menu_id = 'InventoryByLot'`)
      expect((await print('customer', gridRequest(1, 1))).status).toBe(200)
      expect(statusAndCode(await print('customer', gridRequest(1, 1, 'Owner')))).toEqual([
        403,
        'FORBIDDEN',
      ])
    }
  })

  test('a printed grid can have at most 3,000 rows and 40,000 cells, and the message states the limit', async () => {
    const wide = await print('admin', gridRequest(1500, 60))
    expect(statusAndCode(wide)).toEqual([422, 'PRINT_TOO_LARGE'])
    expect(wide.body.message).toContain('40,000칸까지 인쇄할 수 있습니다(현재 1,500행 × 60열)')
    expect(statusAndCode(await print('admin', gridRequest(3001, 1)))).toEqual([
      422,
      'PRINT_TOO_LARGE',
    ])
    expect((await print('admin', gridRequest(100, 10))).status).toBe(200)
  })
})
