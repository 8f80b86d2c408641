import sql from 'sql-template-tag'
import { z } from 'zod'
import { label } from '#kernel/label.ts'
import { messages } from '#kernel/messages.ts'
import { allEntries, popupEntries } from '#areas/menu-map.ts'
import type { MenuEntry } from '#kernel/area.ts'
import { listActions, anyMenu } from '#server/auth/grants.ts'
import type { Session } from '#server/auth/session.ts'
import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { eventSources } from '#server/events/event-sources.ts'
import { changeContent, publishEvent, type NewEvent } from '#server/events/publish-event.ts'
import { assertSettingsQuota } from './storage-quota.ts'
import { describeMissingGrant } from '#server/roles/missing-grant.ts'
import { actionNames } from '#areas/system/rules/grants.ts'
import { readSiteTexts, translator } from '#server/texts/site-texts.ts'
import { buildSiteMenu, menuItem, menuPlacer, readSiteMenus, type MenuItem } from './site-menu.ts'
import { route } from './route.ts'

const emptyBody = z.looseObject({})
const menuId = z.string().max(100)

const byRoute = new Map(allEntries.map((entry) => [entry.route, entry]))

export const shellRoutes = [
  route({
    path: '/api/menuMap',
    counts: 'none',
    reads: true,
    access: 'signed-in',
    scope: 'self',
    body: emptyBody,
    answer: async (_, { db, session }) => {
      const { menuHierarchyList, place } = await siteTree(db, session)
      const myMenuList = await favourites(db, session, place)
      const favourite = new Set(myMenuList.map((item) => item.MENU_ID))
      const menuMap: Record<string, MenuItem> = {}
      for (const entry of grantedEntries(session)) {
        const permittedActions = listActions(session.grants, entry.route)
        const actions = [...permittedActions, ...(session.grants.menus.get(anyMenu) ?? [])]
        const isFavorite = favourite.has(entry.route)
        menuMap[entry.abbr] = Object.assign(place(menuItem(entry)), { isFavorite, actions })
      }
      const popupMap: Record<string, object> = {}
      for (const entry of popupEntries) {
        if (entry.abbr in menuMap) popupMap[entry.route] = menuItem(entry)
      }
      return { menuHierarchyList, menuMap, popupMap, myMenuList }
    },
  }),
  route({
    path: '/api/languageMap',
    counts: 'none',
    reads: true,
    access: 'signed-in',
    scope: 'self',
    body: emptyBody,
    answer: async (_, { db, caller }) => {
      const own = await readSiteTexts(db)
      const say = translator(own, caller.language)
      const texts = Object.entries(messages).map(([code, text]) => [code, say(text)])
      return { data: Object.fromEntries(texts), own }
    },
  }),
  route({
    path: '/api/missingGrant',
    counts: 'none',
    reads: true,
    access: 'signed-in',
    scope: 'self',
    body: z.object({ MENU_ID: menuId, ACTION: z.enum(actionNames) }),
    answer: async ({ MENU_ID, ACTION }, { db, session, caller }) => {
      // Warehouse staff see the name of any screen; other users only see names of screens they can
      // open.
      const isNamed = session.owners === null || canOpen(session, MENU_ID)
      const menus = isNamed ? [MENU_ID] : []
      const { name, text } = await describeMissingGrant(db, session, { menus, action: ACTION })
      return { name: name[caller.language], message: text[caller.language] }
    },
  }),
  route({
    path: '/api/registMyMenu',
    counts: 'save',
    access: 'signed-in',
    scope: 'self',
    body: z.object({ MENU_ID: menuId }),
    answer: async ({ MENU_ID }, { db, session, caller }) => {
      const isFavorite = await db.transaction(async (tx) => {
        const deletedCount = await tx.execute(sql`
          delete from my_menu where user_id = ${session.userId} and menu_id = ${MENU_ID}`)
        if (deletedCount) return false
        if (!canOpen(session, MENU_ID)) throw new AppError(404, 'MENU_UNKNOWN', unknownMenu)
        await tx.execute(sql`
          insert into my_menu (user_id, menu_id, menu_seq)
          select ${session.userId}, ${MENU_ID}, coalesce(max(menu_seq), 0) + 1
          from my_menu where user_id = ${session.userId}`)
        return true
      })
      const text = isFavorite ? messages.favouriteAdded : messages.favouriteRemoved
      const { place } = await siteTree(db, session)
      const myMenuList = await favourites(db, session, place)
      return { data: { myMenuList, isFavorite }, message: text[caller.language] }
    },
  }),
  route({
    path: '/api/reorderMyMenu',
    counts: 'save',
    access: 'signed-in',
    scope: 'self',
    body: z
      .array(z.looseObject({ MENU_ID: menuId, INIT_YN: z.enum(['Y', 'N']).default('N') }))
      .max(300),
    answer: async (items, { db, session, caller }) => {
      const known = items.filter((item) => canOpen(session, item.MENU_ID))
      const initial = known.find((item) => item.INIT_YN === 'Y')
      await db.transaction(async (tx) => {
        await tx.execute(sql`delete from my_menu where user_id = ${session.userId}`)
        await tx.execute(sql`
          insert into my_menu (user_id, menu_id, menu_seq, init_yn)
          select ${session.userId}, id, row_number() over (), init
          from unnest(${known.map((item) => item.MENU_ID)}::text[],
            ${known.map((item) => (item === initial ? 'Y' : 'N'))}::text[]) t(id, init)
          on conflict do nothing`)
      })
      const { place } = await siteTree(db, session)
      const myMenuList = await favourites(db, session, place)
      return { data: { myMenuList }, message: messages.saved[caller.language] }
    },
  }),
  route({
    path: '/api/insertVisitLog',
    counts: 'none',
    reads: true,
    access: 'signed-in',
    scope: 'self',
    body: z.object({ MENU_ID: menuId }),
    answer: async ({ MENU_ID }, { db, session }) => {
      // More frequent visits add no information about which screens are used.
      if (session.seenBy === null && canOpen(session, MENU_ID)) {
        await db.execute(sql`
          insert into visit_log (user_id, menu_id) select ${session.userId}, ${MENU_ID}
          where not exists (select from visit_log where user_id = ${session.userId}
            and menu_id = ${MENU_ID} and visited_at > now() - interval '1 minute')`)
      }
      return {}
    },
  }),
  route({
    path: '/api/setting/load',
    counts: 'none',
    reads: true,
    access: 'signed-in',
    scope: 'self',
    body: emptyBody,
    answer: async (_, { db, session }) => {
      const rows = await db.query<{ setting_key: string; setting_value: unknown }>(sql`
        select setting_key, setting_value from user_setting where user_id = ${session.userId}`)
      return { data: Object.fromEntries(rows.map((row) => [row.setting_key, row.setting_value])) }
    },
  }),
  route({
    path: '/api/setting/save',
    counts: 'save',
    reads: true,
    access: 'signed-in',
    scope: 'self',
    body: z.object({
      KEY: z.string().min(1).max(100),
      VALUE: z.unknown().refine((value) => isSetting(value)),
      // ID of this change. The user's other windows are notified with it, and the saving window
      // recognizes its own change.
      SAVE: z.string().max(50).optional(),
    }),
    answer: async ({ KEY, VALUE, SAVE }, { db, session }) => {
      // An administrator viewing as another user must not change that user's layout.
      if (session.seenBy !== null) return {}
      await db.transaction(async (tx) => {
        await assertSettingsQuota(tx, session.userId, KEY, VALUE)
        await tx.execute(sql`
          insert into user_setting (user_id, setting_key, setting_value)
          values (${session.userId}, ${KEY}, ${JSON.stringify(VALUE)}::jsonb)
          on conflict (user_id, setting_key)
            do update set setting_value = excluded.setting_value, updated_at = now()`)
        if (SAVE !== undefined) await publishEvent(tx, settingEvent(session.userId, KEY, SAVE))
      })
      return {}
    },
  }),
]

