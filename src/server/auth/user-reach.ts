import sql, { type Sql } from 'sql-template-tag'
import type { DataScope } from './caller.ts'

/**
 * A user ID, or a column of the outer query. Its table alias must not be one that this file uses.
 */
type UserSql = Sql | string

/** SQL condition: the user has a role with all permissions. */
function hasAllPermissions(user: UserSql): Sql {
  return sql`exists (select from user_role held join app_role allows using (role_cd)
    where held.user_id = ${user} and allows.all_yn = 'Y')`
}

/**
 * SQL condition: role `a` grants something the viewer lacks, so the viewer cannot grant or revoke
 * it.
 */
export function isStrongerRole(viewer: UserSql): Sql {
  return sql`not ${hasAllPermissions(viewer)} and (a.all_yn = 'Y' or exists (
    select from role_menu rm, unnest(rm.actions) wanted where rm.role_cd = a.role_cd and not exists (
      select from user_role ur join role_menu has using (role_cd)
      where ur.user_id = ${viewer} and has.menu_id = rm.menu_id
        and (wanted = any(has.actions) or split_part(wanted, ':', 1) = any(has.actions)))))`
}

/**
 * Three SQL conditions: user `subject` has permissions, warehouses or owners that `viewer` lacks.
 * The subqueries about the viewer do not depend on the subject and run once per statement.
 */
export function excessConditions(subject: Sql, viewer: UserSql) {
  return {
    roles: sql`exists (select from user_role had where had.user_id = ${subject}
      and had.role_cd in (select a.role_cd from app_role a where ${isStrongerRole(viewer)}))`,
    warehouses: sql`(not ${hasAllPermissions(viewer)} and exists (select from user_warehouse had
      where had.user_id = ${subject} and had.wcode not in (
        select own.wcode from user_warehouse own where own.user_id = ${viewer})))`,
    owners: sql`(exists (select from app_user own where own.user_id = ${viewer}
        and own.all_owners_yn = 'N')
      and (exists (select from app_user had where had.user_id = ${subject}
          and had.all_owners_yn = 'Y')
        or exists (select from user_owner had where had.user_id = ${subject}
          and had.owner_cd not in (
            select own.owner_cd from user_owner own where own.user_id = ${viewer}))))`,
  }
}

/**
 * SQL condition: the subject has no permissions, warehouses or owners that the viewer lacks. The
 * viewer can therefore see and manage the subject. Users are always within their own reach.
 */
export function isWithinReach(subject: Sql, viewer: UserSql): Sql {
  const { roles, warehouses, owners } = excessConditions(subject, viewer)
  return sql`(${subject} = ${viewer} or not (${roles} or ${warehouses} or ${owners}))`
}

/**
 * SQL condition: the viewer may refer to the subject in a row. Owner-restricted users may refer
 * only to users within their reach, the only ones they see in rows.
 */
export function isNameableBy(
  subject: Sql,
  { userId, scope }: { readonly userId: string; readonly scope: Pick<DataScope, 'owners'> },
): Sql {
  return scope.owners === null ? sql`true` : isWithinReach(subject, userId)
}

/**
 * SQL condition like `isWithinReach`, for records that remain after their user is deleted. Those
 * are visible only to viewers with all permissions.
 */
export function isWithinReachOrDeleted(subject: Sql, viewer: UserSql): Sql {
  return sql`(${isWithinReach(subject, viewer)} and (${hasAllPermissions(viewer)}
    or exists (select from app_user still where still.user_id = ${subject})))`
}

/**
 * SQL condition for records that run as a user: the user is within reach. Records of the site or of
 * a deleted user require access to the entire site.
 */
export function isSiteRecordOrWithinReach(subject: Sql, viewer: UserSql): Sql {
  return sql`case when exists (select from app_user still where still.user_id = ${subject})
    then ${isWithinReach(subject, viewer)} else ${hasSiteAccess(viewer)} end`
}

/**
 * SQL condition: the viewer has access to the entire site, that is all warehouses and all owners.
 */
export function hasSiteAccess(viewer: UserSql): Sql {
  return sql`(exists (select from app_user own where own.user_id = ${viewer}
      and own.all_owners_yn = 'Y')
    and (${hasAllPermissions(viewer)} or not exists (select from warehouse place where place.use_yn = 'Y'
      and place.wcode not in (
        select own.wcode from user_warehouse own where own.user_id = ${viewer}))))`
}

/**
 * SQL condition like `isSiteRecordOrWithinReach`, for large logs: selects the users within reach
 * once per statement. A null subject means a record of the site.
 */
export function logWithinReach(subject: Sql, viewer: UserSql): Sql {
  return sql`(${hasAllPermissions(viewer)} or ${subject} in (
      select u.user_id from app_user u where ${isWithinReach(sql`u.user_id`, viewer)})
    or ${hasSiteAccess(viewer)} and (${subject} is null
      or ${subject} not in (select u.user_id from app_user u)))`
}

/**
 * SQL condition: the role has users beyond the viewer's reach, whom a change to the role would
 * affect.
 */
export function hasUsersBeyondReach(roleCd: Sql, viewer: UserSql): Sql {
  return sql`exists (select from user_role holder where holder.role_cd = ${roleCd}
    and not ${isWithinReach(sql`holder.user_id`, viewer)})`
}
