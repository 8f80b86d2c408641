// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import type { SheetRow } from '#kernel/sheet-mapping.ts'
import { sheetNotes } from '#ui/page/upload/sheet-notes.ts'
import { readMapping } from '#ui/page/upload/upload-calls.ts'
import { runInSlices } from '#ui/page/upload/upload-chunks.ts'
import { UploadSession } from '#ui/page/upload/upload-session.ts'
import { mockServer, openUpload, readUpload, getSheet, uploadScreen } from './upload-support.ts'

afterEach(() => vi.unstubAllGlobals())

const emptySheet = () => new File(['x'], 'order.xlsx')

/** Owner's sheet with different titles and columns. */
const strange: SheetRow[] = [
  { row: 1, cells: ['no', 'ITEM#', 'Order', 'pcs'] },
  { row: 2, cells: [1, 'SKU1', 'O-1', 3] },
]
const strangeLetters = { OWNER_ORDER_NO: 'C', STOCK_CD: 'B', ORDER_QTY: 'D' }

test('columns are proposed from the titles, including titles used by shops', async () => {
  const titles: SheetRow['cells'] = ['주문번호', 'SKU', 'Qty', 'Note']
  mockServer({ sheet: [{ row: 1, cells: titles }, ...getSheet(['O-1', 'SKU1', 1]).slice(1)] })
  const { job } = await openUpload()
  await job.chooseFile(emptySheet())
  expect(job.state.mapping).toEqual({ OWNER_ORDER_NO: 'A', STOCK_CD: 'B', ORDER_QTY: 'C' })
  expect(job.state.stage).toBe('map')
})

test('the sheet of an owner with a saved mapping opens directly at the rows', async () => {
  mockServer({ sheet: strange, mapping: strangeLetters })
  const { job, rows } = await openUpload()
  await job.chooseFile(emptySheet())
  expect(job.state.stage).toBe('rows')
  expect(rows.model.row(0)).toMatchObject({ OWNER_ORDER_NO: 'O-1', STOCK_CD: 'SKU1', ORDER_QTY: 3 })
})

test('manually assigned letters are saved for the owner and this screen', async () => {
  const sent = mockServer({ sheet: strange })
  const { job } = await openUpload()
  await job.chooseFile(emptySheet())
  for (const [column, letters] of Object.entries(strangeLetters)) job.setLetters(column, letters)
  await job.readRows()
  const kept = sent.find(({ body }) => body['PROCEDURE'] === 'master/saveOwnerMapping')
  expect(kept?.rows[0]).toMatchObject({ OWNER_CD: 'HANBIT', SCREEN: uploadScreen.route })
  expect(JSON.parse(String(kept?.rows[0]?.['MAPPING']))).toMatchObject(strangeLetters)
})

test('letters entered by hand are kept when another first row is entered', async () => {
  mockServer({ sheet: getSheet(['O-1', 'SKU1', 1], ['O-2', 'SKU2', 2]) })
  const { job } = await openUpload()
  await job.chooseFile(emptySheet())
  job.setLetters('REMARK', 'D')
  job.setLetters('ORDER_QTY', 'B')
  job.setFirstRow(3)
  expect(job.state.mapping).toMatchObject({ REMARK: 'D', ORDER_QTY: 'B' })
  await job.chooseFile(emptySheet())
  expect(job.state.mapping['ORDER_QTY']).not.toBe('B')
})

test('an unchanged mapping is not saved again', async () => {
  const sent = mockServer({ sheet: strange, mapping: strangeLetters })
  await readUpload()
  expect(sent.some(({ body }) => body['PROCEDURE'] === 'master/saveOwnerMapping')).toBe(false)
})

test('rows after the first empty A are reported, and read on request', async () => {
  mockServer({ sheet: getSheet(['O-1', 'SKU1', 1], [null, 'SKU2', 1], ['O-3', 'SKU3', 1]) })
  const { job, rows } = await readUpload()
  expect(rows.counts().rows).toBe(1)
  expect(job.state.unread).toEqual([3, 4])
  job.backToMapping()
  await job.readRows({ beyondGap: true })
  expect(rows.counts().rows).toBe(3)
  expect(job.state.unread).toEqual([])
})

test('rows with totals are no gap in a sheet, and the page names them', async () => {
  const sheet = getSheet(['O-1', 'SKU1', 1], ['total', null, 1], ['O-2', 'SKU2', 1])
  mockServer({ sheet: sheet.filter(({ row }) => row !== 3), totalRows: [3] })
  const { job, rows } = await readUpload()
  expect([rows.counts().rows, job.state.unread]).toEqual([2, []])
  expect((job.state.sheet ? sheetNotes(job.state.sheet) : []).map(({ en }) => en)).toEqual([
    'Rows with total formulas are not read: 3.',
  ])
})

test('rows of a text file with more values than titles are named, those of a workbook are not', () => {
  const rows = [
    { row: 1, cells: ['Order no.', 'Quantity'] },
    { row: 2, cells: ['O-1', '1', '200'] },
    { row: 3, cells: ['O-2', '30', null] },
    { row: 4, cells: ['O-3', '4'] },
  ]
  const notes = (sheetName: string, firstRow?: number) =>
    sheetNotes({ FILE_NM: 'a', sheetName, rows }, firstRow).map(({ en }) => en)
  expect(notes('')).toEqual([
    'Rows with more values than titles: 2. Quote values that contain a comma.',
  ])
  expect(notes('', 3)).toEqual([])
  expect(notes('', 1)).toEqual([])
  expect(notes('Sheet1')).toEqual([])
})

test('a file the server cannot read shows its message, and the header stays', async () => {
  const message = '암호 또는 문서보안(DRM)이 걸린 파일이라 읽을 수 없습니다.'
  mockServer({ sheet: [], read: () => Response.json({ message }, { status: 422 }) })
  const { job } = await openUpload()
  await job.chooseFile(emptySheet())
  expect(job.state).toMatchObject({ stage: 'choose', problem: `order.xlsx — ${message}` })
  expect(job.state.header['OWNER_CD']).toBe('HANBIT')
})

test('no file is read before the required header fields are filled', async () => {
  const sent = mockServer({ sheet: strange })
  const { job } = new UploadSession(uploadScreen)
  await job.chooseFile(emptySheet())
  expect(sent).toEqual([])
  expect(job.state.problem).toContain('화주, 출고일')
})

test('invalid parts of a saved mapping are ignored', () => {
  expect(readMapping('{"STOCK_CD":"B","QTY":3}')).toEqual({ STOCK_CD: 'B' })
  expect(readMapping('no json')).toEqual({})
  expect(readMapping(null)).toEqual({})
})

test('long work delivers its results slice by slice and stops when cancelled', async () => {
  const abort = new AbortController()
  const created: number[] = []
  const spinOneMs = (item: number) => {
    const until = performance.now() + 1
    while (performance.now() < until);
    return item
  }
  const items = Array.from({ length: 1000 }, (_, index) => index)
  const working = runInSlices(items, spinOneMs, (slice) => created.push(...slice), {
    signal: abort.signal,
    onProgress: () => abort.abort(),
  })
  await expect(working).rejects.toThrow()
  expect(created.length).toBeGreaterThan(0)
  expect(created.length).toBeLessThan(items.length)
})
