import sql from 'sql-template-tag'
import type { Action } from '#kernel/operation.ts'
import { grantingRoutes } from '#server/auth/screen-routes.ts'
import { handlers } from '#server/site/registry.ts'
import type { TestSite } from './app.ts'

export const allActions: readonly Action[] = [
  'search',
  'save',
  'delete',
  'import',
  'export',
  'print',
]

/** Grants a role every action of every menu. Only their scope then limits its users. */
export async function grantEverything(site: TestSite, role: string): Promise<void> {
  const menus = [...new Set(handlers.flatMap(({ operation }) => grantingRoutes(operation)))]
  await site.db.execute(sql`
    insert into role_menu (role_cd, menu_id, actions)
    select ${role}, menu, ${[...allActions]}::text[] from unnest(${menus}::text[]) menu
    on conflict (role_cd, menu_id) do update set actions = excluded.actions`)
}
