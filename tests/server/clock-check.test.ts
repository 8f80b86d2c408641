import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ClockCheck } from '#server/site/clock-check.ts'
import { ServerWarnings } from '#server/site/server-warnings.ts'
import { testSite, type TestSite } from '#tests/support/app.ts'

let site: TestSite

beforeAll(async () => {
  site = await testSite()
})
afterAll(() => site.close())
afterEach(() => vi.useRealTimers())

test.each([
  ['an hour ahead', 3_600_000, /3600 s ahead/],
  ['six seconds behind', -6_000, /6 s behind/],
  ['two seconds ahead', 2_000, undefined],
])(
  'a clock %s of the database is recorded only if they differ by more than five seconds',
  async (_, aheadMs, text) => {
    await site.db.execute(sql`delete from error_log`)
    const lines: string[] = []
    const warnings = new ServerWarnings(site.db)
    const clock = new ClockCheck(site.db, warnings, (line) => lines.push(line))
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + aheadMs)
    await clock.check()
    await clock.check()
    await warnings.write()
    await clock.stop()
    const logged = await site.db.query<{ detail: string }>(sql`
    select detail from error_log where path = 'server' and error_code = 'CLOCK'`)
    expect(logged.map(({ detail }) => detail)).toEqual(text ? [expect.stringMatching(text)] : [])
    expect(lines).toEqual(logged.map(({ detail }) => detail))
  },
)
