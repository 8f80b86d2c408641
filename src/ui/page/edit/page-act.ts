import { howMany } from '#kernel/how-many.ts'
import { label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { keptEdits, putBack } from '#ui/page/rows/kept-edits.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { reloadPage } from './reload-page.ts'
import { checkParts, doneText, showRefusal } from './save-page.ts'
import { offerNext } from './next-steps.ts'
import { proposalsOf } from './proposals.ts'
import { identityOf } from './reload-page.ts'
import { saveProcedure } from '#ui/remote/save-call.ts'
import { collectRows, type SavePart } from '#ui/page/rows/save-set.ts'
import { unitsUnderWay } from '#ui/page/model/unit-fill.ts'

const nothingChosen = label(
  '선택한 행이 없습니다. 조회한 뒤 행을 선택하세요.',
  'No row selected. Search, then select rows.',
)

const onlyLooked = label(
  '과거 시점 재고는 조회만 가능합니다. 기준시각을 지우고 다시 조회하세요.',
  'Past stock is read-only. Clear "as of" and search again.',
)

/** Rows a command acts on, by stable number, and why these. */
export interface ChosenRows {
  readonly ids: readonly number[]
  readonly because: 'ticked' | 'typed' | 'current'
}

/** The ticked rows, else those that were typed into, else the current one. */
export function chosenRows(grid: GridModel): ChosenRows {
  const ticked = grid.checkedIds()
  if (ticked.length > 0) return { ids: ticked, because: 'ticked' }
  const typed = grid.changedIds().filter((id) => grid.viewRowOf(id) >= 0)
  if (typed.length > 0) return { ids: typed, because: 'typed' }
  const { current } = grid
  return { ids: current ? [grid.rowId(current.row)] : [], because: 'current' }
}

/** The chosen rows as a part to send: what people type must be there, the rest is the server's. */
function chosenPart(page: PageModel, procedure: Procedure, ids: readonly number[]): SavePart {
  return {
    model: page.grid,
    columns: page.columns.filter(({ editable }) => editable !== false),
    rows: ids.map((id) => ({ id, row: page.grid.rows.row(id) })),
    input: procedure.input,
    title: '',
    carries: () => ({}),
  }
}

/** Runs a procedure on the chosen rows, refreshes, and says what was done. True when it was. */
export function actOn(
  page: PageModel,
  procedure: Procedure,
  ids: readonly number[],
): Promise<boolean> {
  return page.working(async () => {
    const part = chosenPart(page, procedure, ids)
    return (await checkParts(page, [part])) && sendAct(page, procedure, part)
  })
}

async function sendAct(page: PageModel, procedure: Procedure, part: SavePart): Promise<boolean> {
  const ids = part.rows.map(({ id }) => id)
  const set = collectRows([part])
  const identity = identityOf(page, procedure)
  try {
    const answer = await saveProcedure(procedure, set.rows, page.keys)
    const title = t(procedure.title)
    const done =
      answer.message ||
      t(label(`${title} ${howMany(ids.length)}건`, `${title}: ${howMany(ids.length)}`))
    page.say(doneText(done, []))
    notify(answer.data?.WARNS ? 'warn' : 'success', page.note)
    const kept = keptEdits(page.grid, new Set(ids), identity)
    const dropOthers = proposalsOf(page, procedure, { ids, identity })
    // What was sent is done with; only what was typed elsewhere is still the user's.
    page.grid.acceptChanges()
    await reloadPage(page)
    dropOthers()
    putBack(page.grid, kept, identity)
    offerNext(page, set.rows)
    return true
  } catch (error) {
    await showRefusal(page, set, error)
    return false
  }
}

/**
 * The work of a work screen: its procedure on the chosen rows. True when it was done.
 */
export async function actPage(page: PageModel): Promise<boolean> {
  const { grid } = page
  const { acts } = page.screen
  if (!acts || page.busy || !page.can(acts)) return false
  if (page.isPast) {
    notify('error', t(onlyLooked))
    return false
  }
  const converting = unitsUnderWay(page)
  if (converting) await converting
  const { ids } = chosenRows(grid)
  if (ids.length === 0) {
    page.say(t(nothingChosen))
    return false
  }
  return actOn(page, acts, ids)
}
