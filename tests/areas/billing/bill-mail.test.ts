import sql from 'sql-template-tag'
import { afterAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { billMailJob, billMailKind } from '#areas/billing/server/bill-mail.ts'
import { ownerAddressMissing, payerAddressMissing } from '#areas/billing/server/mail-address.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'
import { holdJobs } from '#tests/support/held-mails.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { restartOnce } from '#tests/support/restart-once.ts'
import { getEvents } from '#tests/support/security-events.ts'

const { site, user, saved, book, typed, one } = await createFreightSite()
afterAll(() => closeVerified(site))
// The runner of the site would take the jobs that the tests run.
await holdJobs(site.db, billMailKind)

const mail = (INVOICE_NO: Value) => user.save('billing/mail-invoices', [{ INVOICE_NO }])

/** Runs the last mail of an invoice and returns its recipients. */
async function recipients(number: Value) {
  const [row] = await site.db.query<{ payload: Record<string, unknown> }>(sql`
    select payload from job where payload ->> 'INVOICE_NO' = ${String(number)}
    order by created_at desc limit 1`)
  const box = await openMailbox()
  await billMailJob(box.send).run({
    db: site.db,
    job: {
      jobId: '',
      kind: '',
      userId: null,
      wcode: null,
      attempt: 1,
      payload: row?.payload ?? {},
    },
    signal: new AbortController().signal,
    progress: async () => undefined,
  })
  return (await box.next()).to
}

test('an approved invoice is mailed to an address entered or changed after its issue', async () => {
  const id = await book()
  await typed(id, ['THC'])
  const INVOICE_NO = await one(id)
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  await saved('billing/approve-invoices', [{ INVOICE_NO, APPROVAL_NO: '1'.repeat(24) }])
  expect(rowErrors(await mail(INVOICE_NO))).toEqual([[1, 'INVOICE_NO', payerAddressMissing.ko]])
  for (const address of ['new@ship.kr', 'newer@ship.kr']) {
    await site.db.execute(
      sql`update customer set tax_email = ${address} where customer_cd = 'SHIP'`,
    )
    expect(rowErrors(await mail(INVOICE_NO))).toEqual([])
    const [event] = await getEvents(site, async () => {
      expect(await recipients(INVOICE_NO)).toEqual([address])
    })
    expect(event).toMatchObject({ kind_cd: 'MAIL', subject_cd: INVOICE_NO, detail: address })
  }
})

test('an invoice that was mailed is not mailed again if the database restarts at its event', async () => {
  const id = await book()
  await typed(id, ['THC'])
  const INVOICE_NO = await one(id)
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  await saved('billing/approve-invoices', [{ INVOICE_NO, APPROVAL_NO: '2'.repeat(24) }])
  expect(rowErrors(await mail(INVOICE_NO))).toEqual([])
  await restartOnce(site.db, 'insert on security_event for each row')
  expect(await recipients(INVOICE_NO)).toHaveLength(1)
})

test('the invoice of an owner is mailed to the address of the billing terms, then of the owner', async () => {
  await site.db.script(`insert into owner (owner_cd, owner_nm, biz_no)
    values ('POST', 'Post', '124-81-00998')`)
  const work = { OWNER_CD: 'POST', CHARGE_CD: 'EXTRA', SERVICE_DT: '20260615', REASON: 'x' }
  await saved('billing/write-charges', [{ ...work, QTY: 1, UNIT_CD: 'DOC', UNIT_PRICE: 5000 }])
  await saved('billing/close-month', [{ OWNER_CD: 'POST', BILL_MONTH: '202606' }])
  const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'POST' })
  const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  await saved('billing/issue-invoices', [{ INVOICE_NO }])
  expect(rowErrors(await mail(INVOICE_NO))).toEqual([[1, 'INVOICE_NO', ownerAddressMissing.ko]])
  await site.db.script(`update owner set email = 'own@post.kr' where owner_cd = 'POST'`)
  expect(rowErrors(await mail(INVOICE_NO))).toEqual([])
  expect(await recipients(INVOICE_NO)).toEqual(['own@post.kr'])
  await site.db.script(`insert into billing_terms (owner_cd, tax_email)
    values ('POST', 'tax@post.kr')`)
  expect(await recipients(INVOICE_NO)).toEqual(['tax@post.kr'])
})
