// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { restoreUpload, uploadDraft } from '#ui/page/upload/upload-draft.ts'
import { earlierSavedNote } from '#ui/page/upload/pending-upload.ts'
import type { UploadSession } from '#ui/page/upload/upload-session.ts'
import type { CommandId } from '#commands/index.ts'
import { keyProfiles } from '#keymaps/index.ts'
import { keymapRules } from '#kernel/keymap.ts'
import { Dispatcher } from '#ui/keys/dispatcher.ts'
import { uploadOffers, uploadRegistration } from '#ui/page/upload/upload-handle.ts'
import { keyEvent } from '#tests/ui/keyboard/key-event.ts'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { pageTexts } from '#tests/support/labels.ts'
import {
  checks,
  mockServer,
  findUnknownItems,
  openUpload,
  readUpload,
  saves,
  type SentUpload,
  getSheet,
  getShownRows,
  unknownItemError,
} from './upload-support.ts'

afterEach(() => vi.unstubAllGlobals())

const good = getSheet(['O-1', 'SKU1', 3], ['O-1', 'SKU2', 1], ['O-2', 'SKU1', 5])
const oneBad = getSheet(['O-1', 'SKU1', 3], ['O-1', 'NONE', 1], ['O-2', 'SKU1', 5])

test('all rows are saved in one request with one key, and each new number is listed once', async () => {
  const sent = mockServer({ sheet: good })
  const { job } = await readUpload()
  expect(await job.save()).toBe('saved')
  const [save, ...others] = saves(sent)
  expect(others).toEqual([])
  expect(save?.key).toMatch(/^[\w-]{8,}$/)
  expect(save?.rows).toHaveLength(3)
  expect(job.state.stage).toBe('saved')
  expect(job.state.made?.savedRows).toBe(3)
  expect(job.state.made?.numbers[0]?.values).toEqual(['SH-O-1', 'SH-O-2'])
})

test('nothing is sent while a row is known to be invalid', async () => {
  const sent = mockServer({ sheet: oneBad, objections: findUnknownItems })
  const { job } = await readUpload()
  expect(await job.save()).toBe('faulty')
  expect(saves(sent)).toEqual([])
  expect(job.state.problem).toContain(pageTexts.rowsWrong(1))
})

test('a rejected save keeps every value and marks its invalid row', async () => {
  const sent = mockServer({
    sheet: good,
    save: ({ rows }) => {
      const refused = rows.slice(1, 2).map(unknownItemError)
      return Response.json({ message: '1건', rows: refused }, { status: 422 })
    },
  })
  const session = await readUpload()
  expect(await session.job.save()).toBe('failed')
  expect(saves(sent)).toHaveLength(1)
  expect(session.job.state.stage).toBe('rows')
  expect(session.rows.counts()).toMatchObject({ rows: 3, invalid: 1 })
  expect(getShownRows(session)).toEqual([3, 2, 4])
  expect(session.rows.model.row(0)).toMatchObject({ STOCK_CD: 'SKU2', ORDER_QTY: 1 })
})

test('invalid rows are left out after confirmation, and one undo restores them', async () => {
  mockServer({ sheet: oneBad, objections: findUnknownItems })
  const session = await readUpload()
  void uploadOffers(session)['grid.drop-faulty']?.()
  await vi.waitFor(() => expect(topPopup()).toBeDefined())
  confirmPopup()
  await vi.waitFor(() => expect(session.rows.counts()).toMatchObject({ leftOut: 1, invalid: 0 }))
  void uploadOffers(session)['grid.undo']?.()
  await vi.waitFor(() => expect(session.rows.counts().leftOut).toBe(0))
  expect(session.rows.counts().rows).toBe(3)
})

test('excluded rows are not saved', async () => {
  const sent = mockServer({ sheet: oneBad, objections: findUnknownItems })
  const { job, rows } = await readUpload()
  job.exclude(rows.errorIds())
  expect(await job.save()).toBe('saved')
  expect(saves(sent)[0]?.rows.map((row) => row['NO'])).toEqual([2, 4])
})

test('the orders that an exclusion of rows would split are counted beforehand', async () => {
  mockServer({ sheet: oneBad, objections: findUnknownItems })
  const { rows } = await readUpload()
  expect(rows.countIncompleteOrders([1])).toBe(1)
  expect(rows.countIncompleteOrders([2])).toBe(0)
})

test('a save cancelled before its response is sent again with the same key', async () => {
  const sent = mockServer({ sheet: good })
  const { job } = await readUpload()
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', async (target: string, init: RequestInit) => {
    await plain(target, { ...init, signal: null })
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new Error('aborted')))
    })
  })
  const first = job.save()
  await vi.waitFor(() => expect(saves(sent)).toHaveLength(1))
  job.cancel()
  expect(await first).toBe('failed')
  vi.stubGlobal('fetch', plain)
  expect(await job.save()).toBe('saved')
  const [before, after] = saves(sent)
  expect(after?.key).toBe(before?.key)
})

