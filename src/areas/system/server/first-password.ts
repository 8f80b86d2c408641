import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { generatePassword, hashPassword } from '#server/auth/password.ts'
import { clearPasswordFailures } from '#server/auth/login-limits.ts'
import { isWithinReach } from '#server/auth/user-reach.ts'
import { invalidRows } from '#server/base/app-error.ts'
import { handlePrint, handleProcedure, type Handler } from '#server/engine/handler.ts'
import { printStamp } from '#server/print/line-table.ts'
import { endSessionsWhere } from '#server/security/end-sessions.ts'
import { insertEvents, noOrigin } from '#server/security/security-event.ts'
import { issuePassword, passwordSlip } from '../operations/first-password.ts'
import { rejectAccounts } from './account-checks.ts'

const text = {
  unknown: label(
    '등록되지 않았거나 중지된 사용자입니다. 먼저 저장하세요.',
    'The user is not registered or is inactive. Save the user first.',
  ),
  self: label('본인의 비밀번호는 내 정보에서 변경하세요.', 'Change your own password in My info.'),
  issued: label('임시 비밀번호를 발급했습니다.', 'Temporary password issued.'),
  heads: { id: label('아이디', 'User ID'), name: label('이름', 'Name') },
  password: label('임시 비밀번호', 'Temporary password'),
} as const

const advice = label(
  '처음 로그인하면 새 비밀번호를 정합니다. 로그인한 뒤 이 종이를 파기하세요.',
  'You choose your own password at the first login. Destroy this slip afterwards.',
)

const issueHandler = handleProcedure(issuePassword, async (call) => {
  await rejectAccounts(call)
  const { tx, userId: by, origin = noOrigin, rows } = call
  const no = rows[0]?.no ?? 1
  const userId = String(rows[0]?.values['USER_ID'] ?? '').toLowerCase()
  const refuse = (error: typeof text.self) =>
    invalidRows([{ row: no, column: 'USER_ID', text: error }])
  if (userId === by) throw refuse(text.self)
  const password = generatePassword()
  const hash = await hashPassword(password, undefined, by)
  const done = await tx.execute(sql`
    update app_user set password_hash = ${hash}, must_change_yn = 'Y', version = version + 1,
      updated_by = ${by}, updated_at = now()
    where user_id = ${userId} and use_yn = 'Y'`)
  if (done === 0) throw refuse(text.unknown)
  await tx.execute(sql`delete from password_token where user_id = ${userId}`)
  await clearPasswordFailures(tx, userId)
  await endSessionsWhere(tx, sql`user_id = ${userId}`, { by, origin, why: 'RESET' })
  const event = { kind: 'PASSWORD_RESET', outcome: 'OK', userId: by, subject: userId } as const
  tx.later(insertEvents(origin, [{ ...event, detail: 'ISSUED' }]))
  return { rows: [{ ROW: no }], once: { PASSWORD: password }, message: text.issued }
})

const slipHandler = handlePrint(passwordSlip, async ({ db, rows, userId: by, language }) => {
  const ids = rows.map((row) => String(row['USER_ID']).toLowerCase())
  const users = await db.query<{ user_id: string; user_nm: string }>(sql`
    select user_id, user_nm from app_user u
    where user_id = any(${ids}::text[]) and ${isWithinReach(sql`u.user_id`, by)}`)
  const names = new Map(users.map((user) => [user.user_id, user.user_nm]))
  const unknown = ids.flatMap((id, index) =>
    names.has(id) ? [] : [{ row: index + 1, column: 'USER_ID', text: text.unknown }],
  )
  if (unknown.length > 0) throw invalidRows(unknown)
  return {
    title: text.password,
    paper: 'A5',
    orientation: 'landscape',
    copies: 1,
    fileName: `${text.password[language]}_${ids[0] ?? ''}`,
    printed: printStamp(by),
    pages: ids.map((id, index) => ({
      heading: [
        { label: text.heads.id, value: id },
        { label: text.heads.name, value: names.get(id) ?? '' },
      ],
      columns: [{ title: text.password, width: 1, align: 'center', large: true }],
      rows: [[String(rows[index]?.['PASSWORD'])]],
      notes: [advice[language]],
    })),
  }
})

export const firstPasswordHandlers: readonly Handler[] = [issueHandler, slipHandler]
