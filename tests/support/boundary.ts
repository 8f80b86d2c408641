import sql from 'sql-template-tag'
import { grantEverything } from './all-actions.ts'
import type { TestSite } from './app.ts'

/** Where a row is: in one warehouse, of one owner. */
export interface Place {
  readonly wcode: string
  readonly owner: string
}

export const ownerPlaces: readonly Place[] = ['W01', 'W02'].flatMap((wcode) =>
  ['HANBIT', 'GIFT'].map((owner) => ({ wcode, owner })),
)

export interface BoundUser {
  readonly id: string
  readonly warehouses: readonly string[]
  /** Null for all owners. */
  readonly owners: readonly string[] | null
  readonly role: 'EVERY' | 'NOTHING'
}

const [everywhere, one] = [['W01', 'W02'], ['GIFT']]

/** Users bound to an owner, to a warehouse, to both and to neither, and one without permissions. */
export const boundUsers = {
  wide: { id: 'wide', warehouses: everywhere, owners: null, role: 'EVERY' },
  owner: { id: 'owner', warehouses: everywhere, owners: one, role: 'EVERY' },
  place: { id: 'place', warehouses: ['W02'], owners: null, role: 'EVERY' },
  both: { id: 'both', warehouses: ['W02'], owners: one, role: 'EVERY' },
  none: { id: 'none', warehouses: everywhere, owners: null, role: 'NOTHING' },
} as const satisfies Record<string, BoundUser>

export const everyUser: readonly BoundUser[] = Object.values(boundUsers)

export function canReach({ warehouses, owners }: BoundUser, { wcode, owner }: Place): boolean {
  return warehouses.includes(wcode) && (owners === null || owners.includes(owner))
}

export async function addBoundUsers(
  site: TestSite,
  users: readonly BoundUser[] = everyUser,
): Promise<void> {
  await site.db.script(`
    insert into app_role (role_cd, role_nm) values ('EVERY', 'e') on conflict do nothing`)
  await grantEverything(site, 'EVERY')
  for (const { id, warehouses, owners, role } of users) {
    await site.db.execute(sql`
      insert into app_user (user_id, user_nm, password_hash, email, all_owners_yn)
      select ${id}, ${id}, password_hash, ${`${id}@example.com`}, ${owners === null ? 'Y' : 'N'}
      from app_user where user_id = 'admin'`)
    await site.db.execute(sql`insert into user_role (user_id, role_cd) values (${id}, ${role})`)
    await site.db.execute(sql`insert into user_warehouse (user_id, wcode)
      select ${id}, unnest(${[...warehouses]}::text[])`)
    await site.db.execute(sql`insert into user_owner (user_id, owner_cd)
      select ${id}, unnest(${[...(owners ?? [])]}::text[])`)
  }
}

/** Grants the role NOTHING one action of one menu, and revokes it after the test. */
export async function runWithGrant<T>(
  site: TestSite,
  grant: { readonly menu: string; readonly action: string },
  act: () => Promise<T>,
): Promise<T> {
  await site.db.execute(sql`insert into role_menu (role_cd, menu_id, actions)
    values ('NOTHING', ${grant.menu}, array[${grant.action}])`)
  try {
    return await act()
  } finally {
    await site.db.execute(sql`delete from role_menu where role_cd = 'NOTHING'`)
  }
}
