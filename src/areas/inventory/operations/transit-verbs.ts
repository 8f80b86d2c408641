import type { CommandContext } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { undoWork } from './stock-verbs.ts'
import { callBackTransfer, loseTransfer } from './warehouse-transfer.ts'

const noTransitSelected = label(
  '선택한 행에 이 창고에서 보낸 운송중 재고가 없습니다.',
  'None of the rows is in transit from this warehouse.',
)

/**
 * Prompts for the reason, and for the quantity and further inputs if there is one transfer.
 * Proposes the full quantity in transit.
 */
async function promptClose(
  context: CommandContext,
  procedure: typeof callBackTransfer | typeof loseTransfer,
  extraInputs: (row: WireRow) => WireRow = () => ({}),
): Promise<boolean> {
  const sent = (context.page?.rows('chosen') ?? []).filter((row) => row['TRANSIT_NO'])
  const [row] = sent
  if (!row) {
    context.shell.notify(noTransitSelected)
    return false
  }
  const isOne = sent.length === 1
  const input = sent.map(({ TRANSFER_KEY = null, QTY = null }) => ({
    TRANSFER_KEY,
    ...(!isOne && { WORK_QTY: QTY }),
  }))
  return context.runProcedure(procedure, input, {
    extraInputs: {
      REASON: null,
      ...(isOne && { WORK_QTY: row['QTY'] ?? null, ...extraInputs(row) }),
    },
    undo: {
      procedure: undoWork,
      // A loss awaiting approval has no document yet.
      rows: (_, answered) =>
        answered.flatMap(({ DOC_NO = null }) => (DOC_NO === null ? [] : { DOC_NO })).slice(0, 1),
    },
  })
}

export function promptCallBack(context: CommandContext): Promise<boolean> {
  return promptClose(context, callBackTransfer, ({ CELL_CD = null }) => ({ TO_CELL_CD: CELL_CD }))
}

export function promptLoss(context: CommandContext): Promise<boolean> {
  return promptClose(context, loseTransfer)
}
