import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { removeFactors } from '#server/auth/second-factor.ts'
import { hasUsersBeyondReach } from '#server/auth/user-reach.ts'
import type { RowError } from '#server/base/app-error.ts'
import { handleProcedure, type Handler, type SaveCall } from '#server/engine/handler.ts'
import { masterHandlers, type CheckedValue } from '#server/engine/master-handlers.ts'
import { endSessionsWhere } from '#server/security/end-sessions.ts'
import { insertEvents, noOrigin } from '#server/security/security-event.ts'
import { dropFactors, factorRules, saveFactorRules } from '../operations/factor-rules.ts'
import { factorRule } from '../tables/factor-rule.ts'
import { roleHeldByStrongerUser } from '#server/roles/change-grants.ts'
import { rejectAccounts } from './account-checks.ts'

/**
 * Errors for roles that have users beyond the caller's reach: a rule decides how all users of its
 * role log in.
 */
async function findRoleErrors(
  { tx, userId }: Pick<SaveCall, 'tx' | 'userId'>,
  named: readonly CheckedValue[],
): Promise<RowError[]> {
  const found = await tx.query<{ role_cd: string }>(sql`
    select role_cd from app_role r
    where role_cd = any(${named.map(({ value }) => value)}::text[])
      and ${hasUsersBeyondReach(sql`r.role_cd`, userId)}`)
  const others = new Set(found.map((row) => row.role_cd))
  return named.flatMap(({ no: row, value }): RowError[] =>
    others.has(value)
      ? [{ row, column: 'ROLE_CD', text: roleHeldByStrongerUser, isDenied: true }]
      : [],
  )
}

export const factorHandlers: readonly Handler[] = [
  ...masterHandlers(
    factorRule,
    { query: factorRules, save: saveFactorRules },
    {
      select: sql`select f.*, r.role_nm from factor_rule f join app_role r using (role_cd)`,
      input: ['ROLE_CD', 'NETWORKS', 'REMARK'],
      references: [{ columns: ['ROLE_CD'], table: 'app_role' }],
      history: true,
      columnCheck: { column: 'ROLE_CD', findErrors: findRoleErrors },
    },
  ),
  handleProcedure(dropFactors, async (call) => {
    await rejectAccounts(call)
    const ids = call.rows.map(({ values }) => String(values['USER_ID']).toLowerCase())
    const { userId: by, origin = noOrigin } = call
    await removeFactors(call.tx, ids)
    call.tx.later(
      insertEvents(
        origin,
        ids.map((subject) => {
          return { kind: 'FACTOR', outcome: 'OK', userId: by, subject, detail: 'RESET' } as const
        }),
      ),
    )
    await endSessionsWhere(call.tx, sql`user_id = any(${ids}::text[])`, {
      by,
      origin,
      why: 'ENDED',
    })
    return {
      message: label(
        `2단계 인증 ${formatCount(ids.length)}건을 초기화했습니다.`,
        `Two-step login reset for ${formatCount(ids.length, 'user')}.`,
      ),
    }
  }),
]
