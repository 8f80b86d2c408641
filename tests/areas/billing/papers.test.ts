import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { statementEvidence, taxSheet } from '#areas/billing/operations/papers.ts'
import { billingCodeLists } from '#areas/billing/rules/code-lists.ts'
import type { Value } from '#kernel/field.ts'
import { taxDocuments } from '#areas/billing/operations/papers.ts'
import { billMailJob } from '#areas/billing/server/bill-mail.ts'
import { receivedLabel } from '#areas/billing/server/cause-no.ts'
import { composeStatement, statementTitles } from '#areas/billing/server/papers.ts'
import { composeTaxDocuments } from '#areas/billing/server/tax-papers.ts'
import { invoice as invoiceTable } from '#areas/billing/tables/invoice.ts'
import { readSpreadsheet } from '#server/files/spreadsheet-reader.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { addPastStock, addPrices, chargeAll, closeUntil } from '#tests/support/billing.ts'

let site: TestSite
let user: TestUser
let INVOICE_NO: Value = null

const { output } = statementEvidence
const storage = billingCodeLists.charge.STORE.ko
const received = `${receivedLabel.ko} 2026-06-30`

beforeAll(async () => {
  site = await testSite()
  user = await site.login('admin')
  await addPastStock(site.db, { owner: 'AA', item: 'J', moved: [['2026-06-29 09:00:00', 100]] })
  await addPrices(site.db, { price_cd: 'AA', owner_cd: 'AA', unit_price: 300 })
  await addPastStock(site.db, {
    owner: 'DEC',
    item: 'J',
    cbm: 0.123457,
    moved: [['2026-06-30 09:00:00', 1]],
  })
  await addPrices(site.db, { price_cd: 'DEC', owner_cd: 'DEC', unit_price: 300 })
  await closeUntil(site.db, '20260630')
  await chargeAll(site.db)
  await site.db.execute(sql`insert into corp (corp_cd, corp_nm, biz_no, president_nm)
    values ('OWN', 'Our <Co>', '124-81-00998', 'Kim')`)
  const terms = { OWNER_CD: 'AA', BIZ_NO: '124-81-00998', REP_NM: 'Lee', TAX_EMAIL: 'a@b.kr' }
  await user.save('billing/save-terms', [
    { BATCH_FLAG: 'I', ...terms, TAX_CD: 'LINE', SECOND_YN: 'N' },
  ])
  await user.save('billing/close-month', [{ OWNER_CD: 'AA', BILL_MONTH: '202606' }])
  const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'AA' })
  INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
  await user.save('billing/issue-invoices', [
    { INVOICE_NO, CASH_AMT: 1000, REMARK1: 'June', REMARK2: 'bill' },
  ])
})
afterAll(() => closeVerified(site))

const caller = {
  userId: 'admin',
  scope: { wcode: 'W01', owners: null },
  language: 'ko' as const,
  today: '20260701',
}

const getStatement = (number: Value) =>
  composeStatement({ ...caller, db: site.db, rows: [{ INVOICE_NO: number }] })

test('the statement shows the seal of the billing company if it has one', async () => {
  const before = await getStatement(INVOICE_NO)
  expect(before.pages.map(({ seal }) => seal)).toEqual([undefined])
  await site.db.script(`
    insert into stored_file (file_sn, file_nm, media_type, byte_count, sha256, wcode, created_by)
      values ('S1', 'seal.png', 'image/png', 1, '', 'W01', 'admin');
    update corp set seal_sn = 'S1' where corp_cd = 'OWN';`)
  const [page] = (await getStatement(INVOICE_NO)).pages
  expect(page?.seal).toEqual({ name: 'Our <Co>', file: 'S1' })
  await site.db.execute(sql`update corp set seal_sn = null`)
})

