import { expect, test, vi } from 'vitest'
import type {
  ProcedureRunOptions,
  CommandContext,
  PageHandle,
  ShellHandle,
} from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import { promptCallBack, promptLoss } from '#areas/inventory/operations/transit-verbs.ts'

function withSelected(...rows: WireRow[]) {
  const requests: {
    name: string
    rows: Partial<WireRow>[]
    more: ProcedureRunOptions | undefined
  }[] = []
  const sayMock = vi.fn<ShellHandle['notify']>()
  const page: PageHandle = { search: async () => true, focus: () => true, rows: () => rows }
  const shell: Partial<ShellHandle> = { notify: sayMock }
  const context: CommandContext = {
    shell: shell as ShellHandle,
    page,
    row: rows[0],
    runProcedure: async (procedure, input, more) => {
      requests.push({ name: (procedure as Procedure).name, rows: input, more })
      return true
    },
  }
  return { asked: requests, say: sayMock, context }
}

const sentRow = (no: string, QTY: number): WireRow => ({
  TRANSFER_KEY: `T${no}`,
  TRANSIT_NO: no,
  CELL_CD: 'A-1',
  QTY,
  WORK_QTY: QTY,
})
const incoming: WireRow = { ...sentRow('9', 3), TRANSIT_NO: null }

test('a loss prompts for the reason first and proposes the entire quantity in transit', async () => {
  const { asked, context } = withSelected(sentRow('1', 2))
  await promptLoss(context)
  expect(asked).toMatchObject([{ name: 'inventory/lose-transfer', rows: [{ TRANSFER_KEY: 'T1' }] }])
  expect(Object.entries(asked[0]?.more?.extraInputs ?? {})).toEqual([
    ['REASON', null],
    ['WORK_QTY', 2],
  ])
})

test('a call back also proposes the cell the stock left', async () => {
  const { asked, context } = withSelected(sentRow('1', 2))
  await promptCallBack(context)
  expect(asked[0]?.name).toBe('inventory/call-back-transfer')
  expect(asked[0]?.more?.extraInputs).toEqual({ REASON: null, WORK_QTY: 2, TO_CELL_CD: 'A-1' })
})

test('several rows are closed completely, leaving out those that were not sent from here', async () => {
  const { asked, context } = withSelected(sentRow('1', 2), incoming, sentRow('2', 5))
  await promptLoss(context)
  expect(asked[0]?.rows).toEqual([
    { TRANSFER_KEY: 'T1', WORK_QTY: 2 },
    { TRANSFER_KEY: 'T2', WORK_QTY: 5 },
  ])
  expect(asked[0]?.more?.extraInputs).toEqual({ REASON: null })
})

test('rows that are not in transit from here prompt for nothing', async () => {
  const { asked, say: sayMock, context } = withSelected(incoming)
  expect(await promptCallBack(context)).toBe(false)
  expect(asked).toEqual([])
  expect(sayMock.mock.calls[0]?.[0].en).toBe('None of the rows is in transit from this warehouse.')
})

test('a loss that waits for approval has nothing to undo', async () => {
  const { asked, context } = withSelected(sentRow('1', 2))
  await promptLoss(context)
  const undoRows = (DOC_NO: string | null) => asked[0]?.more?.undo?.rows([], [{ DOC_NO }])
  expect([undoRows(null), undoRows('IV-1')]).toEqual([[], [{ DOC_NO: 'IV-1' }]])
})
