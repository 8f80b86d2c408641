import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { recordMissingRight } from '#ui/remote/missing-right.ts'
import { missingRightText } from '#ui/remote/missing-right-text.ts'
import { notify } from '#ui/windows/notify.tsx'

/** Names the missing permission of a screen that exists, and how to request it. */
export async function explainWithheld(MENU_ID: string): Promise<void> {
  const lack = { MENU_ID, ACTION: 'search' }
  recordMissingRight(lack)
  const text = label('이 화면의 권한이 없습니다.', 'No permission for this screen.')
  notify('warn', await missingRightText(lack, (message) => message, t(text)))
}