test('the statement itemises its charges by day', async () => {
  const document = await getStatement(INVOICE_NO)
  const [page] = document.pages
  const [charge] = await user.query('billing/charges', { INVOICE_NO })
  expect(charge?.['DOC_NO']).toMatch(/^J\|\d+\|DRY\|FREE\|N$/)
  // A line is described by its lot, or by its receipt date if it has no lot.
  const named = String(charge?.['CAUSE_NO'])
  expect(named).toMatch(/^past-goods-\d+$/)
  expect(page?.rows.map((row) => [row[1]?.trim(), row[2], row[3], row[5], row[8]])).toEqual([
    [storage, '', 'AA v1', '10', '3,000'],
    ['·', '06-29', named, '5', '1,500'],
    ['·', '06-30', named, '5', '1,500'],
  ])
  expect(page?.heading.find(({ label }) => label === statementTitles.buyer)?.value).toBe(
    'AA 124-81-00998',
  )
})

test('printed and explained amounts retain every decimal, so they can be recalculated', async () => {
  await user.save('billing/close-month', [{ OWNER_CD: 'DEC', BILL_MONTH: '202606' }])
  const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'DEC' })
  const number = { INVOICE_NO: invoice?.['INVOICE_NO'] ?? null }
  await site.db.execute(sql`update lot set lot_no = '' where owner_cd = 'DEC'`)
  const { pages } = await composeStatement({ ...caller, db: site.db, rows: [number] })
  expect(pages[0]?.rows.map((row) => [row[3], row[5], row[8]])).toEqual([
    ['DEC v1', '0.123457', '37'],
    [received, '0.123457', '37.0371'],
  ])
  const [charge] = await user.query('billing/charges', number)
  const [why] = await user.query('billing/why', { CHARGE_NO: charge?.['CHARGE_NO'] ?? null })
  expect(why).toMatchObject({
    TEXT: '0.123457 CBM × 300 = 37.0371  (DEC v1)',
    DOC_NO: received,
  })
})

test('an invoice of an owner is dated within the period it bills', async () => {
  await site.db.execute(sql`update owner set biz_no = '124-81-00998' where owner_cd = 'DEC'`)
  const [invoice] = await user.query('billing/invoices', { OWNER_CD: 'DEC' })
  const issue = (WRITE_DT: string) =>
    user.save('billing/issue-invoices', [{ INVOICE_NO: invoice?.['INVOICE_NO'] ?? null, WRITE_DT }])
  for (const other of ['20260531', '20260701'])
    expect(rowErrors(await issue(other)).map(([, column]) => column)).toEqual(['WRITE_DT'])
  expect((await issue('20260629')).status).toBe(200)
})

test('the evidence sheet lists every charge of the statement with its cause', async () => {
  const rows = await user.query('billing/statement-evidence', { INVOICE_NO })
  expect(
    rows.map((row) => [row['SERVICE_DT'], row['CAUSE_CD'], row['STOCK_CD'], row['AMOUNT']]),
  ).toEqual([
    ['20260629', 'DAY', 'J', 1500],
    ['20260630', 'DAY', 'J', 1500],
  ])
})

const getDocument = async (number: Value) => {
  const request = { ...caller, db: site.db, rows: [{ INVOICE_NO: number }] }
  return (await composeTaxDocuments(request)).files[0]?.content ?? ''
}

test('a bulk form row contains the parties, items and payment of an invoice', async () => {
  const [row] = await user.query('billing/tax-sheet', { INVOICE_NO })
  expect(row).toMatchObject({
    KIND_CD: '01',
    WRITE_DT: '20260630',
    SUPPLIER_BIZ_NO: '124-81-00998',
    SUPPLIER_MANAGER_NM: 'admin',
    BUYER_REP_NM: 'Lee',
    BUYER_EMAIL: 'a@b.kr',
    SUPPLY_AMT: 3000,
    TAX_AMT: 300,
    NOTES: 'June bill',
    LINE_DAY1: '30',
    ITEM_NM1: storage,
    QTY1: 10,
    UNIT_PRICE1: 300,
    SUPPLY_AMT1: 3000,
    TAX_AMT1: 300,
    ITEM_NM2: null,
    CASH_AMT: 1000,
    CREDIT_AMT: 2300,
    CLAIM_CD: '02',
    FAULT: null,
  })
})

