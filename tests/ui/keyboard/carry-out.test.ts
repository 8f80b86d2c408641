// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { partnerCommands } from '#commands/partner.ts'
import type { CommandContext, PageHandle, ShellHandle } from '#kernel/command.ts'
import { registerPage } from '#ui/tabs/page-registry.ts'
import { carryOut } from '#ui/keys/dispatch/run-command.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { beginRecording, endRecording, recording } from '#ui/keys/recording.ts'
import { connectShell } from '#ui/shell/shell-handle.ts'
import { dismissNotes, notify } from '#ui/windows/notify.tsx'

connectShell()

vi.stubGlobal('CSS', { escape: (text: string) => text })

/** Registers an active page whose search and save return `done`. */
function pageThat(done: boolean): () => void {
  return registerPage(activeTab().key, {
    handle: { search: async () => done, focus: () => false, rows: () => [] },
    offers: () => ({ 'page.search': async () => done, 'page.save': async () => done }),
    context: () => ({}),
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
  '%s returns false when the page rejects it',
  async (id) => {
    const leave = pageThat(false)
    expect(await carryOut(id)).toBe(false)
    leave()
    const leaveOther = pageThat(true)
    expect(await carryOut(id)).toBe(true)
    leaveOther()
  },
)

test.each([
  'partner.convert',
  'partner.cancel',
  'partner.make-results',
  'partner.hand-over',
] as const)('%s returns false when its request is rejected', async (id) => {
  const message = { KIND_CD: 'RECEIPT', MESSAGE_ID: 1 }
  const page: Partial<PageHandle> = { rows: () => [message], search: async () => true }
  const context = (done: boolean): CommandContext => {
    const shell: Partial<ShellHandle> = { openWindow: async () => done, loaded: (code) => code }
    const ask = async (): Promise<boolean> => done
    return { page: page as PageHandle, row: message, ask, shell: shell as ShellHandle }
  }
  expect(await partnerCommands[id].run?.(context(false))).toBe(false)
  expect(await partnerCommands[id].run?.(context(true))).toBe(true)
})

test('a recording contains only the commands run after it starts', async () => {
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

test('an unusable-key notice disappears when another command succeeds, other notices remain', async () => {
  const leave = pageThat(true)
  dismissNotes()
  expect(await carryOut('page.go-back')).toBe(false)
  expect(dismissNotes()).toBe(true)
  await carryOut('page.go-back')
  expect(await carryOut('page.save')).toBe(true)
  expect(dismissNotes()).toBe(false)
  notify('info', 'news')
  await carryOut('page.save')
  expect(dismissNotes()).toBe(true)
  leave()
})
