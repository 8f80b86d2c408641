import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { TestSite } from './app.ts'

interface StoredEventRow extends Record<string, unknown> {
  event_no: number
}

export async function lastEvent({ db }: Pick<TestSite, 'db'>): Promise<number> {
  const [row] = await db.query<{ no: number }>(
    sql`select coalesce(max(event_no), 0) no from security_event`,
  )
  return row?.no ?? 0
}

/**
 * Waits until this many events have been written since then, because some are written after the
 * response.
 */
export async function eventsSince(
  { db }: Pick<TestSite, 'db'>,
  no: number,
  count: number,
): Promise<StoredEventRow[]> {
  for (;;) {
    const rows = await db.query<StoredEventRow>(sql`
      select * from security_event where event_no > ${no} order by event_no`)
    if (rows.length >= count) return rows
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export async function getEvents(
  site: Pick<TestSite, 'db'>,
  act: () => Promise<unknown>,
  count = 1,
): Promise<StoredEventRow[]> {
  const before = await lastEvent(site)
  await act()
  const rows = await eventsSince(site, before, count)
  expect(rows).toHaveLength(count)
  return rows
}

export function tryLogin(
  { app }: Pick<TestSite, 'app'>,
  userId: string,
  password: string,
  headers: Record<string, string> = {},
) {
  const payload = { p: `${userId}|W01|`, c: password, lang: 'ko' }
  return app.inject({ method: 'POST', url: '/api/login', payload, headers })
}
