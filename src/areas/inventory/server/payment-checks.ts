import sql from 'sql-template-tag'
import type { LedgerCheck } from './ledger-check.ts'

export const paymentChecks: readonly LedgerCheck[] = [
  {
    name: 'Matched amount of a payment = sum of its matches, 0 if cancelled',
    ko: '입금의 매칭액 = 매칭 합계, 취소한 입금은 0',
    subject: 'payment',
    looked: sql`select count(*) n from payment`,
    breaches: (only) => sql`
      select p.payment_no, p.matched_amt, coalesce(m.amount, 0) matches, p.cancelled_at
      from payment p left join lateral (
        select sum(coalesce(m.paid_amount, m.amount)) amount from payment_match m
        where m.payment_no = p.payment_no) m on true
      where ${only('p.payment_no')} and (p.matched_amt <> coalesce(m.amount, 0)
        or p.cancelled_at is not null and p.matched_amt <> 0)`,
  },
  {
    name: 'Refunded amount of a payment = sum of its refunds',
    ko: '입금의 환불액 = 환불 합계',
    subject: 'payment',
    looked: sql`select count(*) n from payment`,
    breaches: (only) => sql`
      select p.payment_no, p.refunded_amt, f.amount refunds
      from payment p cross join lateral (
        select coalesce(sum(f.amount), 0) amount from payment_refund f
        where f.payment_no = p.payment_no and f.cancelled_at is null) f
      where ${only('p.payment_no')} and p.refunded_amt <> f.amount`,
  },
  {
    name: 'Paid amount of an invoice = sum of its matches and refunds',
    ko: '청구서의 입금액 = 매칭·환불 합계',
    subject: 'invoice',
    looked: sql`select count(*) n from invoice`,
    breaches: (only) => sql`
      select i.invoice_no, i.paid_amt, m.amount matches
      from invoice i cross join lateral (
        select coalesce(sum(m.amount), 0) amount from (
          select m.amount from payment_match m where m.invoice_no = i.invoice_no
          union all
          select -m.amount from payment_match m where m.credit_no = i.invoice_no
          union all
          select -f.amount from payment_refund f
          where f.credit_no = i.invoice_no and f.cancelled_at is null) m) m
      where ${only('i.invoice_no')} and i.paid_amt <> m.amount`,
  },
]
