// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { countReasons, normalizeReason } from '#ui/page/upload/upload-errors.ts'
import { requiredMessage } from '#kernel/required.ts'
import { columnLabels } from '#tests/support/labels.ts'
import {
  checks,
  mockServer,
  findUnknownItems,
  openUpload,
  readUpload,
  getSheet,
  getShownRows,
} from './upload-support.ts'

afterEach(() => vi.unstubAllGlobals())

const mixed = getSheet(
  ['O-1', 'SKU1', 3],
  ['O-1', 'NONE7', 1],
  ['O-2', 'SKU2', '12개'],
  ['O-3', null, 5],
  ['O-4', 'NONE8', 1],
)

test('all invalid rows of a sheet are reported together, with their row numbers in the sheet', async () => {
  mockServer({ sheet: mixed, objections: findUnknownItems })
  const { rows, job } = await readUpload()
  const reported = rows.errors.ids().map((id) => [id + 2, rows.errors.of(id)[0]?.message])
  expect(reported).toEqual([
    [3, '등록되지 않은 품목입니다: NONE7'],
    [4, '수량 — 숫자가 아닙니다: 12개'],
    [5, requiredMessage(columnLabels.STOCK_CD).ko],
    [6, '등록되지 않은 품목입니다: NONE8'],
  ])
  expect(rows.counts()).toEqual({ rows: 5, orders: 4, invalid: 4, leftOut: 0 })
  expect(job.state.check).toBe('passed')
})

test('invalid rows are at the top of the grid, above the valid rows, each in sheet order', async () => {
  mockServer({ sheet: mixed, objections: findUnknownItems })
  expect(getShownRows(await readUpload())).toEqual([3, 4, 5, 6, 2])
})

test('a cell with an invalid value retains the text of the sheet', async () => {
  mockServer({ sheet: mixed, objections: findUnknownItems })
  const { rows } = await readUpload()
  const column = rows.model.column('ORDER_QTY')
  expect(column && rows.model.text(1, column)).toBe('12개')
})

test('errors are grouped by reason regardless of values, and a reason filters its rows', async () => {
  mockServer({ sheet: mixed, objections: findUnknownItems })
  const session = await readUpload()
  const reasons = session.rows.reasons()
  expect(reasons[0]).toEqual({ reason: '등록되지 않은 품목입니다: …', rows: 2 })
  session.job.arrange({ reason: reasons[0]?.reason ?? '' })
  expect(getShownRows(session)).toEqual([3, 6])
})

test('rows that fail locally are not sent to the server check', async () => {
  const sent = mockServer({ sheet: mixed, objections: findUnknownItems })
  await readUpload()
  expect(checks(sent).map(({ rows }) => rows.map((row) => row['NO']))).toEqual([[2, 3, 6], [2]])
})

test('a row of the sheet includes the header fields and omits empty fields', async () => {
  const sent = mockServer({ sheet: getSheet(['O-1', 'SKU1', '1,200.5']) })
  await readUpload()
  expect(checks(sent)[0]?.rows).toEqual([
    {
      NO: 2,
      BATCH_FLAG: 'I',
      OWNER_CD: 'HANBIT',
      SHIPMENT_DT: '20261120',
      OWNER_ORDER_NO: 'O-1',
      STOCK_CD: 'SKU1',
      ORDER_QTY: 1200.5,
    },
  ])
})

test('a corrected cell clears its row, and only its order is checked again', async () => {
  const others = getSheet([], [], [], [], [], ['O-5', 'SKU5', 1]).slice(-1)
  const sent = mockServer({ sheet: [...mixed, ...others], objections: findUnknownItems })
  const { rows, job } = await readUpload()
  const before = checks(sent).length
  rows.model.setCell(0, 'STOCK_CD', 'SKU9')
  await vi.waitFor(() => expect(checks(sent)).toHaveLength(before + 1), { timeout: 5000 })
  expect(
    checks(sent)
      .at(-1)
      ?.rows.map((row) => row['NO']),
  ).toEqual([2, 3])
  await vi.waitFor(() => expect(job.state.check).toBe('passed'))
  expect(rows.errors.has(1)).toBe(false)
})

test('an invalid correction is reported on its row', async () => {
  mockServer({ sheet: mixed, objections: findUnknownItems })
  const { rows } = await readUpload()
  rows.model.setCell(4, 'ORDER_QTY', 0)
  await vi.waitFor(() => expect(rows.errors.of(0)).toHaveLength(1))
  expect(rows.errors.of(0)[0]?.message).toContain('0.001 이상')
})

