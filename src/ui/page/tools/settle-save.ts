import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { SaveSet } from '#ui/page/rows/save-set.ts'
import { CallError } from '#ui/remote/api.ts'
import { saveProcedure, type SaveKeys, type SaveResponse } from '#ui/remote/save-call.ts'

export interface EarlierSave {
  readonly sent: SaveSet
  readonly answer: SaveResponse
}

/**
 * Settles an earlier save without a response before other rows are sent: it may have run, and its
 * rows would be saved twice. Returns its response, or undefined if there is none or the server
 * rejects it. Throws CallError if the outcome remains unknown.
 */
export async function settleEarlierSave(
  page: PageModel,
  procedure: Procedure,
  rows: readonly WireRow[],
): Promise<EarlierSave | undefined> {
  const { unansweredSave, keys } = page
  if (!unansweredSave || !keys.isOther(procedure, rows)) return undefined
  try {
    return { sent: unansweredSave, answer: await repeatSave(keys) }
  } catch (error) {
    if (keys.unsettled || !(error instanceof CallError)) throw error
    return undefined
  }
}

interface SentBody {
  readonly PROCEDURE: string
  readonly ROWS: readonly WireRow[]
}

/**
 * Sends the pending save once more, which keeps its key, and returns the response it had, if any.
 * Throws CallError if it is rejected: nothing was saved.
 */
function repeatSave(keys: SaveKeys): Promise<SaveResponse> {
  if (!keys.unsettled) throw new Error('no save is pending')
  const { PROCEDURE: name, ROWS: rows } = JSON.parse(keys.unsettled.body) as SentBody
  return saveProcedure({ name }, rows, keys)
}
