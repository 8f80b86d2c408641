import sql, { type Sql } from 'sql-template-tag'
import { menuByRoute } from '#areas/menu-map.ts'
import { codeLists } from '#areas/system/rules/code-lists.ts'
import { label, type Label } from '#kernel/label.ts'
import { grantOf, type Operation } from '#kernel/operation.ts'
import type { Session } from '#server/auth/session.ts'
import { routesOf } from '#server/auth/routes-of.ts'
import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/engine/app-error.ts'

/** Screens named in a refusal; more would tell no more. */
const menusNamed = 2

/** Up to three users at work who hold every right, and so could give any, as one row `names`. */
export function giversTo(userId: string): Sql {
  return sql`
    select string_agg(user_id, ', ' order by user_id) names from (
      select distinct ur.user_id from user_role ur join app_role r using (role_cd)
        join app_user u using (user_id)
      where r.all_yn = 'Y' and user_works(u) and ur.user_id <> ${userId}
      order by 1 limit 3) g`
}

/** What is missing: an action as a whole, on the screens where it would be granted. */
interface Lack {
  readonly menus: readonly string[]
  readonly action: string
}

/** Titles of screens as the site has them. */
async function titlesOf(db: Queryable, menus: readonly string[]): Promise<Label[]> {
  const own = await db.query<{ menu_id: string; ko: string | null; en: string | null }>(sql`
    select menu_id, menu_nm ko, coalesce(english_nm, menu_nm) en from site_menu
    where menu_id = any(${[...menus]}::text[])`)
  return menus.flatMap((menu) => {
    const { title } = menuByRoute(menu) ?? {}
    const said = own.find((row) => row.menu_id === menu)
    return title ? [label(said?.ko ?? title.ko, said?.en ?? title.en)] : []
  })
}

/**
 * Which right is missing and who could give it. Users bound to owners are the customers' own, who
 * are not told the names of the site's people.
 */
export async function missingGrant(
  db: Queryable,
  { userId, owners }: Pick<Session, 'userId' | 'owners'>,
  { menus, action }: Lack,
): Promise<Label> {
  const titles = await titlesOf(db, menus.slice(0, menusNamed))
  const [found] = owners ? [] : await db.query<{ names: string | null }>(giversTo(userId))
  const names = found?.names ?? null
  const word = codeLists['grant-action']?.[action] ?? label(action, action)
  const say = (language: keyof Label) =>
    [titles.map((title) => title[language]).join(', '), word[language]].filter(Boolean).join(' › ')
  const more = menus.length > menusNamed ? ' …' : ''
  return label(
    `권한이 없습니다: ${say('ko')}${more}. ${names ? `부여할 수 있는 사용자: ${names}` : '관리자에게 요청하세요.'}`,
    `No permission: ${say('en')}${more}. ${names ? `Can be granted by: ${names}` : 'Ask your administrator.'}`,
  )
}

/** The refusal of an operation, or of an action around it: which right is missing, who could give it. */
export async function ungranted(
  db: Queryable,
  session: Session,
  operation: Operation,
  action: string = operation.action,
): Promise<AppError> {
  const text = await missingGrant(db, session, { menus: routesOf(operation), action })
  return new AppError(403, 'FORBIDDEN', text, [], grantOf({ ...operation, action }))
}
