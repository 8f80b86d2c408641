// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { receiveScan, scanRouter, startScanner, startScans } from '#ui/scanner/scanner.ts'
import { registerPage } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'

const drafts = vi.hoisted(() => ({ isRestoring: vi.fn<(tabKey: string) => boolean>() }))
vi.mock('#ui/remote/drafts.ts', () => drafts)
vi.mock('#ui/remote/session.ts', () => ({
  currentSession: () => ({ phase: 'in', user: { userId: 'kim' }, wcode: 'W01' }),
}))

test('scans after a reload wait for the restored page and are all delivered to it', async () => {
  const looksBeforeRestored = 3
  let looks = 0
  drafts.isRestoring.mockImplementation(() => (looks += 1) <= looksBeforeRestored)
  startScans()
  const taken: [code: string, isRestored: boolean][] = []
  const leave = registerPage(activeTab().key, {
    handle: { search: async () => true, focus: () => true, rows: () => [] },
    offers: () => ({}),
    context: () => ({}),
    status: () => ({}),
    currentRow: () => undefined,
    currentTable: () => undefined,
    isDirty: () => false,
    owners: () => [],
    async accept({ code }) {
      taken.push([code, looks > looksBeforeRestored])
      return { ok: true }
    },
  })
  const stop = startScanner()
  receiveScan('PLT001')
  receiveScan('PLT002')
  expect(scanRouter.waitingCodes()).toEqual(['PLT001', 'PLT002'])
  await vi.waitFor(() => expect(taken).toHaveLength(2))
  expect(taken).toEqual([
    ['PLT001', true],
    ['PLT002', true],
  ])
  expect(drafts.isRestoring).toHaveBeenCalledWith(activeTab().key)
  stop()
  leave()
})
