import sql, { raw, type Sql } from 'sql-template-tag'
import { menuByRoute } from '#areas/menu-map.ts'
import { codeLists } from '#areas/code-lists.ts'
import { label, type Label } from '#kernel/label.ts'
import { toOperationGrant, type Operation } from '#kernel/operation.ts'
import { selectWarehouses, type Session } from '#server/auth/session.ts'
import { isWithinReach } from '#server/auth/user-reach.ts'
import { grantingRoutes } from '#server/auth/screen-routes.ts'
import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'

const maxNamedMenus = 2

/**
 * Selects up to three active users who could grant a missing permission: they have all permissions,
 * can manage the user and work in one of the same warehouses. Returns one row `names`.
 */
export function selectGrantors(userId: string): Sql {
  return sql`
    select string_agg(user_id, ', ' order by user_id) names from (
      select distinct ur.user_id from user_role ur join app_role r using (role_cd)
        join app_user u using (user_id)
      where r.all_yn = 'Y' and user_works(u) and ur.user_id <> ${userId}
        and ${isWithinReach(sql`${userId}::text`, raw('u.user_id'))}
        and (not exists (select from user_warehouse at where at.user_id = u.user_id)
          or exists (select from user_warehouse at where at.user_id = u.user_id
            and at.wcode in (${selectWarehouses(sql`${userId}`)})))
      order by 1 limit 3) g`
}

interface MissingOperation {
  readonly menus: readonly string[]
  readonly action: string
}

export async function readMenuTitles(
  db: Queryable,
  menus: readonly string[],
): Promise<ReadonlyMap<string, Label>> {
  const own = await db.query<{ menu_id: string; ko: string | null; en: string | null }>(sql`
    select menu_id, menu_nm ko, coalesce(english_nm, menu_nm) en from site_menu
    where menu_id = any(${[...menus]}::text[])`)
  return new Map(
    menus.flatMap((menu): [string, Label][] => {
      const { title } = menuByRoute(menu) ?? {}
      const found = own.find((row) => row.menu_id === menu)
      return title ? [[menu, label(found?.ko ?? title.ko, found?.en ?? title.en)]] : []
    }),
  )
}

interface MissingGrant {
  readonly name: Label
  readonly text: Label
}

/**
 * Describes the missing permission and who could grant it. Owner-restricted users belong to
 * customers and do not see names of warehouse staff.
 */
export async function describeMissingGrant(
  db: Queryable,
  { userId, owners }: Pick<Session, 'userId' | 'owners'>,
  { menus, action }: MissingOperation,
): Promise<MissingGrant> {
  const titles = [...(await readMenuTitles(db, menus.slice(0, maxNamedMenus))).values()]
  const [found] = owners ? [] : await db.query<{ names: string | null }>(selectGrantors(userId))
  const grantors = found?.names ?? null
  const word = codeLists['grant-action']?.[action] ?? label(action, action)
  const nameIn = (language: keyof Label) =>
    [titles.map((title) => title[language]).join(', '), word[language]].filter(Boolean).join(' › ')
  const name = label(nameIn('ko'), nameIn('en'))
  const more = menus.length > maxNamedMenus ? ' …' : ''
  const text = label(
    `권한이 없습니다: ${name.ko}${more}. ${grantors ? `부여할 수 있는 사용자: ${grantors}` : '관리자에게 요청하세요.'}`,
    `No permission: ${name.en}${more}. ${grantors ? `Can be granted by: ${grantors}` : 'Ask your administrator.'}`,
  )
  return { name, text }
}

export async function missingGrantError(
  db: Queryable,
  session: Session,
  operation: Operation,
  action: string = operation.action,
): Promise<AppError> {
  const menus = grantingRoutes(operation)
  const { text } = await describeMissingGrant(db, session, { menus, action })
  const lacks = toOperationGrant({ ...operation, action })
  return Object.assign(new AppError(403, 'FORBIDDEN', text, [], lacks), {
    requestableGrant: { menus, action },
  })
}
