import { issuePassword, passwordSlip } from '#areas/system/operations/first-password.ts'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { t } from '#ui/base/language.ts'
import { showPrinted } from '#ui/page/tools/page-print.tsx'
import { saveProcedure, SaveKeys } from '#ui/remote/save-call.ts'
import { findPage } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { showErrors, showMessage } from '#ui/windows/message.tsx'

const replaceQuestion = (id: string) =>
  label(
    `${id}: 임시 비밀번호를 발급하면 현재 비밀번호와 로그인은 즉시 사용할 수 없습니다. 발급할까요?`,
    `${id}: a temporary password ends the current password and all logins immediately. Issue one?`,
  )

const passwordText = (id: string, password: string) =>
  label(
    `${id}: 임시 비밀번호는 지금 한 번만 표시됩니다. 전달할 쪽지를 인쇄할까요?\n\n${password}`,
    `${id}: this temporary password is shown only once. Print a slip to hand over?\n\n${password}`,
  )

/**
 * Issues a temporary password, shows it once and prints it as a slip if the user agrees. Confirms
 * first if the user has logged in before.
 */
export async function openFirstPassword(row: WireRow): Promise<boolean> {
  const { USER_ID = null, LOGGED_IN_AT } = row
  const id = String(USER_ID ?? '')
  const isReplacement = LOGGED_IN_AT !== null
  if (isReplacement && !(await showMessage({ kind: 'question', text: t(replaceQuestion(id)) }))) {
    return false
  }
  const issued = await showErrors(() =>
    saveProcedure(issuePassword, [{ NO: 1, USER_ID }], new SaveKeys()),
  )
  const PASSWORD = issued?.data?.rows?.[0]?.['PASSWORD']
  if (typeof PASSWORD !== 'string') return false
  // The row has a new version now.
  const reloaded = findPage(activeTab().key)?.handle.search()
  const text = t(passwordText(id, PASSWORD))
  // Shown again after printing, because the printer may have failed.
  while (await showMessage({ kind: 'question', title: t(passwordSlip.title), text })) {
    await showPrinted(passwordSlip, [{ USER_ID, PASSWORD }])
  }
  await reloaded
  return true
}
