import type { CommandContext } from '#kernel/command.ts'
import { closeRecall } from './recalls.ts'

/** Prompts for a reason if shipped stock of one of the recalls has not been returned. */
export function promptCloseRecall(context: CommandContext): Promise<boolean> {
  const rows = (context.page?.rows('chosen') ?? []).filter((row) => row['RECALL_NO'])
  const isOut = rows.some((row) => Number(row['OUT_QTY'] ?? 0) > 0)
  return context.runProcedure(
    closeRecall,
    rows.map(({ RECALL_NO = null }) => ({ RECALL_NO })),
    isOut ? { extraInputs: { REASON: null } } : {},
  )
}
