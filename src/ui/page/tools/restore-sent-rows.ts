import type { WireRow } from '#kernel/field.ts'
import type { RowFlag } from '#ui/grid/rows/change-tracking.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { SentState } from '#ui/page/rows/grid-draft.ts'
import { pickInput, type SavePlace, type SaveSet, type SentRow } from '#ui/page/rows/save-set.ts'
import type { UnsettledSave } from '#ui/remote/save-call.ts'
import { collectSaveParts } from './save-page.ts'

/** Rows of a grid as sent in the save without a response, by row id. */
export function sentStates(
  { unansweredSave, keys }: PageModel,
  model: GridModel,
): Map<number, SentState> {
  if (!unansweredSave || !keys.unsettled) return new Map()
  const own = [...unansweredSave.places].filter(([, { part }]) => part.model === model)
  const rows = new Map(own.flatMap(([, { part }]) => part.rows).map((row) => [row.id, row]))
  return new Map(
    own.flatMap(([number, { id }]) => {
      const was = rows.get(id)
      return was ? [[id, { number, row: was.row, flag: was.flag }]] : []
    }),
  )
}

export interface SentPlace {
  readonly number: number
  readonly model: GridModel
  readonly id: number
}

interface SaveBody {
  readonly ROWS: readonly (WireRow & { readonly NO: number; readonly BATCH_FLAG?: RowFlag })[]
}

/** Rows of a save without a response, in the grids they were restored to. */
export function restoreSentRows(
  page: PageModel,
  { body }: UnsettledSave,
  restored: readonly SentPlace[],
): SaveSet {
  const { ROWS: rows } = JSON.parse(body) as SaveBody
  const byNumber = new Map(rows.map((row) => [row.NO, row]))
  const places = new Map<number, SavePlace>()
  const models = new Set(restored.map(({ model }) => model))
  const parts = collectSaveParts(page, models).map((part) => {
    const sent = restored.flatMap(({ number, model, id }): SentRow[] => {
      const row = byNumber.get(number)
      if (!row || model !== part.model) return []
      const flag = row.BATCH_FLAG
      const before = { ...model.rows.row(id), ...pickInput(row, part.input) }
      return [{ id, row: before, ...(flag && { flag }) }]
    })
    const own = { ...part, rows: sent }
    for (const { number, model, id } of restored) {
      if (model === part.model) places.set(number, { part: own, id })
    }
    return own
  })
  return { parts, rows, places }
}
