import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import { handleProcedure, handleQuery, type SaveCall } from '#server/engine/handler.ts'
import { excessConditions, isStrongerRole, isWithinReach } from '#server/auth/user-reach.ts'
import { roleNotFound } from '#server/roles/change-grants.ts'
import { isBeyondReach, unreachableUser } from './reach-error.ts'
import { saveUserRoles, userRoles, users } from '../operations/user-roles.ts'

export const usersHandler = handleQuery(
  users,
  'v.user_id',
  ({ userId }) => sql`
    select user_id, user_nm, use_yn, coalesce((
      select string_agg(role_nm, ', ' order by role_nm) from user_role join app_role using (role_cd)
      where user_role.user_id = u.user_id), '') roles
    from app_user u where ${isWithinReach(sql`u.user_id`, userId)}`,
)

export const userRolesHandler = handleQuery(
  userRoles,
  'v.role_cd',
  ({ search, userId }) => sql`
    select u.user_id, r.role_cd, r.role_nm,
      case when exists (select from user_role ur where ur.role_cd = r.role_cd
        and ur.user_id = u.user_id) then 'Y' else 'N' end have_yn,
      case when r.all_yn = 'Y' then '∞' else
        (select count(*)::text from role_menu rm where rm.role_cd = r.role_cd
          and rm.menu_id <> '*' and rm.actions <> '{}') end menu_count
    from app_role r join app_user u on u.user_id = ${String(search['USER_ID'] ?? '')}
    where ${isWithinReach(sql`u.user_id`, userId)}`,
  ['USER_ID'],
)

interface Change extends Record<string, unknown> {
  no: number
  user_id: string
  knows_user: boolean
  knows_role: boolean
  is_stronger: boolean
  more_roles: boolean
  more_warehouses: boolean
  more_owners: boolean
}

export interface RoleOfUser {
  readonly no: number
  readonly userId: string
  readonly roleCd: string
  readonly has: boolean
}

/**
 * Grants and revokes roles. Users cannot grant or revoke more than they have or change their own
 * roles. An administrator therefore always remains. Roles already as requested are skipped.
 * @param column where an error is reported
 */
export async function changeUserRoles(
  call: SaveCall,
  wanted: readonly RoleOfUser[],
  column: string,
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
    as g(no integer, "userId" text, "roleCd" text, has boolean)`
  // Serializes role changes. Otherwise two administrators could revoke each other's role.
  await call.tx.query(sql`select pg_advisory_xact_lock(hashtextextended('user_role', 6))`)
  const more = excessConditions(sql`u.user_id`, call.userId)
  const rows = await call.tx.query<Change>(sql`
    select g.no, g."userId" user_id, u.user_id is not null knows_user,
      a.role_cd is not null knows_role, ${isStrongerRole(call.userId)} is_stronger,
      ${more.roles} more_roles, ${more.warehouses} more_warehouses, ${more.owners} more_owners
    from ${given} left join app_user u on u.user_id = g."userId"
    left join app_role a on a.role_cd = g."roleCd"
    order by g.no`)
  const errors = rows.flatMap((row): RowError[] => {
    const text = findError(call, row)
    return text ? [{ row: row.no, column, text, isDenied: true }] : []
  })
  if (errors.length) throw invalidRows(errors)
  await call.tx.execute(sql`
    insert into role_change (changed_by, role_cd, user_id, added, removed)
    select ${call.userId}, c."roleCd", c."userId", case when c.has then c."userId" else '' end,
      case when c.has then '' else c."userId" end
    from (select distinct g."userId", g."roleCd", g.has from ${given}) c
    where c.has <> exists (select from user_role ur
      where ur.user_id = c."userId" and ur.role_cd = c."roleCd")`)
  await call.tx.execute(sql`
    delete from user_role ur using ${given}
    where ur.user_id = g."userId" and ur.role_cd = g."roleCd" and not g.has`)
  await call.tx.execute(sql`
    insert into user_role (user_id, role_cd)
    select distinct g."userId", g."roleCd" from ${given} where g.has on conflict do nothing`)
  await call.tx.execute(sql`
    update app_user set version = version + 1, updated_by = ${call.userId}, updated_at = now()
    where user_id = any(${rows.map((row) => row.user_id)}::text[])`)
}

export const saveUserRolesHandler = handleProcedure(saveUserRoles, async (call) => {
  const wanted = call.rows.map(({ no, values }) => ({
    no,
    userId: String(values['USER_ID']),
    roleCd: String(values['ROLE_CD']),
    has: values['HAVE_YN'] === 'Y',
  }))
  await changeUserRoles(call, wanted, 'ROLE_CD')
  return { message: label('역할을 저장했습니다.', 'Roles saved.') }
})

export const roleExceedsCaller = label(
  '본인보다 권한이 많은 역할은 부여할 수 없습니다.',
  'You cannot grant a role with more permissions than you have.',
)

function findError(call: SaveCall, row: Change) {
  if (!row.knows_user || isBeyondReach(row)) return unreachableUser
  if (!row.knows_role) return roleNotFound
  if (row.user_id === call.userId) {
    return label(
      '본인의 역할은 변경할 수 없습니다. 다른 관리자에게 요청하세요.',
      'You cannot change your own roles. Ask another administrator.',
    )
  }
  return row.is_stronger ? roleExceedsCaller : undefined
}
