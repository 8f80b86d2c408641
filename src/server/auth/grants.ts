import sql, { raw, type Sql } from 'sql-template-tag'
import { partnerMenus } from './partner-menus.ts'
import { worksForPartner } from './partner-user.ts'
import { toOperationGrant, type Operation } from '#kernel/operation.ts'
import type { Queryable } from '#server/db/database.ts'
import { grantingRoutes } from './screen-routes.ts'

/**
 * Combined permissions of a user's roles: everything, or grants per menu. A grant is an action
 * (`save`) or a single operation (`save:area/name`).
 */
export interface Grants {
  readonly all: boolean
  readonly menus: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Pseudo-menu for operations that a role can call regardless of its screens. Grants single
 * operations only, never an action.
 */
export const anyMenu = '*'

/**
 * Returns whether the grants cover an operation. Its routes can grant its action or the operation
 * by name; `anyMenu` can grant it by name only.
 */
export function canCall(grants: Grants, operation: Operation): boolean {
  if (grants.all) return true
  const alone = toOperationGrant(operation)
  if (grants.menus.get(anyMenu)?.has(alone)) return true
  return grantingRoutes(operation).some((route) => {
    const granted = grants.menus.get(route)
    return granted !== undefined && (granted.has(operation.action) || granted.has(alone))
  })
}

export function listActions(grants: Grants, menu: string): readonly string[] {
  if (grants.all) return ['search', 'save', 'delete', 'import', 'export', 'print']
  return [...(grants.menus.get(menu) ?? [])]
}

/**
 * Returns whether a user's own grants include a grant they want to give or revoke: the same
 * grant or its action.
 */
export function hasGrant(own: Grants, menu: string, granted: string): boolean {
  if (own.all) return true
  const has = own.menus.get(menu)
  const [action = ''] = granted.split(':')
  return has !== undefined && (has.has(granted) || has.has(action))
}

/**
 * SQL condition: the grant in `role_menu rm` applies to the user. Partner users are limited to a
 * few menus.
 */
export function canHaveMenu(userColumn: string): Sql {
  return sql`(not ${worksForPartner(raw(userColumn))} or rm.menu_id = any(${[...partnerMenus]}::text[]))`
}

/** SQL version of `canCall`: whether the user may call the operation in row `op`. */
export function callGrantedSql(userId: string): Sql {
  return sql`exists (
    select from user_role ur join app_role r using (role_cd) where ur.user_id = ${userId} and (
      (r.all_yn = 'Y' and not ${worksForPartner(raw('ur.user_id'))})
      or exists (select from role_menu rm where rm.role_cd = ur.role_cd
        and ${canHaveMenu('ur.user_id')} and (
          (rm.menu_id = any(op.routes) and rm.actions && array[op.action, op.alone])
          or (rm.menu_id = ${anyMenu} and op.alone = any(rm.actions))))))`
}

export async function readGrants(db: Queryable, userId: string): Promise<Grants> {
  const rows = await db.query<{ all_yn: string; menu_id: string | null; actions: string[] | null }>(
    sql`select case when ${worksForPartner(raw('ur.user_id'))} then 'N' else r.all_yn end all_yn,
        rm.menu_id, rm.actions
      from user_role ur join app_role r using (role_cd)
      left join role_menu rm on rm.role_cd = ur.role_cd and ${canHaveMenu('ur.user_id')}
      where ur.user_id = ${userId}`,
  )
  const menus = new Map<string, Set<string>>()
  for (const { menu_id: menu, actions } of rows) {
    if (menu) menus.set(menu, new Set([...(menus.get(menu) ?? []), ...(actions ?? [])]))
  }
  return { all: rows.some((row) => row.all_yn === 'Y'), menus }
}
