// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { MAX_HISTORY, ScanHistory } from '#ui/scanner/scan-history.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { ScanRouter } from '#ui/scanner/scan-router.ts'

test('every scan is recorded with its meaning, user, receiver and latency', async () => {
  const history = new ScanHistory({
    now: () => new Date('2026-11-20T10:00:00'),
    who: () => 'picker',
  })
  let now = 0
  const router = new ScanRouter({ read: (code) => interpretScan(code), now: () => now })
  router.listen(history.record)
  router.addStation({
    name: 'page',
    async take({ format }) {
      now += 250
      return format === 'text' ? undefined : { ok: true, takenBy: 'ShippedCheck' }
    },
  })
  router.receive('8801234567893')
  router.receive('NOBODY')
  await router.queue.idle()
  expect(history.records()).toMatchObject([
    {
      id: 1,
      who: 'picker',
      code: '8801234567893',
      format: 'ean-13',
      takenBy: 'ShippedCheck',
      ok: true,
      latencyMs: 250,
    },
    { id: 2, code: 'NOBODY', format: 'text', takenBy: undefined, ok: false, latencyMs: 500 },
  ])
})

test('the history stores only the last thousand scans, including those rejected unread', () => {
  const history = new ScanHistory()
  for (let count = 0; count < MAX_HISTORY + 5; count += 1) {
    history.recordUnread({ ko: 'unreadable', en: 'unreadable' })
  }
  expect(history.records()).toHaveLength(MAX_HISTORY)
  expect(history.records().at(0)?.id).toBe(6)
  expect(history.records().at(-1)).toMatchObject({ code: '', format: '', ok: false })
  history.clear()
  expect(history.records()).toEqual([])
})

test('clearing the history, as at logout, also removes it from the session storage', () => {
  const before = new ScanHistory()
  const stop = before.persistIn(sessionStorage)
  before.recordUnread({ ko: 'unreadable', en: 'unreadable' })
  window.dispatchEvent(new Event('pagehide'))
  stop()
  expect(sessionStorage.length).toBe(1)
  before.clear()
  expect(sessionStorage.length).toBe(0)
})

test('the scan history of a window survives a reload', () => {
  const before = new ScanHistory({
    now: () => new Date('2026-11-20T10:00:00'),
    who: () => 'picker',
  })
  const stop = before.persistIn(sessionStorage)
  before.recordUnread({ ko: 'unreadable', en: 'unreadable' })
  window.dispatchEvent(new Event('pagehide'))
  stop()
  const after = new ScanHistory()
  after.persistIn(sessionStorage)
  expect(after.records()).toEqual(before.records())
  after.recordUnread({ ko: 'unreadable', en: 'unreadable' })
  expect(after.records().map(({ id }) => id)).toEqual([1, 2])
})
