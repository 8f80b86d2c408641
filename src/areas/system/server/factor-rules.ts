import sql from 'sql-template-tag'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { removeFactors } from '#server/auth/second-factor.ts'
import { hasUsersBeyondReach } from '#server/auth/user-reach.ts'
import { badRows, type RowError } from '#server/base/app-error.ts'
import {
  handleProcedure,
  type Handler,
  type ImportKind,
  type SaveCall,
} from '#server/engine/handler.ts'
import { checkUndo } from '#server/engine/undo-import.ts'
import { masterHandlers } from '#server/engine/master-handlers.ts'
import { endSessionsWhere } from '#server/security/end-sessions.ts'
import { insertEvents, noOrigin } from '#server/security/security-event.ts'
import { dropFactors, factorRules, saveFactorRules } from '../operations/factor-rules.ts'
import { factorRule } from '../tables/factor-rule.ts'
import { roleOfOthers } from '#server/roles/change-grants.ts'
import { rejectAccounts } from './account-checks.ts'

interface Named {
  readonly no: number
  readonly roleCd: string
}

/** A rule decides how all users of the role log in. Errors of roles with users beyond reach. */
async function roleErrors(
  { tx, userId }: Pick<SaveCall, 'tx' | 'userId'>,
  named: readonly Named[],
): Promise<RowError[]> {
  const found = await tx.query<{ role_cd: string }>(sql`
    select role_cd from app_role r
    where role_cd = any(${named.map(({ roleCd }) => roleCd)}::text[])
      and ${hasUsersBeyondReach(sql`r.role_cd`, userId)}`)
  const others = new Set(found.map((row) => row.role_cd))
  return named.flatMap(({ no: row, roleCd }): RowError[] =>
    others.has(roleCd) ? [{ row, column: 'ROLE_CD', text: roleOfOthers, isDenied: true }] : [],
  )
}

async function rejectRolesOfOthers(call: SaveCall): Promise<void> {
  const named = call.rows.map(({ no, values }) => ({ no, roleCd: String(values['ROLE_CD']) }))
  const errors = await roleErrors(call, named)
  if (errors.length > 0) throw badRows(errors)
}

const checkRolesOfUndo: ImportKind['undo'] = (call, entries) =>
  roleErrors(
    call,
    entries.map(({ no, key }) => ({ no, roleCd: String(key['role_cd']) })),
  )

export const factorHandlers: readonly Handler[] = [
  ...masterHandlers(
    factorRule,
    { query: factorRules, save: saveFactorRules },
    {
      select: sql`select f.*, r.role_nm from factor_rule f join app_role r using (role_cd)`,
      input: ['ROLE_CD', 'NETWORKS', 'REMARK'],
      references: [{ columns: ['ROLE_CD'], table: 'app_role' }],
      history: true,
      before: rejectRolesOfOthers,
    },
  ).map((handler) => checkUndo(handler, checkRolesOfUndo)),
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