/** Notifies only the windows of this user about a changed setting. */
function settingEvent(userId: string, setting: string, key: string): NewEvent {
  const change = { operation: setting, tables: ['user_setting'], by: userId, key }
  return { source: eventSources.setting, userId, content: changeContent(change) }
}

/** Limits the nesting of a setting: deeper JSON could overflow the stack of a recursive reader. */
function isSetting(value: unknown, levels = 40): boolean {
  if (value === undefined || levels === 0) return false
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every((inner) => isSetting(inner, levels - 1))
}

const unknownMenu = label(
  '없는 화면이거나 권한이 없습니다.',
  'Screen not found, or you do not have permission.',
)

function canOpen(session: Session, menuId: string): boolean {
  return byRoute.has(menuId) && listActions(session.grants, menuId).length > 0
}

function grantedEntries({ grants }: Session): MenuEntry[] {
  return allEntries.filter(({ route }) => listActions(grants, route).length > 0)
}

async function siteTree(db: Queryable, session: Session) {
  const own = await readSiteMenus(db)
  const menuHierarchyList = buildSiteMenu(grantedEntries(session), own)
  return { menuHierarchyList, place: menuPlacer(menuHierarchyList, own) }
}

async function favourites(
  db: Queryable,
  session: Session,
  place: (item: MenuItem) => MenuItem,
): Promise<MenuItem[]> {
  const rows = await db.query<{ menu_id: string; menu_seq: number; init_yn: string }>(sql`
    select menu_id, menu_seq, init_yn from my_menu where user_id = ${session.userId} order by menu_seq`)
  return rows.flatMap((row) => {
    const entry = canOpen(session, row.menu_id) ? byRoute.get(row.menu_id) : undefined
    return entry ? [{ ...place(menuItem(entry, row.menu_seq)), INIT_YN: row.init_yn }] : []
  })
}
