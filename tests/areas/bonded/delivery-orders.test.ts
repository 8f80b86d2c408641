import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { arrivalNoticeJob } from '#areas/bonded/server/arrival-notice-mail.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { addSheds, arrive, clearCargo, ok, open, release } from '#tests/support/customs-floor.ts'
import { rowErrors } from '#tests/support/floor.ts'
import { holdJobs } from '#tests/support/held-mails.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { restartOnce } from '#tests/support/restart-once.ts'
import { getEvents } from '#tests/support/security-events.ts'
import { readPdfText } from '#tests/server/print/pdf-text.ts'

type Row = Record<string, Value>

let site: TestSite
let user: TestUser

beforeAll(async () => {
  site = await testSite({ referenceData: true })
  await site.db.script(`
    insert into carrier (carrier_cd, carrier_nm) values ('HMM', 'HMM');
    insert into vessel (vessel_cd, vessel_nm) values ('HHOPE', 'HYUNDAI HOPE');
    insert into customer (customer_cd, customer_nm) values ('SHIP', 'Shipper'), ('CONS', 'Consignee'),
      ('NOTI', 'Notify'), ('MUTE', 'Mute'), ('OLDC', 'Old'), ('NEWC', 'New');
    insert into customer_place (customer_cd, line_no, place_cd, email) values
      ('CONS', 1, 'HEAD', 'cons@example.com'), ('NOTI', 1, 'HEAD', 'head@example.com'),
      ('NOTI', 2, 'CONTACT', 'noti@example.com');
    insert into freight_item (freight_cd, freight_nm, mode_cd, division_cd, basis_cd, vat_cd, pay_cd,
      currency_cd) values ('DOF', 'Handling fee', 'ANY', 'IN', 'BL', 'TAX', 'COLLECT', 'KRW')`)
  user = await site.login('admin')
  await addSheds(user)
  await holdJobs(site.db, 'arrival-notice')
})
afterAll(() => closeVerified(site))

const row = (type: 'H' | 'L', more: Row): Row => ({
  BATCH_FLAG: 'I',
  ROW_TYPE: type,
  DOC_REF: 'n1',
  ...more,
})
const daysAhead = (days = 0) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')

let created = 0

async function book(more: Row = {}): Promise<string> {
  created += 1
  const { data } = ok(
    await user.save('freight/save-booking', [
      row('H', {
        CARRIER_CD: 'HMM',
        POL_CD: 'CNSHA',
        POD_CD: 'KRPUS',
        VESSEL_CD: 'HHOPE',
        VOYAGE_NO: `${created}E`,
        BOOK_DT: '20261101',
        ETD: '20261110180000',
        ETA: '20261120090000',
        SHIPPER_CD: 'SHIP',
        CONSIGNEE_CD: 'CONS',
        NOTIFY_CD: 'NOTI',
        GOODS_NM: 'Implants',
        PACKAGE_QTY: 88,
        PACKAGE_CD: 'CT',
        WEIGHT_KG: 1172.2,
        BL_NO: `HDMU${created}`,
        ...more,
      }),
      row('L', { CNTR_TP: '22G1', CNTR_QTY: 1, CNTR_NO: 'CSQU3054383', SEAL_NO: 'S-1' }),
    ]),
  ).body
  const BOOKING_ID = String(data.rows[0]?.['BOOKING_ID'])
  ok(await user.save('freight/confirm-booking', [{ BOOKING_ID, BOOKING_NO: `PUS${created}` }]))
  return BOOKING_ID
}

async function confirmBill(BOOKING_ID: string, more: Row = {}): Promise<string> {
  const container = { CNTR_NO: 'CSQU3054383', CNTR_TP: '22G1', SEAL_NO: 'S-1', PACKAGE_QTY: 88 }
  const saved = await user.save('freight/save-bill', [
    row('H', { BOOKING_ID, KIND_CD: 'HBL', ...more }),
    row('L', container),
  ])
  const BILL_ID = String(ok(saved).body.data.rows[0]?.['BILL_ID'])
  ok(await user.save('freight/confirm-bill', [{ BILL_ID }]))
  return BILL_ID
}

const billBooking = async (more: Row = {}) => {
  const booking = await book(more)
  return { booking, bill: await confirmBill(booking) }
}
const charge = (BOOKING_ID: string, UNIT_PRICE: number) =>
  user.save('freight/save-charge', [
    { BATCH_FLAG: 'I', BOOKING_ID, SIDE_CD: 'SELL', FREIGHT_CD: 'DOF', UNIT_PRICE },
  ])
