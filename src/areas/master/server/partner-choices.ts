import sql, { raw, type Sql } from 'sql-template-tag'
import { worksForPartner } from '#server/auth/partner-user.ts'

/* Data of an owner that users of its branches and partners can choose. */

/** Rows `v` of the owners that the user's branches and partners belong to. */
export function withinOwner(userId: string): Sql {
  return sql`(not ${worksForPartner(userId)} or v.owner_cd in (
    select u.owner_cd from scm_partner_user u where u.user_id = ${userId}))`
}

/**
 * Items `v` handled by the user's branches and partners. A partner without listed items handles
 * all.
 */
export function ownerItems(userId: string): Sql {
  return sql`(not ${worksForPartner(userId)} or exists (
    select from scm_partner_user u where u.user_id = ${userId} and u.owner_cd = v.owner_cd
      and (not exists (select from scm_partner_stock a
          where a.owner_cd = u.owner_cd and a.partner_cd = u.partner_cd)
        or exists (select from scm_partner_stock a where a.owner_cd = u.owner_cd
          and a.partner_cd = u.partner_cd and a.stock_cd = v.code))))`
}

export function ownerProfiles(userId: string): Sql {
  return sql`(not ${worksForPartner(userId)} or (v.owner_cd, v.code) in (
    select p.owner_cd, p.profile_cd from scm_partner_user u
    join scm_partner p using (owner_cd, partner_cd) where u.user_id = ${userId}))`
}

/**
 * Condition that the ship-to or supplier in `code` of `row` belongs to the user's branches and
 * partners. It is their own place, an additional ship-to, or named in one of their orders.
 */
export function ownerPlaces(
  userId: string,
  column: 'ship_to_cd' | 'supplier_cd',
  { row = 'v', code = 'code' } = {},
): Sql {
  const place = raw(column)
  const beside =
    column === 'ship_to_cd'
      ? sql`union all select s.owner_cd, s.ship_to_cd from scm_partner_user u
          join scm_partner_ship_to s using (owner_cd, partner_cd) where u.user_id = ${userId}`
      : sql``
  // `is true` because a branch or order without a place makes the comparison null.
  return sql`(not ${worksForPartner(userId)} or (${raw(`${row}.owner_cd, ${row}.${code}`)}) in (
    select p.owner_cd, p.${place} from scm_partner_user u
      join scm_partner p using (owner_cd, partner_cd) where u.user_id = ${userId}
    union all select o.owner_cd, o.${place} from scm_partner_user u
      join scm_order o on o.owner_cd = u.owner_cd and u.partner_cd in (o.branch_cd, o.partner_cd)
      where u.user_id = ${userId}
    ${beside})) is true`
}
