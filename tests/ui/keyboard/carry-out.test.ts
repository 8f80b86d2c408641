// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import type { PageHandle } from '#kernel/command.ts'
import { registerPage } from '#ui/app/page-registry.ts'
import { carryOut } from '#ui/app/run-command.ts'
import { activeTab } from '#ui/app/tabs.ts'
import { beginRecording, endRecording, recording } from '#ui/keyboard/recording.ts'

vi.stubGlobal('CSS', { escape: (text: string) => text })

/** A page in front whose search and save end as told. */
function pageThat(done: boolean): () => void {
  const handle = { search: async () => done, save: async () => done } as Partial<PageHandle>
  return registerPage(activeTab().key, {
    handle: handle as PageHandle,
    context: () => ({ 'can.search': true, 'can.save': true }),
    status: () => ({}),
    currentRow: () => undefined,
    currentTable: () => undefined,
    isDirty: () => false,
  })
}

beforeEach(() => {
  endRecording()
})

test.each(['page.search', 'page.save'] as const)(
  '%s that the page refuses has failed: a macro ends there',
  async (id) => {
    const leave = pageThat(false)
    expect(await carryOut(id)).toBe(false)
    leave()
    const leaveOther = pageThat(true)
    expect(await carryOut(id)).toBe(true)
    leaveOther()
  },
)

test('a recording has everything from the very next command on, and nothing before', async () => {
  const leave = pageThat(true)
  await carryOut('page.save')
  beginRecording()
  expect(recording()).toBe(true)
  await carryOut('page.search')
  await carryOut('page.save')
  const logged = endRecording()
  expect(logged.map((each) => each.kind === 'command' && each.id)).toEqual([
    'page.search',
    'page.save',
  ])
  expect(endRecording()).toEqual([])
  leave()
})