const issue = (BILL_ID: string, more: Row = {}) =>
  user.save('bonded/issue-delivery-order', [
    { BILL_ID, ORIGINAL_CD: 'SURRENDER', VALID_DT: daysAhead(30), ...more },
  ])
const issueOrder = async (BILL_ID: string, more: Row = {}) =>
  String(ok(await issue(BILL_ID, more)).body.data.rows[0]?.['DO_NO'])
const withdraw = (DO_NO: string) =>
  user.save('bonded/withdraw-delivery-order', [{ DO_NO, WITHDRAW_REASON: 'lost' }])
const query = async (BILL_ID: string) => (await user.query('bonded/import-bills', { BILL_ID }))[0]
const places = (response: Parameters<typeof rowErrors>[0]) =>
  rowErrors(response).map(([at, column]) => [at, column])

describe('import bills', () => {
  test('only confirmed bills that arrive from abroad are listed, a master bill only without house bills', async () => {
    const { booking, bill } = await billBooking()
    const master = await confirmBill(booking, { KIND_CD: 'MBL', BILL_NO: 'M-1' })
    const alone = await confirmBill(await book(), { KIND_CD: 'MBL', BILL_NO: 'M-2' })
    const exported = await confirmBill(await book({ POL_CD: 'KRPUS', POD_CD: 'CNSHA' }))
    const draft = ok(
      await user.save('freight/save-bill', [
        row('H', { BOOKING_ID: await book(), KIND_CD: 'HBL' }),
      ]),
    ).body.data.rows[0]?.['BILL_ID']
    const listed = (await user.query('bonded/import-bills')).map(({ BILL_ID }) => BILL_ID)
    expect(listed).toEqual(expect.arrayContaining([bill, alone]))
    for (const other of [master, exported, draft]) expect(listed).not.toContain(other)
  })

  test('unpaid charges are the charges of the consignee and notify party, billed or not', async () => {
    const { booking, bill } = await billBooking()
    expect(await query(bill)).toMatchObject({
      UNPAID_AMT: null,
      UNPAID_FX: null,
      RECEIVER_CD: 'CONS',
    })
    ok(await charge(booking, 50_000))
    expect(await query(bill)).toMatchObject({ UNPAID_AMT: 50_000 })
    ok(await user.save('billing/draft-freight-invoices', [{ BOOKING_ID: booking }]))
    expect(await query(bill)).toMatchObject({ UNPAID_AMT: 55_000, UNPAID_FX: null })
  })

  test('an open credit of the booking covers its next invoice', async () => {
    await site.db.script(`update customer set biz_no = '1248100998' where customer_cd = 'CONS'`)
    const { booking, bill } = await billBooking()
    ok(await charge(booking, 50_000))
    ok(await user.save('billing/draft-freight-invoices', [{ BOOKING_ID: booking }]))
    const [invoice] = await user.query('billing/invoices', { BOOKING_ID: booking })
    const INVOICE_NO = invoice?.['INVOICE_NO'] ?? null
    ok(await user.save('billing/issue-invoices', [{ INVOICE_NO }]))
    const paid = { PAID_DT: '20260401', PAYER_NM: 'C', PAYER_CD: 'CONS', AMOUNT: 55_000 }
    ok(await user.save('billing/write-payments', [paid]))
    const [payment] = await user.query('billing/open-payments', { PAYER_CD: 'CONS' })
    const match = { PAYMENT_NO: payment?.['PAYMENT_NO'] ?? null, INVOICE_NO, MATCH_AMT: 55_000 }
    ok(await user.save('billing/match-payments', [match]))
    ok(await user.save('billing/correct-invoice', [{ INVOICE_NO, CORRECT_CD: '4' }]))
    expect(await query(bill)).toMatchObject({ UNPAID_AMT: null })
    ok(await charge(booking, 20_000))
    expect(await query(bill)).toMatchObject({ UNPAID_AMT: 15_000 })
  })

  test('an invoice stays unpaid after its payer was merged into another', async () => {
    const { booking, bill } = await billBooking({ CONSIGNEE_CD: 'OLDC', NOTIFY_CD: null })
    ok(await charge(booking, 50_000))
    ok(await user.save('billing/draft-freight-invoices', [{ BOOKING_ID: booking }]))
    await site.db.script(`
      update customer set merged_to_cd = 'NEWC', use_yn = 'N' where customer_cd = 'OLDC'`)
    expect(await query(bill)).toMatchObject({ UNPAID_AMT: 55_000 })
    expect(places(await issue(bill))).toEqual([[1, 'UNPAID_REASON']])
  })
})