test('the report server, which a link can open, does not record the delivery of a tax document', async () => {
  const job = { reportName: taxDocuments.name, jsondata: JSON.stringify([{ INVOICE_NO }]) }
  expect((await user.call('/oz80/server', job)).status).toBe(403)
  expect(
    await site.db.query(sql`select sent_at from invoice where invoice_no = ${INVOICE_NO}`),
  ).toEqual([{ sent_at: null }])
})

test('the tax document escapes its text and states the payment', async () => {
  const xml = await getDocument(INVOICE_NO)
  expect(xml).toContain('<TypeCode>0101</TypeCode>')
  expect(xml).toContain('<NameText>Our &lt;Co&gt;</NameText>')
  expect(xml).toContain('<GrandTotalAmount>3300</GrandTotalAmount>')
  expect(xml).toContain('<ID>1248100998</ID>')
  expect(xml).toContain('<TypeCode>40</TypeCode><PaidAmount>2300</PaidAmount>')
})

const correct = (row: Record<string, Value>) =>
  user.save('billing/correct-invoice', [{ INVOICE_NO, ...row }])
const getFault = async (row: Record<string, Value>) => rowErrors(await correct(row))[0]?.[1]
const getCorrections = () => user.query('billing/invoices', { ORIGIN_NO: INVOICE_NO })

test('corrections are separate invoices that carry their reason code', async () => {
  expect(await getFault({ CORRECT_CD: '2' })).toBe('DIFF_AMT')
  expect(await getFault({ CORRECT_CD: '3', DIFF_AMT: 500 })).toBe('DIFF_AMT')
  expect(await getFault({ CORRECT_CD: '2', DIFF_AMT: -3001 })).toBe('DIFF_AMT')
  expect((await correct({ CORRECT_CD: '2', DIFF_AMT: -505 })).status).toBe(200)
  expect((await correct({ CORRECT_CD: '1' })).status).toBe(200)
  const created = await getCorrections()
  const sums = created.map((row) => [row['CORRECT_CD'], row['SUPPLY_AMT'], row['TAX_AMT']])
  expect(sums.toReversed()).toEqual([
    ['2', -505, -50],
    ['1', -3000, -300],
    ['1', 3000, 300],
  ])
  const [credited] = (await getStatement(created.at(-1)?.['INVOICE_NO'] ?? null)).pages
  const written = credited?.heading.map(({ label, value }) => [label, value])
  expect(written).toContainEqual([statementTitles.net, '(505) KRW'])
  expect(written).toContainEqual([statementTitles.total, '(555) KRW'])
  // A correction has the date of the original.
  expect(created[0]).toMatchObject({ WRITE_DT: '20260630' })
})

test('a correction cannot be uploaded before its original has an approval number', async () => {
  const [last] = await getCorrections()
  const number = last?.['INVOICE_NO'] ?? null
  const errors = async () => (await user.query('billing/tax-sheet', { INVOICE_NO: number }))[0]
  expect(await errors()).toMatchObject({
    CORRECT_CD: '1',
    FAULT: taxSheet.output.ORIGIN_APPROVAL_NO.label.ko,
  })
  const APPROVAL_NO = '202607011234567812345678'
  await user.save('billing/approve-invoices', [{ INVOICE_NO, APPROVAL_NO }])
  expect(await errors()).toMatchObject({ FAULT: null, ORIGIN_APPROVAL_NO: APPROVAL_NO })
  const xml = await getDocument(number)
  expect(xml).toContain('<TypeCode>0201</TypeCode>')
  expect(xml).toContain(`<OriginalIssueID>${APPROVAL_NO}</OriginalIssueID>`)
  expect(xml).toContain('<AmendmentStatusCode>01</AmendmentStatusCode>')
})

