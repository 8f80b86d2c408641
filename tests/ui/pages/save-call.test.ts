// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from '#ui/remote/api.ts'
import { postCheck, postSave, saveProcedure, SaveKeys } from '#ui/remote/save-call.ts'
import { SAVE, mockServer } from './page-support.ts'

const procedure = { name: 'outbound/ship' }
const rows = [{ NO: 1, SHIPMENT_NO: 'S1' }]

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the same rows keep their key when sent again after an unknown outcome', () => {
  const keys = new SaveKeys()
  const first = keys.keyFor('rows')
  expect(keys.keyFor('rows')).toBe(first)
})

test('other rows, or the same rows after a response, get a new key', () => {
  const keys = new SaveKeys()
  const first = keys.keyFor('rows')
  expect(keys.keyFor('other rows')).not.toBe(first)
  const other = keys.keyFor('rows')
  keys.settle()
  expect(keys.keyFor('rows')).not.toBe(other)
})

test('a save that does not reach the server is sent again with the same key', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
  let tries = 0
  const sent = mockServer({
    [SAVE]: () => {
      tries += 1
      return tries === 1 ? { status: 503, body: {} } : { body: { message: 'saved' } }
    },
  })
  const { message } = await saveProcedure(procedure, rows, new SaveKeys())
  expect(message).toBe('saved')
  expect(sent.map(({ body }) => body)).toEqual(
    Array.from({ length: 2 }, () => ({ PROCEDURE: 'outbound/ship', ROWS: rows })),
  )
  expect(sent[0]?.key).toBeTruthy()
  expect(sent[1]?.key).toBe(sent[0]?.key)
})

test('a rejected save and a resend of the same rows have different keys', async () => {
  const sent = mockServer({ [SAVE]: () => ({ status: 409, body: { message: 'changed' } }) })
  const keys = new SaveKeys()
  await expect(saveProcedure(procedure, rows, keys)).rejects.toThrow(CallError)
  await expect(saveProcedure(procedure, rows, keys)).rejects.toThrow(CallError)
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
})

test('a spreadsheet save includes its file name and uses the given key', async () => {
  const sent = mockServer({ [SAVE]: () => ({ body: { message: '' } }) })
  await postSave({ procedure, rows, fileName: 'orders.xlsx' }, 'key-1')
  expect(sent).toEqual([
    {
      path: SAVE,
      key: 'key-1',
      body: { PROCEDURE: 'outbound/ship', ROWS: rows, IMPORT: { FILE_NM: 'orders.xlsx' } },
    },
  ])
})

test('a check is a dry run and has no key', async () => {
  const sent = mockServer({ [SAVE]: () => ({ body: { message: '' } }) })
  await postCheck({ procedure, rows })
  const body = { PROCEDURE: 'outbound/ship', ROWS: rows, DRY_RUN: 'Y' }
  expect(sent).toEqual([{ path: SAVE, key: null, body }])
})

test('the draft of a long save is stored with its key before it is sent', async () => {
  const sent = mockServer({ [SAVE]: () => ({ body: { message: 'saved' } }) })
  const stored: unknown[] = []
  const keys = new SaveKeys()
  keys.storeFirst = async () => stored.push([keys.unsettled?.key, sent.length])
  await saveProcedure(procedure, rows, keys)
  expect(stored).toEqual([])
  await saveProcedure(procedure, [{ NO: 1, SHIPMENT_NO: 'S'.repeat(300_000) }], keys)
  expect(stored).toEqual([[sent[1]?.key, 1]])
})
