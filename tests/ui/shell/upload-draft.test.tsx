// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { farEnd, openUpload, readUpload, sheetOf } from '#tests/ui/pages/upload-support.ts'
import { restoreUpload, uploadDraft } from '#ui/pages/upload-draft.ts'

afterEach(() => vi.unstubAllGlobals())

test('an upload that was being mended is read again with what was changed and left out', async () => {
  farEnd({ sheet: sheetOf(['O-1', 'SKU1', 3], ['O-1', 'SKU2', 1], ['O-2', 'SKU1', 5]) })
  const before = await readUpload()
  before.file = new File(['x'], '발주.xlsx')
  const { model } = before.rows
  model.setCell(model.viewRowOf(0), 'ORDER_QTY', 30)
  before.job.leaveOut([1])
  const after = await openUpload()
  await restoreUpload(after, uploadDraft(before))
  const value = (id: number, column: string) => after.rows.model.rows.store.get(id, column)
  expect([0, 1, 2].map((id) => value(id, 'ORDER_QTY'))).toEqual([30, 1, 5])
  expect(after.rows.remaining()).toEqual([0, 2])
})

test('a file that cannot be read again says so, and nothing is lost', async () => {
  farEnd({ sheet: sheetOf(['O-1', 'SKU1', 3]) })
  const before = await readUpload()
  before.file = new File(['x'], '발주.xlsx')
  const draft = uploadDraft(before)
  const read = () => Response.json({ message: '암호가 걸린 파일입니다.' }, { status: 422 })
  farEnd({ sheet: [], read })
  const after = await openUpload()
  await expect(restoreUpload(after, draft)).rejects.toThrow('암호가 걸린 파일입니다.')
})
