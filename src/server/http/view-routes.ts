import sql, { raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { label } from '#kernel/label.ts'
import { periodNames } from '#kernel/period.ts'
import { listActions } from '#server/auth/grants.ts'
import { valueColumns } from '#server/auth/screen-routes.ts'
import type { Session } from '#server/auth/session.ts'
import { excessConditions, isWithinReach } from '#server/auth/user-reach.ts'
import type { Queryable } from '#server/db/database.ts'
import { AppError, forbidden } from '#server/base/app-error.ts'
import { filterOperators } from '#server/engine/filter-sql.ts'
import type { SignedContext } from './context.ts'
import { assertViewsQuota } from './storage-quota.ts'
import { route } from './route.ts'

const menuId = z.string().min(1).max(100)
const gridCd = z.enum(['grid', 'lines'])
const columnId = z.string().max(60)
const cell = z.union([z.string().max(1000), z.number(), z.null()])

const periods = Object.keys(periodNames) as (keyof typeof periodNames)[]

/** Grid layout as plain data, never executed. */
const content = z.object({
  columns: z
    .array(
      z.object({
        id: columnId,
        width: z.number().min(0).max(5000),
        hidden: z.boolean(),
        frozen: z.boolean(),
      }),
    )
    .max(500),
  sort: z.array(z.object({ column: columnId, direction: z.enum(['asc', 'desc']) })).max(20),
  filters: z
    .array(
      z.object({
        column: columnId,
        operator: z.enum(filterOperators),
        values: z.array(cell).max(1000),
        typed: z
          .object({ operator: z.enum(filterOperators), text: z.string().max(200) })
          .optional(),
      }),
    )
    .max(100),
  groups: z
    .array(z.object({ column: columnId, period: z.enum(periods).optional() }))
    .max(20)
    .optional(),
})

export const viewRoutes = [
  route({
    path: '/api/view/list',
    counts: 'none',
    reads: true,
    access: 'granted',
    scope: 'self',
    body: z.object({ MENU_ID: menuId, GRID: gridCd.default('grid') }),
    answer: async ({ MENU_ID, GRID }, context) => {
      rejectUngrantedMenu(context, MENU_ID)
      const { db, session } = context
      const views = await db.query(sql`
        select v.view_no "VIEW_NO", v.view_nm "VIEW_NM", v.role_cd "ROLE_CD", r.role_nm "ROLE_NM",
          case when ${session.owners === null} or ${isWithinReach(sql`v.user_id`, session.userId)} then v.user_id else '-' end "USER_ID",
          v.user_id = ${session.userId} "MINE", v.content "CONTENT"
        from grid_view v left join app_role r using (role_cd)
        where v.menu_id = ${MENU_ID} and v.grid_cd = ${GRID}
          and (v.user_id = ${session.userId} or v.role_cd in (
            select role_cd from user_role where user_id = ${session.userId})
            and (${isWithinReach(sql`${session.userId}::text`, raw('v.user_id'))}
              or ${isWithinReach(sql`v.user_id`, session.userId)})
            and ${namesOwnRecords(session, MENU_ID)})
        order by v.user_id <> ${session.userId}, v.view_nm`)
      return { data: { VIEWS: views, ROLES: await rolesToShareWith(db, context) } }
    },
  }),
  route({
    path: '/api/view/save',
    counts: 'save',
    access: 'granted',
    scope: 'self',
    body: z.object({
      MENU_ID: menuId,
      GRID: gridCd.default('grid'),
      VIEW_NM: z.string().trim().min(1).max(60),
      ROLE_CD: z.string().max(50).nullable().default(null),
      CONTENT: content,
    }),
    answer: async (body, context) => {
      const { MENU_ID, GRID, VIEW_NM, ROLE_CD, CONTENT } = body
      rejectUngrantedMenu(context, MENU_ID)
      const { db, session } = context
      if (ROLE_CD !== null) {
        const roles = await rolesToShareWith(db, context)
        if (!roles.some((role) => role['CODE'] === ROLE_CD)) throw forbidden()
      }
      const [saved] = await db.transaction(async (tx) => {
        await assertViewsQuota(tx, session.userId, CONTENT)
        // Overwrites the user's view of the same name, which makes the call idempotent.
        return tx.query<{ view_no: number }>(sql`
          insert into grid_view (user_id, menu_id, grid_cd, view_nm, role_cd, content)
          values (${session.userId}, ${MENU_ID}, ${GRID}, ${VIEW_NM}, ${ROLE_CD},
            ${JSON.stringify(CONTENT)}::jsonb)
          on conflict (user_id, menu_id, grid_cd, view_nm) do update
            set role_cd = excluded.role_cd, content = excluded.content,
              version = grid_view.version + 1, updated_at = now()
          returning view_no`)
      })
      return { data: { VIEW_NO: saved?.view_no ?? null } }
    },
  }),
  route({
    path: '/api/view/delete',
    counts: 'save',
    access: 'signed-in',
    scope: 'self',
    body: z.object({ VIEW_NO: z.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    answer: async ({ VIEW_NO }, { db, session }) => {
      const deletedCount = await db.execute(sql`
        delete from grid_view where view_no = ${VIEW_NO} and user_id = ${session.userId}`)
      if (deletedCount === 0) {
        const text = label('삭제할 수 있는 보기가 아닙니다.', 'You cannot delete this view.')
        throw new AppError(404, 'VIEW_UNKNOWN', text)
      }
      return {}
    },
  }),
]

/**
 * SQL condition: the filters of view `v` of another user name no record beyond the owners, branch
 * or partner of the session. Which record a text refers to is unknown, so texts are accepted only
 * from authors who see no more than the session does.
 */
function namesOwnRecords({ owners, userId, forPartner }: Session, menu: string): Sql {
  if (owners === null && !forPartner) return sql`true`
  // The branch or partner of the author is not compared: most differ.
  const authorSeesOthers = forPartner ? sql`true` : excessConditions(sql`v.user_id`, userId).owners
  return sql`not exists (
    select from jsonb_array_elements(v.content -> 'filters') f,
      jsonb_array_elements_text(f -> 'values') named
    where named <> '' and case when f ->> 'column' in ('OWNER_CD', 'OWNER_NM')
      then named not in (select unnest(array[o.owner_cd, o.owner_nm]) from owner o
        where o.owner_cd = any(${[...(owners ?? [])]}::text[]))
      else f ->> 'column' <> all(${[...valueColumns(menu)]}::text[]) and ${authorSeesOthers} end)`
}

function rejectUngrantedMenu({ session }: SignedContext, menu: string): void {
  if (listActions(session.grants, menu).length === 0) throw forbidden()
}

/** Roles the user can share views with: their own, or all for users with every permission. */
function rolesToShareWith(db: Queryable, { session }: SignedContext) {
  return db.query(sql`
    select role_cd "CODE", role_nm "NAME" from app_role
    where ${session.grants.all} or role_cd in (
      select role_cd from user_role where user_id = ${session.userId})
    order by role_cd`)
}
