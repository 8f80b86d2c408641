import sql, { raw, type Sql } from 'sql-template-tag'
import { worksForPartner } from '#server/auth/partner-user.ts'

/* What users of an owner's branches and partners may choose of what is kept of the owner. */

/** Rows `v` of the owners of their branches and partners. */
export function ofTheirOwner(userId: string): Sql {
  return sql`(not ${worksForPartner(userId)} or v.owner_cd in (
    select u.owner_cd from scm_partner_user u where u.user_id = ${userId}))`
}

/** Items `v` that one of their branches and partners handles: all where none are listed for it. */
export function theirItems(userId: string): Sql {
  return sql`(not ${worksForPartner(userId)} or exists (
    select from scm_partner_user u where u.user_id = ${userId} and u.owner_cd = v.owner_cd
      and (not exists (select from scm_partner_stock a
          where a.owner_cd = u.owner_cd and a.partner_cd = u.partner_cd)
        or exists (select from scm_partner_stock a where a.owner_cd = u.owner_cd
          and a.partner_cd = u.partner_cd and a.stock_cd = v.code))))`
}

/** Rows `v` that one of their branches and partners is tied to by its profile. */
export function theirProfiles(userId: string): Sql {
  return sql`(not ${worksForPartner(userId)} or (v.owner_cd, v.code) in (
    select p.owner_cd, p.profile_cd from scm_partner_user u
    join scm_partner p using (owner_cd, partner_cd) where u.user_id = ${userId}))`
}

/**
 * Whether a ship-to or supplier, in `code` of `row`, is theirs: that of the branch or partner
 * itself, one that is kept for it beside, or one that an order of it names already.
 */
export function theirPlaces(
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
  // A branch or an order without a place makes the comparison unknown, which is no.
  return sql`(not ${worksForPartner(userId)} or (${raw(`${row}.owner_cd, ${row}.${code}`)}) in (
    select p.owner_cd, p.${place} from scm_partner_user u
      join scm_partner p using (owner_cd, partner_cd) where u.user_id = ${userId}
    union all select o.owner_cd, o.${place} from scm_partner_user u
      join scm_order o on o.owner_cd = u.owner_cd and u.partner_cd in (o.branch_cd, o.partner_cd)
      where u.user_id = ${userId}
    ${beside})) is true`
}
