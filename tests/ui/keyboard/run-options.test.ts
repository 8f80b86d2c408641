// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import type { PageHandle, RowOptionsHandle } from '#kernel/command.ts'
import { registerPage } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { runOptions } from '#ui/keys/tools/run-options.ts'
import { loadUserSettings } from '#ui/remote/user-settings.ts'
import { mockServer } from '#tests/ui/pages/page-support.ts'
import { connectShell } from '#ui/shell/shell-handle.ts'

connectShell()

let done: string[]
let at: number | undefined

/** Registers an active page with row options: `{row: number}`. */
function registerTestPage(
  typed: Record<number, string>,
  facts: Record<string, boolean> = {},
): () => void {
  let chosen: readonly number[] = []
  const recordRun = (command: string): void => void done.push(`${command} ${chosen.join(',')}`)
  const options: RowOptionsHandle = {
    put: () => undefined,
    clear: () => undefined,
    entries: () => Object.entries(typed).map(([row, number]) => ({ row: Number(row), number })),
    goTo: (row) => {
      at = row
      return true
    },
    runOnRows: async (rows, work) => {
      chosen = rows
      await work()
      for (const row of rows) delete typed[row]
    },
  }
  const handle: Partial<PageHandle> = {
    options,
  }
  return registerPage(activeTab().key, {
    handle: handle as PageHandle,
    offers: () => ({
      'grid.edit-row': () => recordRun('edit'),
      ...(facts['mayDelete'] !== false && { 'grid.delete-row': () => recordRun('delete') }),
      'page.print': () => recordRun('print'),
    }),
    context: () => ({
      grid: true,
      editable: true,
      hasRows: true,
      ...facts,
    }),
    status: () => ({}),
    currentRow: () => undefined,
    currentTable: () => undefined,
    isDirty: () => false,
  })
}

beforeEach(async () => {
  done = []
  at = undefined
  const data = { 'keymap-profile': 'function-keys' }
  mockServer({ '/api/setting/load': () => ({ body: { data } }) })
  await loadUserSettings()
})

test('printing runs before deleting, and editing runs last, regardless of typing order', async () => {
  const leave = registerTestPage({ 1: '2', 2: '4', 3: '6', 4: '4' })
  await runOptions()
  leave()
  expect(done).toEqual(['print 3', 'delete 2,4', 'edit 1'])
})

test('the first of several rows to edit opens, and the others wait', async () => {
  const typed = { 5: '2', 7: '2' }
  const leave = registerTestPage(typed)
  await runOptions()
  leave()
  expect(done).toEqual(['edit 5'])
  expect(typed).toEqual({ 7: '2' })
})

test('an unknown option aborts before anything runs, and the cursor moves to that option', async () => {
  const typed = { 1: '4', 2: '3' }
  const leave = registerTestPage(typed)
  await runOptions()
  leave()
  expect([done, at]).toEqual([[], 2])
  expect(typed).toEqual({ 1: '4', 2: '3' })
})

test('an option unavailable on its row aborts at that row, and all options remain', async () => {
  const typed = { 1: '4', 2: '2' }
  const leave = registerTestPage(typed, { mayDelete: false })
  await runOptions()
  leave()
  expect([done, at]).toEqual([[], 1])
  expect(typed).toEqual({ 1: '4', 2: '2' })
})
