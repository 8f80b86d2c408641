import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { recordSearch } from '#ui/keys/command-log.ts'
import { t } from '#ui/base/language.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { typedArguments } from '#ui/page/model/search-values.ts'
import { captureChanges } from '#ui/page/rows/preserve-row-state.ts'
import { recordIdentity } from '#ui/page/rows/record-identity.ts'
import { confirmLeave, showMessage } from '#ui/windows/message.tsx'
import { dismissErrors } from '#ui/windows/notify.tsx'
import { pageSave } from './save-page.ts'

const unsavedChangesQuestion = label(
  '저장하지 않은 변경이 있습니다. 다시 조회하기 전에 저장할까요?',
  'There are unsaved changes. Save them before searching again?',
)
const reapplyQuestion = label(
  '다른 사용자가 먼저 수정했습니다. 최신 내용을 불러와 입력한 값을 다시 적용할까요?',
  'Another user changed these rows first. Load the latest and re-apply your changes?',
)
const keptEditsNote = label(
  '최신 내용에 입력한 값을 다시 적용했습니다. 확인한 뒤 저장하세요.',
  'Your changes were re-applied to the latest rows. Check them, then save.',
)
/** Saving them could undo a deletion by another user. */
export const insertedNote = (count: number): Label =>
  label(
    `다시 조회한 결과에 없는 ${formatCount(count)}행은 새 행으로 추가했습니다.`,
    `${formatCount(count, 'row')} no longer found and added as new.`,
  )
const notGrantedNote = label(
  '이 화면의 조회 권한이 없습니다. 관리자에게 요청하세요.',
  'You do not have permission to search here. Ask your administrator.',
)

/**
 * Searches with the current fields and prompts first if edits would be lost. Returns true when all
 * rows have loaded. Calls `onFirst` after the first rows. With `isAsked`, records the search in the
 * command log.
 */
export async function searchPage(
  page: PageModel,
  onFirst: () => void = () => undefined,
  isAsked = false,
): Promise<boolean> {
  if (!page.can(page.part.source)) {
    page.showNote(t(notGrantedNote))
    return false
  }
  if (!(await page.drafts.commit()) || !page.checkSearch()) return false
  if (page.conflict && page.grid.rejections().length === 0) return searchKeepingEdits(page, onFirst)
  // An open editor stays open during the reload, so its text alone requires no prompt.
  const hasRejected = page.grid.rejections().length > 0 || page.typedLines().length > 0
  if (
    (page.isDirty || hasRejected) &&
    !(await confirmLeave(t(unsavedChangesQuestion), pageSave(page)))
  )
    return false
  if (isAsked) {
    const { screen, searchColumns, search } = page
    recordSearch(screen.route, typedArguments(screen, searchColumns, search))
  }
  return page.load(page.search, { onFirst })
}

/** After a conflict, loads the latest rows and reapplies the user's changes. */
async function searchKeepingEdits(page: PageModel, onFirst: () => void): Promise<boolean> {
  if (!(await showMessage({ kind: 'question', text: t(reapplyQuestion) }))) return false
  const reapplyEdits = captureChanges(page.grid, recordIdentity(page))
  if (!(await page.load(page.search, { onFirst }))) return false
  dismissErrors()
  const inserted = reapplyEdits()
  const notes = [keptEditsNote, ...(inserted > 0 ? [insertedNote(inserted)] : [])]
  page.showNote(notes.map(t).join(' '))
  return true
}
