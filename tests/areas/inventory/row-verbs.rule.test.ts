import { expect, test, vi } from 'vitest'
import type {
  ProcedureRunOptions,
  CommandContext,
  PageHandle,
  ShellHandle,
} from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import {
  promptCount,
  promptHold,
  promptMove,
  openAdjust,
} from '#areas/inventory/operations/row-verbs.ts'

const piece = (id: string, extra: WireRow = {}): WireRow => ({
  BALANCE_ID: id,
  OWNER_CD: 'HANBIT',
  STOCK_CD: 'K1',
  CONDITION_CD: 'NORMAL',
  QTY: 8,
  ALLOC_QTY: 0,
  PICK_QTY: 0,
  AVAILABLE_QTY: 8,
  ...extra,
})

function recordingShell(row: WireRow, parts: readonly WireRow[] = []) {
  const requests: { rows: Partial<WireRow>[]; more: ProcedureRunOptions | undefined }[] = []
  const shell = { open: vi.fn<ShellHandle['open']>(), notify: vi.fn<ShellHandle['notify']>() }
  const openParts = vi.fn<NonNullable<PageHandle['openParts']>>(async () => {})
  const page: PageHandle = {
    search: async () => true,
    focus: () => true,
    rows: () => [row],
    parts: async () => [...parts],
    openParts,
  }
  const reported: Partial<ShellHandle> = shell
  const context: CommandContext = {
    shell: reported as ShellHandle,
    page,
    row,
    runProcedure: async (_, rows, more) => {
      requests.push({ rows, more })
      return true
    },
  }
  return { asked: requests, shell, openParts, context }
}

const group: WireRow = { OWNER_CD: 'HANBIT', STOCK_CD: 'K1', QTY: 24 }
const held = piece('3', { CONDITION_CD: 'HELD', AVAILABLE_QTY: 0 })

test('holding a report row holds all of its available stock and states the total', async () => {
  const sample = piece('4', { CONDITION_CD: 'SAMPLE' })
  const parts = [piece('1'), piece('2', { AVAILABLE_QTY: 5.5 }), held, sample]
  const { asked, context } = recordingShell(group, parts)
  await promptHold(context, 'HOLD')
  expect(asked[0]?.rows).toEqual([
    { BALANCE_ID: '1', HOLD_CD: 'HOLD', WORK_QTY: 8 },
    { BALANCE_ID: '2', HOLD_CD: 'HOLD', WORK_QTY: 5.5 },
  ])
  expect(asked[0]?.more?.target?.ko).toBe('재고 2건 · 수량 13.5')
  expect(asked[0]?.more?.undo).toBeDefined()
})

test('quantities of several stock records are added without losing digits', async () => {
  const largest = { QTY: 999_999_999_999.999, AVAILABLE_QTY: 999_999_999_999.999 }
  const { asked, context } = recordingShell(
    group,
    Array.from({ length: 10 }, (_, index) => piece(String(index), largest)),
  )
  await promptHold(context, 'HOLD')
  expect(asked[0]?.more?.target?.ko).toBe('재고 10건 · 수량 9,999,999,999,999.99')
})

test('a release covers only held stock and shows a message if there is none', async () => {
  const { asked, context } = recordingShell(group, [piece('1'), piece('2'), held])
  await promptHold(context, 'RELEASE')
  expect(asked[0]?.rows).toMatchObject([{ BALANCE_ID: '3', HOLD_CD: 'RELEASE' }])
  const withoutColumns = recordingShell(group, [piece('1'), piece('2')])
  await promptHold(withoutColumns.context, 'RELEASE')
  expect(withoutColumns.asked).toEqual([])
  expect(withoutColumns.shell.notify.mock.calls[0]?.[0].ko).toContain('재고가 없습니다')
})

test('releasing missing stock prompts for a reason only', async () => {
  const missing = piece('5', { HOLD_KIND_CD: 'MISSING' })
  const { asked, context } = recordingShell(group, [missing])
  await promptHold(context, 'RELEASE')
  expect(asked[0]?.rows).toEqual([{ BALANCE_ID: '5' }])
  expect(asked[0]?.more?.extraInputs).toEqual({ REASON: null })
})

test('releasing held and missing stock together prompts for each kind', async () => {
  const { asked, context } = recordingShell(group, [
    held,
    piece('5', { HOLD_KIND_CD: 'MISSING', AVAILABLE_QTY: 0 }),
    piece('6'),
  ])
  await promptHold(context, 'RELEASE')
  expect(asked.map(({ rows }) => rows)).toEqual([
    [{ BALANCE_ID: '3', HOLD_CD: 'RELEASE' }],
    [{ BALANCE_ID: '5' }],
  ])
})

test('a row of one stock record is handled like the record itself', async () => {
  const { asked, context } = recordingShell(group, [piece('7')])
  await promptMove(context)
  await promptCount(context)
  await openAdjust(context)
  expect(asked[0]?.more?.extraInputs).toEqual({ TO_CELL_CD: null, WORK_QTY: 8 })
  expect(asked[0]?.more?.target).toBeUndefined()
  expect(asked[1]?.rows).toEqual([{ BALANCE_ID: '7' }])
})

test('held stock can be moved', async () => {
  const { asked, context } = recordingShell(held)
  await promptMove(context)
  expect(asked[0]?.more?.extraInputs).toMatchObject({ WORK_QTY: 8 })
})

test('an action for one stock record opens a row of several', async () => {
  const { asked, shell, openParts, context } = recordingShell(group, [piece('1'), piece('2')])
  await promptCount(context)
  await openAdjust(context)
  expect([openParts.mock.calls.length, asked.length, shell.open.mock.calls.length]).toEqual([
    2, 0, 0,
  ])
  expect(shell.notify.mock.calls[0]?.[0].ko).toContain('재고 2건입니다.')
})
