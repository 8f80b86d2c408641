import sql, { empty, type Sql } from 'sql-template-tag'
import { effectiveRights, permittedUsers } from '#areas/system/operations/effective-rights.ts'
import { toOperationGrant } from '#kernel/operation.ts'
import { anyMenu } from '#server/auth/grants.ts'
import { isWithinReach } from '#server/auth/user-reach.ts'
import { getFirstSearchedDate } from '#server/engine/searched-dates.ts'
import { handleQuery, type Handler, type QueryCall } from '#server/engine/handler.ts'
import { selectGrantors } from './missing-grant.ts'
import type { GrantCatalogue } from './grant-catalogue.ts'

function operationRows({ menus }: GrantCatalogue, { language }: QueryCall): Sql {
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
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as op(menu_id text, menu_nm text, group_nm text, menu_seq integer, service text,
      service_nm text, action_cd text, alone text)`
}

/**
 * Roles of these users, now or at a past time. A past state is derived from the first change after
 * it.
 */
function selectRoles(users: Sql, after: Sql | undefined): Sql {
  if (!after) return sql`select user_id, role_cd from user_role where user_id = any(${users})`
  return sql`
    select user_id, role_cd from (
      select distinct on (user_id, role_cd) user_id, role_cd, added = '' had from role_change
      where user_id = any(${users}) and changed_at >= ${after}
      order by user_id, role_cd, change_no) later where had
    union
    select user_id, role_cd from user_role ur where user_id = any(${users}) and not exists (
      select from role_change c where c.user_id = ur.user_id and c.role_cd = ur.role_cd
        and c.changed_at >= ${after})`
}

/** Selects those of the given users who are within the viewer's reach. */
function selectReachableUsers(users: readonly string[], viewer: string): Sql {
  return sql`(select coalesce(array_agg(u.user_id), '{}') from app_user u
    where u.user_id = any(${[...users]}::text[]) and ${isWithinReach(sql`u.user_id`, viewer)})::text[]`
}

/**
 * Grants of the roles in `has`, one word per row. Undoes later changes to get a past state. Passing
 * the roles as an array makes the planner use the key instead of a scan.
 */
function selectGrants(after: Sql | undefined): Sql {
  const now = sql`
    select rm.role_cd, rm.menu_id, a.word from role_menu rm cross join unnest(rm.actions) a(word)
    where rm.role_cd = any(array(select role_cd from has))`
  if (!after) return now
  return sql`
    select role_cd, menu_id, word from first_change where not is_added
    union
    select n.role_cd, n.menu_id, n.word from (${now}) n where not exists (
      select from first_change f
      where f.role_cd = n.role_cd and f.menu_id = n.menu_id and f.word = n.word)`
}

const firstChange = (after: Sql): Sql => sql`
  first_change as (
    select distinct on (c.role_cd, c.menu_id, w.word) c.role_cd, c.menu_id, w.word, w.is_added
    from role_change c cross join lateral (
      select unnest(string_to_array(nullif(c.added, ''), ', ')) word, true is_added
      union all select unnest(string_to_array(nullif(c.removed, ''), ', ')), false) w
    where c.menu_id is not null and c.changed_at >= ${after}
      and c.role_cd in (select role_cd from has)
    order by c.role_cd, c.menu_id, w.word, c.change_no),`

/**
 * How each role covers an operation: by its action, as a button, as a service, or with all
 * permissions.
 */
function selectReasons({ language }: QueryCall): Sql {
  const inLanguage = (ko: string, en: string) => (language === 'ko' ? ko : en)
  return sql`
    select op.menu_id, op.service, g.role_cd, ${''} way from op
      join granted g on g.menu_id = op.menu_id and g.word = op.action_cd
    union all
    select op.menu_id, op.service, g.role_cd, ${inLanguage(' (이 버튼만)', ' (this button)')} from op
      join granted g on g.menu_id = op.menu_id and g.word = op.alone
    union all
    select op.menu_id, op.service, g.role_cd, ${inLanguage(' (서비스)', ' (service)')} from op
      join granted g on g.menu_id = ${anyMenu} and g.word = op.alone
    union all
    select op.menu_id, op.service, r.role_cd, ${inLanguage(' (전체 권한)', ' (everything)')} from op
      cross join app_role r where r.all_yn = 'Y' and r.role_cd in (select role_cd from has)`
}

/** Start of the day after the searched date. Undefined if the search is for the current time. */
function readEndOfDate({ search }: QueryCall): Sql | undefined {
  const day = getFirstSearchedDate(effectiveRights.search.AS_OF_DT, search['AS_OF_DT'])
  if (day === null) return undefined
  return sql`((${day}::date + 1)::timestamp at time zone 'Asia/Seoul')`
}

function effectiveRows(catalogue: GrantCatalogue, call: QueryCall): Sql {
  const rowId = (name: string) => String(call.search[name] ?? '').toLowerCase()
  const [first, second] = [rowId('USER_ID'), rowId('OTHER_ID')]
  const after = readEndOfDate(call)
  const reachable = selectReachableUsers([first, second], call.userId)
  const reasonText = (userId: string) => sql`
    select b.menu_id, b.service,
      string_agg(distinct coalesce(r.role_nm, b.role_cd) || b.way, ', ') because
    from because b join has h using (role_cd) left join app_role r using (role_cd)
    where h.user_id = ${userId} group by b.menu_id, b.service`
  return sql`
    with op as materialized (select * from ${operationRows(catalogue, call)}),
      has as materialized (${selectRoles(reachable, after)}),
      ${after ? firstChange(after) : empty}
      granted as materialized (${selectGrants(after)}),
      because as materialized (${selectReasons(call)}),
      givers as (select g.names from (${selectGrantors(first)}) g
        where ${call.scope.owners === null} and ${first} = any(${reachable}))
    select op.group_nm, op.menu_id, op.menu_nm, op.menu_seq, op.action_cd, op.service, op.service_nm,
      case when mine.because is null then 'N' else 'Y' end may_yn, mine.because,
      case when ${second} = '' then null when theirs.because is null then 'N' else 'Y' end other_may_yn,
      theirs.because other_because,
      case when ${second} = '' then null
        when (mine.because is null) = (theirs.because is null) then 'N' else 'Y' end diff_yn,
      case when mine.because is null then givers.names end givers
    from op left join givers on true
    left join (${reasonText(first)}) mine on mine.menu_id = op.menu_id and mine.service = op.service
    left join (${reasonText(second)}) theirs
      on theirs.menu_id = op.menu_id and theirs.service = op.service`
}

function permittedUserRows(catalogue: GrantCatalogue, call: QueryCall): Sql {
  const menuId = String(call.search['MENU_ID'] ?? '')
  const wanted = catalogue.menus.get(menuId)?.operations ?? []
  const operation = wanted.find(({ name }) => name === call.search['SERVICE'])
  const alone = operation ? toOperationGrant(operation) : ''
  const words = operation ? [operation.action, alone] : []
  return sql`
    select u.user_id, u.user_nm,
      case when u.use_yn <> 'Y' then 'OFF' when user_works(u) then 'ACTIVE' else 'ENDED' end state_cd,
      string_agg(distinct r.role_nm, ', ') because
    from app_user u join user_role ur using (user_id) join app_role r using (role_cd)
    left join role_menu rm on rm.role_cd = r.role_cd and (
      rm.menu_id = ${menuId} and rm.actions && ${words}::text[]
      or rm.menu_id = ${anyMenu} and ${alone} = any(rm.actions))
    where ${operation !== undefined} and (r.all_yn = 'Y' or rm.role_cd is not null)
      and ${isWithinReach(sql`u.user_id`, call.userId)}
    group by u.user_id`
}

export function effectiveRightsHandlers(known: () => GrantCatalogue): readonly Handler[] {
  return [
    handleQuery(effectiveRights, 'v.menu_seq', (call) => effectiveRows(known(), call), [
      'USER_ID',
      'OTHER_ID',
      'AS_OF_DT',
    ]),
    handleQuery(permittedUsers, 'v.user_id', (call) => permittedUserRows(known(), call), [
      'MENU_ID',
      'SERVICE',
    ]),
  ]
}
