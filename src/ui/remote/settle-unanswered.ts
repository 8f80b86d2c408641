import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { showErrors, showMessage } from '#ui/windows/message.tsx'
import { notify } from '#ui/windows/notify.tsx'
import { repeatAction } from './save-call.ts'
import { forget, unansweredActions } from './unanswered.ts'

const unansweredText = (title: string) =>
  label(
    `화면을 다시 여는 동안 "${title}" 작업의 응답을 받지 못했습니다. 결과를 확인할까요? 아직 처리되지 않았으면 지금 처리합니다.`,
    `The page was reloaded before "${title}" had a response. Check its outcome? If it has not run, it runs now.`,
  )

/** Asks about each action whose response a reload lost, and sends it again with its key. */
export async function settleUnanswered(): Promise<void> {
  for (const action of unansweredActions()) {
    const { title, key } = action
    // oxlint-disable-next-line no-await-in-loop -- questions are asked in turn
    if (await showMessage({ kind: 'question', text: t(unansweredText(title)) })) {
      // oxlint-disable-next-line no-await-in-loop
      const answer = await showErrors(() => repeatAction(action))
      if (answer) notify('success', `${title}: ${answer.message}`)
    }
    forget(key)
  }
}
