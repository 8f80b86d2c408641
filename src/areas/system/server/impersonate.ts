import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { invalidRows } from '#server/base/app-error.ts'
import { handleProcedure } from '#server/engine/handler.ts'
import { insertEvents, noOrigin } from '#server/security/security-event.ts'
import { impersonateUser } from '../operations/users.ts'
import { rejectAccounts } from './account-checks.ts'

const minutes = 30

export const impersonateHandler = handleProcedure(impersonateUser, async (call) => {
  await rejectAccounts(call)
  const { tx, userId, origin = noOrigin } = call
  const subject = String(call.rows[0]?.values['USER_ID']).toLowerCase()
  const begun = await tx.execute(sql`
    insert into see_as (actor_id, user_id, until_at)
    select ${userId}, u.user_id, now() + make_interval(mins => ${minutes}::int) from app_user u
    where u.user_id = ${subject} and u.user_id <> ${userId} and user_works(u)
    on conflict (actor_id) do update set user_id = excluded.user_id, until_at = excluded.until_at`)
  if (begun === 0) {
    const text = label('사용 중인 다른 사용자를 선택하세요.', 'Select another active user.')
    throw invalidRows([{ row: call.rows[0]?.no ?? 1, column: 'USER_ID', text }])
  }
  tx.later(
    insertEvents(origin, [{ kind: 'SEE_AS', outcome: 'OK', userId, subject, detail: 'BEGIN' }]),
  )
  return {
    message: label(
      `${minutes}분 동안 ${subject} 사용자의 화면을 읽기 전용으로 봅니다.`,
      `You are viewing as ${subject} for ${formatCount(minutes, 'minute')} (read-only).`,
    ),
  }
})