test('next exception moves from invalid row to invalid row and wraps around', async () => {
  mockServer({ sheet: mixed, objections: findUnknownItems })
  const { rows } = await readUpload()
  expect(rows.model.current).toEqual({ row: 0, column: 'STOCK_CD' })
  rows.nextError()
  expect(rows.model.current).toEqual({ row: 1, column: 'ORDER_QTY' })
  rows.model.setCurrent(4)
  rows.nextError()
  expect(rows.model.current?.row).toBe(0)
})

test('next exception visits every invalid cell of a row before leaving the row', async () => {
  mockServer({ sheet: getSheet(['O-1', null, '12개'], ['O-2', 'SKU2', 'ten']) })
  const { rows } = await readUpload()
  const currentPlace = () => `${rows.model.current?.row} ${rows.model.current?.column}`
  const seen = [currentPlace()]
  for (let step = 0; step < 3; step += 1) {
    rows.nextError()
    seen.push(currentPlace())
  }
  expect(seen).toEqual(['0 STOCK_CD', '0 ORDER_QTY', '1 ORDER_QTY', '0 STOCK_CD'])
})

test('next exception visits an invalid cell left of where the row was entered', async () => {
  mockServer({
    sheet: getSheet(['O-1', 'SKU1', 'twelve'], ['O-2', null, 2], ['O-3', 'SKU3', 'ten']),
  })
  const { rows } = await readUpload()
  rows.model.setCurrent(1, 'ORDER_QTY')
  rows.nextError()
  expect(rows.model.current).toEqual({ row: 1, column: 'STOCK_CD' })
  rows.nextError()
  expect(rows.model.current).toEqual({ row: 2, column: 'ORDER_QTY' })
})

test('a requested check moves to the first invalid cell', async () => {
  mockServer({ sheet: mixed, objections: findUnknownItems })
  const { rows, job } = await readUpload()
  rows.model.setCurrent(4, 'REMARK')
  await job.check()
  expect(rows.model.current).toEqual({ row: 0, column: 'STOCK_CD' })
})

test('a cancelled check leaves the rows unchanged', async () => {
  const sent = mockServer({ sheet: getSheet(['O-1', 'SKU1', 1]) })
  const session = await openUpload()
  await session.job.chooseFile(new File(['x'], 'order.xlsx'))
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', (target: string, init: RequestInit) =>
    target.includes('saveProcedure')
      ? new Promise((_resolve, reject) => {
          const stop = () => reject(new Error('aborted'))
          if (init.signal?.aborted) stop()
          init.signal?.addEventListener('abort', stop)
        })
      : plain(target, init),
  )
  const reading = session.job.readRows()
  await vi.waitFor(() => expect(session.job.state.progress?.title.ko).toBe('서버에서 확인 중'))
  session.job.cancel()
  await reading
  expect(session.job.state).toMatchObject({ stage: 'rows', check: 'stale', problem: undefined })
  expect(session.rows.counts().rows).toBe(1)
  expect(checks(sent)).toHaveLength(0)
})

test('errors that differ only in numbers or row values have one reason', () => {
  const row = { STOCK_CD: 'SKU100', ORDER_QTY: 12 }
  expect(normalizeReason('품목 SKU100: 재고 12.5개 부족', row)).toBe('품목 …: 재고 …개 부족')
  expect(countReasons(['a', 'b', 'b'])).toEqual([
    { reason: 'b', rows: 2 },
    { reason: 'a', rows: 1 },
  ])
})

test('an edit made during a server check keeps its cell and is checked again', async () => {
  const second = Promise.withResolvers<void>()
  const request = Promise.withResolvers<void>()
  let rounds = 0
  mockServer({
    sheet: getSheet(['O-1', 'SKU1', 3], ['O-2', 'NONE7', 1]),
    objections: async (sent) => {
      rounds += 1
      if (rounds === 2) {
        request.resolve()
        await second.promise
      }
      return findUnknownItems(sent)
    },
  })
  const { rows, job } = await openUpload()
  await job.chooseFile(new File(['x'], 'order.xlsx'))
  const read = job.readRows()
  await request.promise
  const { model } = rows
  expect(rows.nextError()).toBe(true)
  const id = model.rowId(1)
  model.setCell(1, 'STOCK_CD', 'SKU9')
  model.editing = 'typing'
  const settled = vi.fn<() => void>()
  model.settleEdit = settled
  second.resolve()
  await read
  expect(settled).not.toHaveBeenCalled()
  expect(model.current && [model.rowId(model.current.row), model.current.column]).toEqual([
    id,
    'STOCK_CD',
  ])
  // The check did not include edits made while it was running.
  expect(job.state.check).toBe('stale')
  await vi.waitFor(() => expect(job.state.check).toBe('passed'))
  expect(rounds).toBe(3)
})
