import sql from 'sql-template-tag'

/**
 * `owner_cd, mail_to, language`: where an owner is written to: the address of the owner's record,
 * else those of the users who are bound to the owner; in English where all of these read English.
 */
export const ownerAddresses = sql`
  select o.owner_cd,
    case when trim(o.email) <> '' then array[trim(o.email)] else u.mails end mail_to,
    case when trim(o.email) <> '' or not u.is_english then 'ko' else 'en' end "language"
  from owner o
  left join lateral (
    select array_agg(distinct trim(u.email)) mails, bool_and(u.lang_cd = 'en') is_english
    from user_owner x join app_user u using (user_id)
    where x.owner_cd = o.owner_cd and u.all_owners_yn = 'N' and trim(u.email) <> ''
      and user_works(u)) u on true`
