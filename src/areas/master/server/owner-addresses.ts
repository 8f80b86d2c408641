import sql from 'sql-template-tag'

/**
 * `owner_cd, mail_to, language`: the owner's e-mail address, or those of the users restricted to
 * the owner. The language is English only if all these users use English.
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
