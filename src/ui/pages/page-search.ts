import { label } from '#kernel/label.ts'
import { t } from '#ui/language.ts'
import { showMessage } from '#ui/popups/message.tsx'
import type { PageModel } from './page-model.ts'

const discard = label(
  '저장하지 않은 변경이 있습니다. 버리고 다시 조회할까요?',
  'There are unsaved changes. Discard them and search again?',
)
const notGranted = label(
  '이 화면의 조회 권한이 없습니다. 관리자에게 요청하세요.',
  'You may not search on this screen. Ask the administrator.',
)

/** Searches with what the fields hold, asking first where edits would be lost. True when done. */
export async function searchPage(page: PageModel): Promise<boolean> {
  if (!page.can(page.screen.grid.source.action)) {
    page.note = t(notGranted)
    page.changed()
    return false
  }
  if (!(await page.drafts.commit()) || !page.checkSearch()) return false
  if (page.isDirty && !(await showMessage({ kind: 'question', text: t(discard) }))) return false
  return page.load()
}
