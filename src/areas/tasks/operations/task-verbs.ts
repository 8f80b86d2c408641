import type { Asking, CommandContext } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { cancelMove, createMove, createMoveOfStock, reopenMove } from './move-tasks.ts'

const undone = label('되돌리기', 'Undone')

const taskKeys = (rows: readonly Partial<WireRow>[]) =>
  rows.map(({ KIND_CD = null, REF_NO = null }) => ({ KIND_CD, REF_NO }))

const undoCreate: NonNullable<Asking['undo']> = {
  procedure: cancelMove,
  rows: (_, answered) => taskKeys(answered).map((key) => ({ ...key, CANCEL_REASON: undone.ko })),
}

const optionalInputs = { PRIORITY: null, DUE_AT: null }

/** Prompts for a move task. Proposes item and cell of the current row. */
export function promptCreate({ ask, row }: CommandContext): Promise<boolean> {
  const { OWNER_CD = null, STOCK_CD = null, CELL_CD = null } = row ?? {}
  const proposed = { OWNER_CD, STOCK_CD, FROM_CELL_CD: CELL_CD }
  const also = { ...proposed, TO_CELL_CD: null, WORK_QTY: null, ...optionalInputs }
  return ask(createMove, [{}], { also, undo: undoCreate })
}

/** Prompts for a move task of the current stock record. Proposes all that is available. */
export async function promptCreateOfStock({ ask, row }: CommandContext): Promise<boolean> {
  const free = row?.['FREE_QTY'] ?? row?.['AVAILABLE_QTY'] ?? null
  const also = { TO_CELL_CD: null, WORK_QTY: free, ...optionalInputs }
  return ask(createMoveOfStock, [{ BALANCE_ID: row?.['BALANCE_ID'] ?? null }], {
    also,
    undo: undoCreate,
  })
}

export function promptCancel({ ask, page }: CommandContext): Promise<boolean> {
  return ask(cancelMove, taskKeys(page?.rows('chosen') ?? []), {
    undo: { procedure: reopenMove, rows: taskKeys },
  })
}
