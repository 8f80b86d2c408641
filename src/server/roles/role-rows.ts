import sql, { type Sql } from 'sql-template-tag'
import type { Language } from '#kernel/label.ts'
import { toOperationGrant } from '#kernel/operation.ts'
import { anyMenu } from '#server/auth/grants.ts'
import { grantingRoutes } from '#server/auth/screen-routes.ts'
import { isWithinReach } from '#server/auth/user-reach.ts'
import type { QueryCall } from '#server/engine/handler.ts'
import type { GrantCatalogue } from './grant-catalogue.ts'

/** Menus as a relation `m`, named in the caller's language. */
export function menuRows({ menus }: GrantCatalogue, language: Language): Sql {
  const rows = [...menus.values()].map(({ menuId, names, groups, seq, offered }) => ({
    menu_id: menuId,
    menu_nm: names[language],
    group_nm: groups[language],
    menu_seq: seq,
    offered: [...offered].join(' '),
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as m(menu_id text, menu_nm text, group_nm text, menu_seq integer, offered text)`
}

const flagColumns = sql`
  case when 'search' = any(rm.actions) then 'Y' else 'N' end search_yn,
  case when 'save' = any(rm.actions) then 'Y' else 'N' end save_yn,
  case when 'delete' = any(rm.actions) then 'Y' else 'N' end delete_yn,
  case when 'import' = any(rm.actions) then 'Y' else 'N' end import_yn,
  case when 'export' = any(rm.actions) then 'Y' else 'N' end export_yn,
  case when 'print' = any(rm.actions) then 'Y' else 'N' end print_yn,
  (select count(*)::integer from unnest(rm.actions) a where a like '%:%') alone_count`

/**
 * All combinations of menus and roles, except roles with all permissions. Rows without a grant have
 * version 0.
 */
export function roleMenuRows(catalogue: GrantCatalogue, { language }: QueryCall): Sql {
  return sql`
    select r.role_cd, r.role_nm, m.group_nm, m.menu_id, m.menu_nm, m.menu_seq, m.offered,
      ${flagColumns}, coalesce(rm.version, 0) version, rm.updated_by, rm.updated_at
    from app_role r cross join ${menuRows(catalogue, language)}
    left join role_menu rm on rm.role_cd = r.role_cd and rm.menu_id = m.menu_id
    where r.all_yn = 'N'`
}

export function rolesMenuRows(catalogue: GrantCatalogue, { language }: QueryCall): Sql {
  return sql`
    select r.role_cd, r.role_nm, m.group_nm, m.menu_id, m.menu_nm, m.menu_seq, m.offered,
      ${flagColumns}, rm.version, rm.updated_by, rm.updated_at
    from app_role r join role_menu rm using (role_cd)
    join ${menuRows(catalogue, language)} on m.menu_id = rm.menu_id
    where rm.actions <> '{}'`
}

/** Number of users within the viewer's reach who have the role. */
export const countRoleUsers = (roleCd: Sql, viewer: string): Sql => sql`
  (select count(*)::integer from user_role holder where holder.role_cd = ${roleCd}
    and ${isWithinReach(sql`holder.user_id`, viewer)})`

export const roleRows = ({ userId }: QueryCall): Sql => sql`
  select r.*, ${countRoleUsers(sql`r.role_cd`, userId)} user_count,
    case when r.all_yn = 'Y' then null else (select count(*)::integer from role_menu rm
      where rm.role_cd = r.role_cd and rm.menu_id <> ${anyMenu} and rm.actions <> '{}')
    end menu_count
  from app_role r`

export function roleButtonRows({ menus }: GrantCatalogue, { language }: QueryCall): Sql {
  const rows = [...menus.values()].flatMap(({ menuId, names, groups, seq, operations }) =>
    operations.map((operation, index) => ({
      menu_id: menuId,
      menu_nm: names[language],
      group_nm: groups[language],
      menu_seq: seq * 1000 + index,
      service: operation.name,
      service_nm: operation.title[language],
      action_cd: operation.action,
      alone: toOperationGrant(operation),
    })),
  )
  return sql`
    select r.role_cd, r.role_nm, m.group_nm, m.menu_id, m.menu_nm, m.menu_seq, m.service,
      m.service_nm, m.action_cd,
      case when m.action_cd = any(rm.actions) or m.alone = any(rm.actions) then 'Y' else 'N' end
        grant_yn,
      case when m.action_cd = any(rm.actions) then 'ACTION'
        when m.alone = any(rm.actions) then 'ALONE' end way_cd,
      coalesce(rm.version, 0) version, rm.updated_by, rm.updated_at
    from app_role r cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m(menu_id text, menu_nm text, group_nm text, menu_seq integer, service text,
        service_nm text, action_cd text, alone text)
    left join role_menu rm on rm.role_cd = r.role_cd and rm.menu_id = m.menu_id
    where r.all_yn = 'N'`
}

export function roleServiceRows({ menus, services }: GrantCatalogue, call: QueryCall): Sql {
  const rows = [...services].map(([alone, operation]) => {
    const own = grantingRoutes(operation)
    return {
      alone,
      service: operation.name,
      service_nm: operation.title[call.language],
      action_cd: operation.action,
      menu_ids: own,
      menu_nms: own.map((menu) => menus.get(menu)?.names[call.language] ?? menu).join(', '),
    }
  })
  return sql`
    select r.role_cd, r.role_nm, s.service, s.service_nm, s.action_cd, s.menu_nms,
      case when exists (select from role_menu x where x.role_cd = r.role_cd
        and x.menu_id = any(s.menu_ids) and (s.action_cd = any(x.actions) or s.alone = any(x.actions)))
        then 'Y' else 'N' end menu_yn,
      case when s.alone = any(rm.actions) then 'Y' else 'N' end grant_yn,
      coalesce(rm.version, 0) version, rm.updated_by, rm.updated_at
    from app_role r cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s(alone text, service text, service_nm text, action_cd text, menu_ids text[], menu_nms text)
    left join role_menu rm on rm.role_cd = r.role_cd and rm.menu_id = ${anyMenu}
    where r.all_yn = 'N'`
}
