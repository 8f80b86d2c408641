import type { ProcedureRunOptions, CommandContext } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { cancelMove, createMove, createMoveOfStock, reopenMove } from './move-tasks.ts'

const undoneLabel = label('되돌리기', 'Undone')

const taskKeys = (rows: readonly Partial<WireRow>[]) =>
  rows.map(({ KIND_CD = null, REF_NO = null }) => ({ KIND_CD, REF_NO }))

const undoCreate: NonNullable<ProcedureRunOptions['undo']> = {
  procedure: cancelMove,
  rows: (_, answered) =>
    taskKeys(answered).map((key) => ({ ...key, CANCEL_REASON: undoneLabel.ko })),
}

const optionalInputs = { PRIORITY: null, DUE_AT: null }

/** Prompts for a move task. Proposes item and cell of the current row. */
export function promptCreate({ runProcedure, row }: CommandContext): Promise<boolean> {
  const { OWNER_CD = null, STOCK_CD = null, CELL_CD = null } = row ?? {}
  const proposed = { OWNER_CD, STOCK_CD, FROM_CELL_CD: CELL_CD }
  const extraInputs = { ...proposed, TO_CELL_CD: null, WORK_QTY: null, ...optionalInputs }
  return runProcedure(createMove, [{}], { extraInputs, undo: undoCreate })
}

/** Prompts for a move task of the current stock record. Proposes all that is available. */
export async function promptCreateOfStock({ runProcedure, row }: CommandContext): Promise<boolean> {
  const free = row?.['FREE_QTY'] ?? row?.['AVAILABLE_QTY'] ?? null
  const extraInputs = { TO_CELL_CD: null, WORK_QTY: free, ...optionalInputs }
  return runProcedure(createMoveOfStock, [{ BALANCE_ID: row?.['BALANCE_ID'] ?? null }], {
    extraInputs,
    undo: undoCreate,
  })
}

export function promptCancel({ runProcedure, page }: CommandContext): Promise<boolean> {
  return runProcedure(cancelMove, taskKeys(page?.rows('chosen') ?? []), {
    undo: { procedure: reopenMove, rows: taskKeys },
  })
}
