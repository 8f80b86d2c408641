// @vitest-environment jsdom
import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { commands, type CommandId } from '#commands/index.ts'
import { partnerCommands } from '#commands/partner.ts'
import type { CommandContext, PageHandle, ShellHandle } from '#kernel/command.ts'
import { registerPage } from '#ui/tabs/page-registry.ts'
import { label } from '#kernel/label.ts'
import { shellHandle } from '#ui/keys/dispatch/shell-reference.ts'
import { reverseCharge } from '#areas/billing/operations/charges.ts'
import { draftFreightInvoices } from '#areas/billing/operations/freight-invoices.ts'
import { planRelease } from '#areas/bonded/operations/release.ts'
import { executeCommand, resolveCommand, runProcedure } from '#ui/keys/dispatch/run-command.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { beginRecording, endRecording, isRecording } from '#ui/keys/recording.ts'
import { connectShell } from '#ui/shell/shell-handle.ts'
import { dismissNotes, notify } from '#ui/windows/notify.tsx'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { mockServer, SAVE } from '#tests/ui/pages/page-support.ts'

connectShell()

/** Registers an active page whose search and save return `isDone`. */
function registerTestPage(isDone: boolean): () => void {
  return registerPage(activeTab().key, {
    handle: { search: async () => isDone, focus: () => false, rows: () => [] },
    offers: () => ({ 'page.search': async () => isDone, 'page.save': async () => isDone }),
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
  '%s returns false when the page rejects the command',
  async (id) => {
    const leave = registerTestPage(false)
    expect(await executeCommand(id)).toBe(false)
    leave()
    const leaveOther = registerTestPage(true)
    expect(await executeCommand(id)).toBe(true)
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
  const contextWith = (isDone: boolean): CommandContext => {
    const shell: Partial<ShellHandle> = {
      openWindow: async () => isDone,
      awaitCode: (code) => code,
    }
    const runProcedure = async (): Promise<boolean> => isDone
    return {
      page: page as PageHandle,
      row: message,
      runProcedure: runProcedure,
      shell: shell as ShellHandle,
    }
  }
  expect(await partnerCommands[id].run?.(contextWith(false))).toBe(false)
  expect(await partnerCommands[id].run?.(contextWith(true))).toBe(true)
})

test('a recording contains only the commands run after it starts', async () => {
  const leave = registerTestPage(true)
  await executeCommand('page.save')
  beginRecording()
  expect(isRecording()).toBe(true)
  await executeCommand('page.search')
  await executeCommand('page.save')
  const logged = endRecording()
  expect(logged.map((entry) => entry.kind === 'command' && entry.id)).toEqual([
    'page.search',
    'page.save',
  ])
  expect(endRecording()).toEqual([])
  leave()
})

test('a notice about an unusable key disappears when another command succeeds, and others remain', async () => {
  const leave = registerTestPage(true)
  dismissNotes()
  expect(await executeCommand('page.go-back')).toBe(false)
  expect(dismissNotes()).toBe(true)
  await executeCommand('page.go-back')
  expect(await executeCommand('page.save')).toBe(true)
  expect(dismissNotes()).toBe(false)
  notify('info', 'news')
  await executeCommand('page.save')
  expect(dismissNotes()).toBe(true)
  leave()
})

/** A page that offers every command, with an open editor. Returns what happened, in order. */
function registerPageWithEditor(isAccepted: boolean) {
  const seen: string[] = []
  const ids = Object.keys(commands) as CommandId[]
  const met = 'editable grid hasRows hasLines grouped filtered can.save can.print form imported'
  const leave = registerPage(activeTab().key, {
    handle: {
      search: async () => true,
      focus: () => false,
      rows: () => [],
    },
    commitEditor: () => (seen.push('commit'), isAccepted),
    offers: () => Object.fromEntries(ids.map((id) => [id, () => void seen.push(id)])),
    context: () => ({
      ...Object.fromEntries(met.split(' ').map((name) => [name, true])),
      screen: 'BondedShipment',
    }),
    status: () => ({}),
    currentRow: () => undefined,
    currentTable: () => undefined,
    isDirty: () => false,
  })
  return { seen, leave }
}

const offeredByPages = (Object.keys(commands) as CommandId[]).filter(
  (id) => resolveCommand(id).run === undefined && resolveCommand(id).keepsEditor !== true,
)

test('every command of a page commits the open editor before it acts', async () => {
  const { seen, leave } = registerPageWithEditor(true)
  const ran: string[] = []
  for (const id of offeredByPages) {
    seen.length = 0
    if (await executeCommand(id)) {
      ran.push(id)
      expect([id, seen]).toEqual([id, ['commit', id]])
    }
  }
  expect(ran).toEqual(expect.arrayContaining(['page.export', 'grid.next-exception', 'grid.undo']))
  leave()
})

test('no command of a page acts on a rejected editor', async () => {
  const { seen, leave } = registerPageWithEditor(false)
  for (const id of offeredByPages) await executeCommand(id)
  expect(seen.filter((event) => event !== 'commit')).toEqual([])
  leave()
})

test('a command that affects the page itself commits the open editor as well', async () => {
  const { seen, leave } = registerPageWithEditor(true)
  const run = vi.spyOn(commands['grid.go-to-row'], 'run')
  run.mockImplementation(async () => void seen.push('run'))
  await executeCommand('grid.go-to-row')
  expect(seen).toEqual(['commit', 'run'])
  leave()
  const rejected = registerPageWithEditor(false)
  expect(await executeCommand('grid.go-to-row')).toBe(false)
  expect([run.mock.calls.length, rejected.seen]).toEqual([1, ['commit']])
  rejected.leave()
  run.mockRestore()
})

test.each(['page.search', 'page.value-help', 'app.palette'] as const)(
  '%s leaves the editor open',
  async (id) => {
    const { seen, leave } = registerPageWithEditor(false)
    await executeCommand(id)
    expect(seen).not.toContain('commit')
    leave()
  },
)

test('a preview is shown until it is closed', async () => {
  mockServer({ [SAVE]: () => ({ body: { message: 'plan', data: { rows: [] } } }) })
  const leave = registerTestPage(true)
  const row = Object.fromEntries(Object.keys(planRelease.input).map((name) => [name, '1']))
  const running = runProcedure(planRelease, [row])
  await vi.waitFor(() => expect(topPopup()?.kind).toBe('message'))
  topPopup()?.dismiss()
  expect(await running).toBe(true)
  leave()
  vi.unstubAllGlobals()
})

/** The message that is open, as its reader sees it. */
async function openMessage(): Promise<string> {
  await vi.waitFor(() => expect(topPopup()?.kind).toBe('message'))
  const { content, dismiss } = topPopup()!
  const text = renderToStaticMarkup(createElement(Fragment, null, content))
  dismiss()
  return text.replaceAll(/<[^>]+>/g, ' ')
}

const correction = 'Correct the marked rows and save again.'

function rejectRows(rows: readonly number[]): void {
  mockServer({
    [SAVE]: () => ({
      status: 422,
      body: {
        message: correction,
        rows: rows.map((ROW) => ({ ROW, POSTATUS: -1, POERROR: 'nothing to bill' })),
      },
    }),
  })
}

test('a rejected row command shows its reasons and names the rows', async () => {
  const leave = registerTestPage(true)
  const rows = ['BK-1', 'BK-2'].map((BOOKING_ID) => ({ BOOKING_ID }))
  rejectRows([1])
  const single = runProcedure(draftFreightInvoices, rows.slice(0, 1))
  const text = await openMessage()
  expect(text).toContain('nothing to bill')
  expect(text).not.toMatch(/Correct|1:/)
  expect(await single).toBe(false)
  rejectRows([2])
  const both = runProcedure(draftFreightInvoices, rows)
  const named = await openMessage()
  expect(named).toContain('BK-2: nothing to bill')
  expect(named).not.toMatch(/Correct|BK-1/)
  expect(await both).toBe(false)
  leave()
  vi.unstubAllGlobals()
})

test('a command that cannot be undone asks first, and runs only after the answer', async () => {
  const sent = mockServer({ [SAVE]: () => ({ body: { message: 'done', data: { rows: [] } } }) })
  const leave = registerTestPage(true)
  const row = Object.fromEntries(Object.keys(reverseCharge.input).map((name) => [name, '1']))
  const running = runProcedure(reverseCharge, [row])
  expect(await openMessage()).toContain(reverseCharge.final?.ko)
  expect([await running, sent.length]).toEqual([false, 0])
  leave()
  vi.unstubAllGlobals()
})

test('a note that answers a command disappears with the next command', async () => {
  const leave = registerTestPage(true)
  dismissNotes()
  shellHandle().notify(label('', 'nothing to do'))
  await executeCommand('page.search')
  expect(dismissNotes()).toBe(false)
  leave()
})
