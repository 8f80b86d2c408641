// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import {
  mockServer,
  openUpload,
  readUpload,
  getSheet,
  uploadScreen,
} from '#tests/ui/pages/upload-support.ts'
import { restoreUpload, unsavedUploadKind, uploadDraft } from '#ui/page/upload/upload-draft.ts'
import { UploadSession } from '#ui/page/upload/upload-session.ts'

afterEach(() => vi.unstubAllGlobals())

test('a corrected upload is restored with its changes and exclusions', async () => {
  mockServer({ sheet: getSheet(['O-1', 'SKU1', 3], ['O-1', 'SKU2', 1], ['O-2', 'SKU1', 5]) })
  const before = await readUpload()
  before.file = new File(['x'], 'order.xlsx')
  const { model } = before.rows
  model.setCell(model.viewRowOf(0), 'ORDER_QTY', 30)
  before.job.exclude([1])
  const after = await openUpload()
  await restoreUpload(after, uploadDraft(before))
  const storedValue = (id: number, column: string) => after.rows.model.rows.store.get(id, column)
  expect([0, 1, 2].map((id) => storedValue(id, 'ORDER_QTY'))).toEqual([30, 1, 5])
  expect(after.rows.remaining()).toEqual([0, 2])
})

test('an upload whose file cannot be read again is not restored, and the reason is shown', async () => {
  mockServer({ sheet: getSheet(['O-1', 'SKU1', 3]) })
  const before = await readUpload()
  before.file = new File(['x'], 'order.xlsx')
  const draft = uploadDraft(before)
  const read = () => Response.json({ message: 'The file has a password.' }, { status: 422 })
  mockServer({ sheet: [], read })
  const after = await openUpload()
  await expect(restoreUpload(after, draft)).rejects.toThrow('The file has a password.')
})

function toStoredDraft(draft: unknown): unknown {
  return structuredClone(draft)
}

test('column letters entered before reading are restored with their panel open', async () => {
  mockServer({ sheet: getSheet(['O-1', 'SKU1', 3]) })
  const before = await openUpload()
  before.file = new File(['x'], 'order.xlsx')
  await before.job.chooseFile(before.file)
  before.job.setLetters('REMARK', 'C')
  before.job.setLetters('ORDER_QTY', '')
  expect(unsavedUploadKind(before)).toBe('work')
  const after = await openUpload()
  expect(await restoreUpload(after, toStoredDraft(uploadDraft(before)))).toBe(true)
  expect(after.job.state.stage).toBe('map')
  expect(after.job.state.mapping).toEqual(before.job.state.mapping)
})

test('corrected rows are restored beneath a reopened column mapping', async () => {
  mockServer({ sheet: getSheet(['O-1', 'SKU1', 3]) })
  const before = await readUpload()
  before.file = new File(['x'], 'order.xlsx')
  before.rows.model.setCell(0, 'ORDER_QTY', 30)
  before.job.backToMapping()
  before.job.setLetters('REMARK', 'B')
  const after = await openUpload()
  await restoreUpload(after, toStoredDraft(uploadDraft(before)))
  expect(after.job.state.stage).toBe('map')
  expect(after.job.state.mapping['REMARK']).toBe('B')
  expect(after.rows.model.value(0, 'ORDER_QTY')).toBe(30)
})

test('rejected text is restored in its cell with its error', async () => {
  mockServer({ sheet: getSheet(['O-1', 'SKU1', 3], ['O-1', 'SKU2', 1]) })
  const before = await readUpload()
  before.file = new File(['x'], 'order.xlsx')
  const { model } = before.rows
  model.refuse(1, 'ORDER_QTY', { code: 'number', text: 'five' })
  const after = await openUpload()
  await restoreUpload(after, toStoredDraft(uploadDraft(before)))
  const row = after.rows.model.viewRowOf(model.rowId(1))
  expect(after.rows.model.rejection(row, 'ORDER_QTY')?.text).toBe('five')
})

test('an upload with only a header restores the header but no work', async () => {
  mockServer({ sheet: getSheet(['O-1', 'SKU1', 3]) })
  const fresh = new UploadSession(uploadScreen)
  expect(unsavedUploadKind(fresh)).toBeUndefined()
  await fresh.job.setHeader({ OWNER_CD: 'HANBIT' })
  expect(unsavedUploadKind(fresh)).toBe('passing')
  const after = new UploadSession(uploadScreen)
  expect(await restoreUpload(after, toStoredDraft(uploadDraft(fresh)))).toBe(false)
  expect(after.job.state.header['OWNER_CD']).toBe('HANBIT')
})