test('a fully credited invoice cannot be corrected again, and its credit is set off', async () => {
  expect((await correct({ CORRECT_CD: '2', DIFF_AMT: -2495 })).status).toBe(200)
  expect(await getFault({ CORRECT_CD: '4' })).toBe('INVOICE_NO')
  const [credit] = await getCorrections()
  const again = await user.save('billing/correct-invoice', [
    { INVOICE_NO: credit?.['INVOICE_NO'] ?? null, CORRECT_CD: '4' },
  ])
  expect(rowErrors(again)[0]?.[2]).toMatch(/당초 청구서를 수정/)
  const owed = await user.query('billing/receivables', { OWNER_CD: 'AA' })
  const remaining = owed.reduce((sum, row) => sum + Number(row['OPEN_AMT']), 0)
  const all = [
    ...(await getCorrections()),
    ...(await user.query('billing/invoices', { INVOICE_NO })),
  ]
  const total = (column: string) => all.reduce((sum, row) => sum + Number(row[column]), 0)
  // 1,000 was received in cash at the issue.
  expect(total('CASH_AMT')).toBe(1000)
  expect(remaining).toBe(total('TOTAL_AMT') - 1000)
  expect((await user.query('billing/invoices', { INVOICE_NO }))[0]).toMatchObject({
    STATE_CD: '60',
  })
})

test('an invoice is mailed once per save and five times an hour', async () => {
  const send = () => user.save('billing/mail-invoices', [{ INVOICE_NO }, { INVOICE_NO }])
  for (let mail = 1; mail <= 5; mail += 1) {
    expect((await send()).status).toBe(200)
    expect(await site.db.query(sql`select from job where kind = 'bill-mail'`)).toHaveLength(mail)
  }
  expect(rowErrors(await send())).toEqual([[2, 'INVOICE_NO', expect.any(String)]])
  await site.db.execute(sql`delete from job where kind = 'bill-mail'`)
})

test('the statement is mailed to the owner with its evidence as a spreadsheet', async () => {
  expect((await user.save('billing/mail-invoices', [{ INVOICE_NO }])).status).toBe(200)
  const [row] = await site.db.query<{ payload: Record<string, unknown> }>(sql`
    select payload from job where kind = 'bill-mail'`)
  const box = await openMailbox()
  const job = { jobId: '', kind: '', userId: null, wcode: null, attempt: 1 }
  await billMailJob(box.send).run({
    db: site.db,
    job: { ...job, payload: row?.payload ?? {} },
    signal: new AbortController().signal,
    progress: async () => undefined,
  })
  const { to, text, attachments } = await box.next()
  expect(to).toEqual(['a@b.kr'])
  expect(text).toContain('Our <Co> 2026년 6월 거래명세서')
  expect(text).toContain(`${invoiceTable.fields.INVOICE_NO.label.ko}: ${String(INVOICE_NO)}`)
  const [paper, sheet] = attachments
  expect(paper?.name.endsWith('.pdf')).toBe(true)
  expect(paper?.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(sheet?.name.endsWith('.xlsx')).toBe(true)
  const { rows } = await readSpreadsheet(sheet?.bytes ?? Buffer.alloc(0), { fileName: 'a.xlsx' })
  const [titles, ...charges] = rows.map(({ cells }) => cells)
  const getCells = (title: string) => charges.map((cells) => cells[titles?.indexOf(title) ?? -1])
  expect(getCells(output.CHARGE_CD.label.ko)).toEqual([storage, storage])
  expect(getCells(output.SERVICE_DT.label.ko)).toEqual([
    { date: '2026-06-29' },
    { date: '2026-06-30' },
  ])
  expect(getCells(output.AMOUNT.label.ko).map(Number)).toEqual([1500, 1500])
})
