import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { openToLevel } from '#ui/grid/model/grouping.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import type { SavePlace } from '#ui/page/rows/save-set.ts'
import { notify } from '#ui/windows/notify.tsx'

const revealedNote = label(
  '오류가 있는 행이 숨겨져 있어 필터를 해제하거나 그룹을 펼쳤습니다.',
  'Filters were cleared or groups opened, because they hid rows with errors.',
)

/**
 * Clears filters and opens groups that hide rows with errors, or the document of such lines.
 * Otherwise row numbers in messages would be those of other rows. Returns false if all are shown.
 */
export function revealRows(page: PageModel, places: readonly SavePlace[]): boolean {
  const owners = new Map(page.changedLines().map(({ owner, model }) => [model, owner.id]))
  const revealed = places.map(({ part: { model }, id }) => {
    const owner = owners.get(model)
    const isOwner = owner !== undefined && revealRow(page.grid, owner)
    return revealRow(model, id) || isOwner
  })
  const isAny = revealed.includes(true)
  if (isAny) notify('info', t(revealedNote))
  return isAny
}

function revealRow(model: GridModel, id: number): boolean {
  const { rows } = model
  if (model.windows || model.viewRowOf(id) >= 0 || rows.order.indexOf(id) < 0) return false
  if (rows.arranged.indexOf(id) < 0) model.filter([])
  if (model.viewRowOf(id) < 0 && rows.grouping) openToLevel(model, rows.grouping.keys.length)
  return true
}