describe('a delivery order', () => {
  test('an order is issued once, printed with its number and container, and withdrawn with a reason', async () => {
    const { bill } = await billBooking()
    const order = await issueOrder(bill)
    expect(await query(bill)).toMatchObject({
      DO_NO: order,
      STATE_CD: 'ISSUED',
      ISSUED_BY: 'admin',
    })
    expect(places(await issue(bill))).toEqual([[1, 'BILL_ID']])
    const paper = await user.call('/api/print/bonded/delivery-order-print', {
      ROWS: [{ DO_NO: order }],
    })
    const text = readPdfText(paper.bytes).join(' ')
    for (const part of [order, 'Consignee', 'CSQU3054383', 'HYUNDAI HOPE']) {
      expect(text).toContain(part)
    }
    ok(await withdraw(order))
    expect(await query(bill)).toMatchObject({ DO_NO: null, STATE_CD: 'NONE' })
    expect(places(await withdraw(order))).toEqual([[1, 'DO_NO']])
    const again = await issueOrder(bill)
    const history = await user.query('bonded/delivery-orders', { BILL_ID: bill })
    expect(history.map(({ DO_NO, STATE_CD }) => [DO_NO, STATE_CD])).toEqual([
      [again, 'ISSUED'],
      [order, 'WITHDRAWN'],
    ])
  })

  test.each<[string, Row, string]>([
    ['a date in the past', { VALID_DT: daysAhead(-2) }, 'VALID_DT'],
    ['no date', { VALID_DT: null }, 'VALID_DT'],
    ['no statement about the original bill', { ORIGINAL_CD: null }, 'ORIGINAL_CD'],
    ['an unknown receiver', { RECEIVER_CD: 'WHO' }, 'RECEIVER_CD'],
  ])('an order is refused with %s', async (_, more, column) => {
    const { bill } = await billBooking()
    expect(places(await issue(bill, more))).toEqual([[1, column]])
    expect(await query(bill)).toMatchObject({ DO_NO: null })
  })

  test('an order needs a reason while charges are unpaid', async () => {
    const { booking, bill } = await billBooking()
    ok(await charge(booking, 50_000))
    expect(rowErrors(await issue(bill))).toEqual([
      [1, 'UNPAID_REASON', expect.stringContaining('KRW 50,000')],
    ])
    await issueOrder(bill, { UNPAID_REASON: 'credit customer' })
  })

  test('no row is issued if one has an error', async () => {
    const [first, second] = [await billBooking(), await billBooking()]
    const rows = [first.bill, second.bill].map((BILL_ID, index) => ({
      BILL_ID,
      ORIGINAL_CD: 'WAYBILL',
      VALID_DT: daysAhead(index === 0 ? 5 : -5),
    }))
    expect(places(await user.save('bonded/issue-delivery-order', rows))).toEqual([[2, 'VALID_DT']])
    expect(await query(first.bill)).toMatchObject({ DO_NO: null })
  })

  test('an order prevents changes of its bill until it is withdrawn, also in the database', async () => {
    const { bill } = await billBooking()
    const order = await issueOrder(bill)
    const reason = { BILL_ID: bill, REASON: 'typo' }
    for (const step of ['amend', 'cancel']) {
      const reply = await user.save(`freight/${step}-bill`, [reason])
      expect([reply.status, reply.body.message]).toEqual([409, expect.stringContaining('D/O')])
    }
    for (const statement of [
      sql`update delivery_order set valid_dt = valid_dt + 1 where do_no = ${order}`,
      sql`delete from delivery_order where do_no = ${order}`,
      sql`insert into delivery_order (do_no, wcode, bill_id, receiver_cd, original_cd, valid_dt,
        issued_by) values ('X', 'W01', ${bill}, 'CONS', 'WAYBILL', '2027-01-01', 'admin')`,
    ]) {
      await expect(site.db.execute(statement)).rejects.toThrow()
    }
    ok(await withdraw(order))
    ok(await user.save('freight/amend-bill', [reason]))
    expect(places(await issue(bill))).toEqual([[1, 'BILL_ID']])
  })

  test('two users who issue an order concurrently get one order', async () => {
    const { bill } = await billBooking()
    const answers = await Promise.all([issue(bill), issue(bill)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })
})

describe('a release of bonded cargo of a booking', () => {
  const getCargo = async (booking: string, arrival: Row = {}, cleared: Row = {}) => {
    const expected = { OWNER_CD: 'HANBIT', SHED_CD: '02099999', STOCK_CD: 'PLAIN', ORDER_QTY: 880 }
    ok(await user.save('bonded/expect-booking', [{ BOOKING_ID: booking, ...expected }]))
    const [cargo] = await user.query('bonded/cargos', { BOOKING_ID: booking })
    const BOND_NO = String(cargo?.['BOND_NO'])
    const number = `26TESTA459I${String(created).padStart(8, '0')}`
    await site.db.execute(
      sql`update bonded_cargo set cargo_no = ${number} where bond_no = ${BOND_NO}`,
    )
    await arrive(user, BOND_NO, arrival)
    await open(user, BOND_NO)
    return { number, basis: await clearCargo(user, BOND_NO, 'PLAIN', 88, cleared) }
  }
  const part = { NOW_PKG_QTY: 88, NOW_QTY: 880, LEAVE_CD: 'STAY' }
  const expire = (order: string) =>
    site.db.script(`
      alter table delivery_order disable trigger delivery_order_kept;
      update delivery_order set valid_dt = current_date - 3 where do_no = '${order}';
      alter table delivery_order enable trigger delivery_order_kept`)

  test('a release waits for the delivery order, which then cannot be withdrawn', async () => {
    const { booking, bill } = await billBooking()
    const { number, basis } = await getCargo(booking)
    expect(rowErrors(await release(user, basis, 'PLAIN', part))).toEqual([
      [1, 'BASIS_ID', expect.stringContaining('D/O')],
    ])
    expect(places(await issue(bill, { CARGO_NO: 'OTHER' }))).toEqual([[1, 'CARGO_NO']])
    const order = await issueOrder(bill)
    expect(await query(bill)).toMatchObject({ CARGO_NO: number })
    ok(await release(user, basis, 'PLAIN', part))
    expect(rowErrors(await withdraw(order))).toEqual([[1, 'DO_NO', expect.any(String)]])
  })

  test('a release is refused after the date of its order', async () => {
    const { booking, bill } = await billBooking()
    const { basis } = await getCargo(booking)
    const order = await issueOrder(bill)
    await expire(order)
    expect(await query(bill)).toMatchObject({ STATE_CD: 'EXPIRED' })
    expect(places(await release(user, basis, 'PLAIN', part))).toEqual([[1, 'BASIS_ID']])
    ok(await withdraw(order))
    await issueOrder(bill)
    ok(await release(user, basis, 'PLAIN', part))
  })

  test('a release is validated for its own date, even if it is entered after the order expired', async () => {
    const { booking, bill } = await billBooking()
    const cleared = { ACCEPT_DT: daysAhead(-6) }
    const { basis } = await getCargo(booking, { DONE_AT: `${daysAhead(-6)}090000` }, cleared)
    await expire(await issueOrder(bill))
    const releaseInDays = (days: number) =>
      release(user, basis, 'PLAIN', { ...part, DONE_AT: `${daysAhead(days)}120000` })
    expect(places(await releaseInDays(-1))).toEqual([[1, 'BASIS_ID']])
    ok(await releaseInDays(-4))
  })

  test('an order that expires after a partial release is replaced for the remainder', async () => {
    const { booking, bill } = await billBooking()
    const { basis } = await getCargo(booking)
    const order = await issueOrder(bill)
    ok(await release(user, basis, 'PLAIN', { ...part, NOW_PKG_QTY: 40, NOW_QTY: 400 }))
    expect(places(await withdraw(order))).toEqual([[1, 'DO_NO']])
    await expire(order)
    const rest = { ...part, NOW_PKG_QTY: 48, NOW_QTY: 480 }
    expect(places(await release(user, basis, 'PLAIN', rest))).toEqual([[1, 'BASIS_ID']])
    ok(await withdraw(order))
    const next = await issueOrder(bill)
    ok(await release(user, basis, 'PLAIN', rest))
    await expire(next)
    expect(places(await withdraw(next))).toEqual([[1, 'DO_NO']])
  })
})

describe('an arrival notice', () => {
  test('a notice can be mailed five times an hour', async () => {
    const { bill } = await billBooking()
    const send = () => user.save('bonded/mail-arrival-notice', [{ BILL_ID: bill }])
    for (let mail = 1; mail <= 5; mail += 1) ok(await send())
    expect(places(await send())).toEqual([[1, 'BILL_ID']])
    await site.db.execute(sql`delete from job where kind = 'arrival-notice'`)
  })

  test('a notice reaches the contact of the notify party as a document and is then marked as sent', async () => {
    const { booking, bill } = await billBooking()
    ok(await charge(booking, 50_000))
    ok(await user.save('bonded/mail-arrival-notice', [{ BILL_ID: bill }]))
    const [job] = await site.db.query<{ payload: Record<string, unknown> }>(sql`
      select payload from job where kind = 'arrival-notice' order by job_id desc limit 1`)
    const box = await openMailbox()
    const noticeJob = { jobId: '', kind: '', userId: null, wcode: null, attempt: 1 }
    const attempt = {
      db: site.db,
      job: { ...noticeJob, payload: job?.payload ?? {} },
      signal: new AbortController().signal,
      progress: async () => undefined,
    }
    await restartOnce(site.db, 'update on arrival_notice for each row')
    const [event] = await getEvents(site, () => arrivalNoticeJob(box.send).run(attempt))
    expect(event).toMatchObject({ kind_cd: 'MAIL', subject_cd: bill, detail: 'noti@example.com' })
    const letter = await box.next('noti@example.com')
    const [paper] = letter.attachments
    const text = readPdfText(paper?.bytes ?? Buffer.alloc(0)).join(' ')
    for (const part of ['Handling fee', '50,000', 'CSQU3054383', '2026-11-20 09:00']) {
      expect(text).toContain(part)
    }
    expect(await query(bill)).toMatchObject({ NOTICE_CD: 'SENT' })
    // A second attempt of the job, as after a crash, sends nothing.
    await arrivalNoticeJob(box.send).run(attempt)
    expect(box.unread()).toEqual([])
  })

  test('a notice lists the charges of a consignee that was merged since', async () => {
    const { booking, bill } = await billBooking({ CONSIGNEE_CD: 'MUTE', NOTIFY_CD: null })
    await site.db.script(`
      insert into customer (customer_cd, customer_nm) values ('KEPT', 'Kept');
      update customer set merged_to_cd = 'KEPT', use_yn = 'N' where customer_cd = 'MUTE'`)
    ok(await charge(booking, 70_000))
    const rows = { ROWS: [{ BILL_ID: bill }] }
    const paper = await user.call('/api/print/bonded/arrival-notice-print', rows)
    expect(readPdfText(paper.bytes).join(' ')).toContain('Handling fee')
    await site.db.script(`
      update customer set merged_to_cd = null, use_yn = 'Y' where customer_cd = 'MUTE'`)
  })

  test('a notice for a bill that has been amended since does not count', async () => {
    const { booking, bill: BILL_ID } = await billBooking()
    await site.db.execute(sql`insert into arrival_notice (bill_id, mail_to, created_by, sent_at)
      values (${BILL_ID}, 'cons@example.com', 'admin', now())`)
    expect(await query(BILL_ID)).toMatchObject({ NOTICE_CD: 'SENT' })
    ok(await user.save('freight/amend-bill', [{ BILL_ID, REASON: 'other consignee' }]))
    ok(await user.save('freight/confirm-bill', [{ BILL_ID }]))
    expect(await query(BILL_ID)).toMatchObject({ NOTICE_CD: 'NONE', SENT_AT: null })
    const waiting = await user.query('bonded/arrivals-to-notify')
    expect(waiting.map((row) => row['BOOKING_ID'])).toContain(booking)
  })

  test('a notice is rejected if neither party has an address', async () => {
    const { bill } = await billBooking({ CONSIGNEE_CD: 'MUTE', NOTIFY_CD: null })
    expect(places(await user.save('bonded/mail-arrival-notice', [{ BILL_ID: bill }]))).toEqual([
      [1, 'MAIL_TO'],
    ])
  })
})