/** Sends a save whose response never arrives. */
async function saveWithoutResponse({ job }: UploadSession, sent: SentUpload[]): Promise<void> {
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', async (target: string, init: RequestInit) => {
    await plain(target, { ...init, signal: null })
    return new Promise((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new Error('aborted')))
    })
  })
  const first = job.save()
  await vi.waitFor(() => expect(saves(sent)).toHaveLength(1))
  job.cancel()
  await first
  vi.stubGlobal('fetch', plain)
}

test('a row changed after a cancelled save is not saved in addition to the row of that save', async () => {
  const sent = mockServer({ sheet: good })
  const session = await readUpload()
  const { job, rows } = session
  await saveWithoutResponse(session, sent)
  rows.model.setCell(0, 'ORDER_QTY', 4)
  expect(await job.save()).toBe('saved')
  const [before, after] = saves(sent)
  expect(after).toEqual(before)
  expect(job.state.problem).toBe(earlierSavedNote.ko)
  // The changed row is saved once the earlier save is undone.
  job.importUndone()
  expect(await job.save()).toBe('saved')
  expect(saves(sent)[2]?.rows[0]?.['ORDER_QTY']).toBe(4)
  expect(saves(sent)[2]?.key).not.toBe(before?.key)
})

test('a save without a response is repeated after a reload with its key', async () => {
  const sent = mockServer({ sheet: good })
  const session = await readUpload()
  session.file = new File(['x'], 'order.xlsx')
  await saveWithoutResponse(session, sent)
  const restored = await openUpload()
  await restoreUpload(restored, uploadDraft(session))
  expect(await restored.job.save()).toBe('saved')
  const [before, after] = saves(sent)
  expect(after).toEqual(before)
  expect(restored.job.state.problem).toBeUndefined()
})

test('a changed row is saved with another key', async () => {
  const sent = mockServer({
    sheet: good,
    save: () => Response.json({ message: 'later', rows: [] }, { status: 500 }),
  })
  const { job, rows } = await readUpload()
  await job.save()
  rows.model.setCell(0, 'ORDER_QTY', 4)
  await job.save()
  const [before, after] = saves(sent)
  expect(after?.key).not.toBe(before?.key)
})

function confirmPopup(): void {
  const content = topPopup()?.content
  const props = (content as { props?: { close?: (answer: boolean) => void } } | undefined)?.props
  props?.close?.(true)
}

test('a save pressed during a check runs once the check is over', async () => {
  const sent = mockServer({ sheet: good })
  const session = await openUpload()
  await session.job.chooseFile(new File(['x'], 'order.xlsx'))
  const plain = globalThis.fetch
  const checked = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (target: string, init: RequestInit) => {
    if (target.includes('saveProcedure') && checks(sent).length === 0) await checked.promise
    return plain(target, init)
  })
  const reading = session.job.readRows()
  await vi.waitFor(() => expect(session.job.state.progress?.title.ko).toBe('서버에서 확인 중'))
  const saving = uploadOffers(session)['page.save']?.()
  checked.resolve()
  await Promise.all([reading, saving])
  expect(saves(sent)).toHaveLength(1)
  expect(session.job.state.stage).toBe('saved')
})

test('an open cell of an import keeps the keys that edit its text', async () => {
  mockServer({ sheet: good })
  const session = await readUpload()
  const ran: string[] = []
  const press = (key: string, ctrlKey = false) =>
    new Dispatcher<CommandId>({
      rules: keymapRules(...(keyProfiles[0]?.maps ?? [])),
      evaluateContext: () => ({
        pageInFront: true,
        grid: true,
        ...uploadRegistration(session).context(),
        importing: true,
      }),
      run: (command) => void ran.push(command),
      entryOf: () => 'text',
      platform: 'other',
    }).handle(keyEvent(key, { ctrlKey }))
  session.rows.model.editing = 'typing'
  for (const key of ['z', 'y', 'Delete']) press(key, true)
  press('Escape')
  expect(ran).not.toContain('page.close-import')
  expect(ran).toEqual(['app.back'])
  session.rows.model.editing = null
  press('Escape')
  press('Delete', true)
  expect(ran.slice(1)).toEqual(['page.close-import', 'grid.delete-row'])
})

test('reading and checking are offered only while there is something to read or check', async () => {
  mockServer({ sheet: getSheet(['O-1', 'SKU1', 1]) })
  const offersSearch = () => uploadOffers(session)['page.search'] !== undefined
  const session = await openUpload()
  expect(offersSearch()).toBe(false)
  await session.job.chooseFile(new File(['x'], 'order.xlsx'))
  expect(offersSearch()).toBe(true)
  await session.job.readRows()
  expect(offersSearch()).toBe(true)
  await session.job.save()
  expect([session.job.state.stage, offersSearch()]).toEqual(['saved', false])
})
