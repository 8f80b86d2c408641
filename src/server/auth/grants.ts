import sql, { raw, type Sql } from 'sql-template-tag'
import { partnerMenus } from './partner-menus.ts'
import { worksForPartner } from './partner-user.ts'
import { grantOf, type Operation } from '#kernel/operation.ts'
import type { Queryable } from '#server/db/database.ts'
import { routesOf } from './routes-of.ts'

/**
 * What the user's roles add up to: everything, or what is granted per menu. That is an action
 * (`save`), or one operation alone (`save:area/name`).
 */
export interface Grants {
  readonly all: boolean
  readonly menus: ReadonlyMap<string, ReadonlySet<string>>
}

/** Holds operations that a role may call whatever screens it has; never a whole action. */
export const anyMenu = '*'

/** Whether the grants cover an operation: its action or itself on one of its routes, or itself alone. */
export function mayCall(grants: Grants, operation: Operation): boolean {
  if (grants.all) return true
  const alone = grantOf(operation)
  if (grants.menus.get(anyMenu)?.has(alone)) return true
  return routesOf(operation).some((route) => {
    const granted = grants.menus.get(route)
    return granted !== undefined && (granted.has(operation.action) || granted.has(alone))
  })
}

/** What is granted on one menu; empty when the menu is not the user's. */
export function actionsOf(grants: Grants, menu: string): readonly string[] {
  if (grants.all) return ['search', 'save', 'delete', 'import', 'export', 'print']
  return [...(grants.menus.get(menu) ?? [])]
}

/** Whether somebody has himself what he would give or take: the same, or the action around it. */
export function hasGrant(own: Grants, menu: string, granted: string): boolean {
  if (own.all) return true
  const has = own.menus.get(menu)
  const [action = ''] = granted.split(':')
  return has !== undefined && (has.has(granted) || has.has(action))
}

/** Whether a user may have what a row of `role_menu rm` grants: of users of partners few menus alone. */
export function mayHaveMenu(userColumn: string): Sql {
  return sql`(rm.menu_id = any(${[...partnerMenus]}::text[]) or not ${worksForPartner(raw(userColumn))})`
}

/** The same as `mayCall`, for the database: whether a user may carry out what a row `op` names. */
export function callsGranted(userId: string): Sql {
  return sql`exists (
    select from user_role ur join app_role r using (role_cd) where ur.user_id = ${userId} and (
      (r.all_yn = 'Y' and not ${worksForPartner(raw('ur.user_id'))})
      or exists (select from role_menu rm where rm.role_cd = ur.role_cd
        and ${mayHaveMenu('ur.user_id')} and (
          (rm.menu_id = any(op.routes) and rm.actions && array[op.action, op.alone])
          or (rm.menu_id = ${anyMenu} and op.alone = any(rm.actions))))))`
}

/** What the roles of a user add up to at this moment. */
export async function readGrants(db: Queryable, userId: string): Promise<Grants> {
  const rows = await db.query<{ all_yn: string; menu_id: string | null; actions: string[] | null }>(
    sql`select case when ${worksForPartner(raw('ur.user_id'))} then 'N' else r.all_yn end all_yn,
        rm.menu_id, rm.actions
      from user_role ur join app_role r using (role_cd)
      left join role_menu rm on rm.role_cd = ur.role_cd and ${mayHaveMenu('ur.user_id')}
      where ur.user_id = ${userId}`,
  )
  const menus = new Map<string, Set<string>>()
  for (const { menu_id: menu, actions } of rows) {
    if (menu) menus.set(menu, new Set([...(menus.get(menu) ?? []), ...(actions ?? [])]))
  }
  return { all: rows.some((row) => row.all_yn === 'Y'), menus }
}
