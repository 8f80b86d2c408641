import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { remainingCustomer } from '#areas/freight/server/freight-bookings.ts'

/** Place of customer `c` to which invoices go: the one for billing, otherwise the head office. */
export const billingPlace = sql`(
  select address, person_nm, email from customer_place p where p.customer_cd = c.customer_cd
    and p.use_yn = 'Y' order by p.place_cd <> 'BILL', p.place_cd <> 'HEAD', p.line_no limit 1)`

/** Address of owner `o` with billing terms `t`. */
export const ownerMail = sql`coalesce(t.tax_email, o.email)`
/** Address of customer `c` with billing place `p`. */
export const payerMail = sql`coalesce(c.tax_email, p.email)`

/**
 * Address to which invoice `i` is mailed: the present one of its owner or payer, otherwise that of
 * its issue.
 */
export const mailAddress = sql`coalesce(
  (select ${ownerMail} from owner o left join billing_terms t using (owner_cd)
    where o.owner_cd = i.owner_cd),
  (select ${payerMail} from customer c left join lateral ${billingPlace} p on true
    where c.customer_cd = ${remainingCustomer(sql`i.payer_cd`)}),
  i.buyer ->> 'EMAIL')`

export const ownerAddressMissing = label(
  '화주의 이메일이 없습니다. 청구조건에 입력하세요.',
  'The owner has no email address. Enter it in the billing terms.',
)
export const payerAddressMissing = label(
  '청구처의 이메일이 없습니다. 거래처관리에 입력하세요.',
  'The payer has no email address. Enter it in Customers.',
)
