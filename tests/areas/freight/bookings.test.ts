import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timestampAt } from '#kernel/calendar.ts'
import type { Value } from '#kernel/field.ts'
import { testSite, type TestSite, type TestUser } from '#tests/support/app.ts'
import { screenTitle } from '#tests/support/labels.ts'

type Row = Record<string, Value>

describe('bookings', () => {
  let site: TestSite
  let user: TestUser
  beforeAll(async () => {
    site = await testSite({ referenceData: true })
    await site.db.script(`
      insert into carrier (carrier_cd, carrier_nm, scac) values ('HMM', '에이치엠엠', 'HDMU');
      insert into vessel (vessel_cd, vessel_nm) values ('HHOPE', 'HYUNDAI HOPE');`)
    user = await site.login('admin')
  })
  afterAll(() => site.close())

  const hour = 3_600_000
  const hoursFromNow = (hours: number) => timestampAt(Date.now() + hours * hour, 'Asia/Seoul')
  const head = (row: Row = {}): Row => ({
    BATCH_FLAG: 'I',
    ROW_TYPE: 'H',
    DOC_REF: 'n1',
    CARRIER_CD: 'HMM',
    POL_CD: 'KRPUS',
    POD_CD: 'USLAX',
    BOOK_DT: '20261101',
    ...row,
  })
  const line = (row: Row): Row => ({ BATCH_FLAG: 'I', ROW_TYPE: 'L', DOC_REF: 'n1', ...row })
  const save = (rows: Row[]) => user.save('freight/save-booking', rows)
  const createBooking = async (row: Row = {}, lines: Row[] = []) => {
    const { status, body } = await save([head(row), ...lines.map(line)])
    expect(status, JSON.stringify(body)).toBe(200)
    return String(body.data.rows[0]?.['BOOKING_ID'])
  }
  const read = async (BOOKING_ID: string) =>
    (await user.query('freight/booking', { BOOKING_ID }))[0]
  const getErrorColumns = async (row: Row, lines: Row[] = []) => {
    const { body } = await save([head(row), ...lines.map(line)])
    return body.rows?.map(({ COLUMN }) => COLUMN)
  }

  test('total container groups, count and TEU, with a shared container only on its main booking', async () => {
    const id = await createBooking({}, [
      { CNTR_TP: '22G1', CNTR_QTY: 2 },
      { CNTR_TP: '45G1', CNTR_QTY: 1 },
      { CNTR_TP: '22G1', CNTR_QTY: 1, PART_YN: 'Y', MAIN_YN: 'N' },
    ])
    expect(await read(id)).toMatchObject({
      STATE_CD: 'RECEIVED',
      TEU: 4,
      CNTR_QTY: 3,
      CNTR_GRP_NM: '22G1 × 2, 45G1 × 1',
    })
    const lines = await user.query('freight/booking-lines', { BOOKING_ID: id })
    expect(lines[1]).toMatchObject({ LINE_NO: 2, CNTR_TP_NM: '40′ 하이큐브 드라이' })
  })

  test('invalid values are reported at their columns', async () => {
    const ETD = '20261210180000'
    expect(await getErrorColumns({ POD_CD: 'KRPUS' })).toEqual(['POD_CD'])
    expect(await getErrorColumns({ ETD, FCO: '20261211000000' })).toEqual(['FCO'])
    expect(await getErrorColumns({ ETD, EFC: '20261209000000', FCO: '20261208000000' })).toEqual([
      'EFC',
    ])
    expect(await getErrorColumns({ ETD, LCO: '20261208000000' })).toEqual(['LCO'])
    expect(await getErrorColumns({ BOOK_DT: '20261211', ETD })).toEqual(['ETD'])
    expect(await getErrorColumns({ DG_YN: 'Y' })).toEqual(['UN_NO'])
    expect(await getErrorColumns({ SHIPPER_CD: 'NOONE' })).toEqual(['SHIPPER_CD'])
    expect(await getErrorColumns({}, [{ CNTR_TP: '99G1', CNTR_QTY: 1 }])).toEqual(['CNTR_TP'])
    expect(
      await getErrorColumns({}, [{ CNTR_TP: '22G1', CNTR_QTY: 2, CNTR_NO: 'CSQU3054383' }]),
    ).toEqual(['CNTR_NO'])
  })

  test('a container number with a wrong check digit is rejected at its column', async () => {
    const container = (CNTR_NO: string) => [{ CNTR_TP: '22G1', CNTR_QTY: 1, CNTR_NO }]
    expect(await getErrorColumns({}, container('CSQU3054384'))).toEqual(['CNTR_NO'])
    expect(await getErrorColumns({}, container('CSQU3054383'))).toBeUndefined()
  })

  test('default the booking date to today, and require it for an earlier departure', async () => {
    const today = timestampAt(Date.now()).slice(0, 8)
    const id = await createBooking({ BOOK_DT: null, ETD: hoursFromNow(48) })
    expect(await read(id)).toMatchObject({ BOOK_DT: today })
    const past = { BOOK_DT: null, ETD: hoursFromNow(-48) }
    expect(await getErrorColumns(past)).toEqual(['BOOK_DT'])
    const BOOK_DT = hoursFromNow(-72).slice(0, 8)
    const old = await createBooking({ ...past, BOOK_DT })
    const now = await read(old)
    const emptied = { ...now, BATCH_FLAG: 'U', ROW_TYPE: 'H', DOC_REF: old, BOOK_DT: null }
    expect((await save([emptied])).status).toBe(200)
    expect(await read(old)).toMatchObject({ BOOK_DT })
  })

  test('bookings compare arrival with departure in the time zones of their ports', async () => {
    // 10:00 in Los Angeles is 03:00 of the next day in Busan.
    const ETD = '20261210180000'
    expect(await getErrorColumns({ ETD, ETA: '20261210005900' })).toEqual(['ETA'])
    expect(await getErrorColumns({ ETD, ETA: '20261210010100' })).toBeUndefined()
  })

  test('bookings list the next cut-off in port time, the soonest booking first', async () => {
    const later = await createBooking({
      ETD: hoursFromNow(100),
      DCO: hoursFromNow(60),
      VCO: hoursFromNow(30),
      FCO: hoursFromNow(-2),
    })
    const soon = await createBooking({ ETD: hoursFromNow(50), FCO: hoursFromNow(3) })
    const [first] = await user.query('freight/booking-cutoffs')
    expect(first).toMatchObject({ BOOKING_ID: soon, NEXT_CD: 'FCO', TIME_ZONE: 'Asia/Seoul' })
    expect(Number(first?.['NEXT_HOURS'])).toBeCloseTo(3, 0)
    expect(await read(later)).toMatchObject({ NEXT_CD: 'VCO' })
    const ahead = await user.query('freight/booking-cutoffs', { BOOKING_ID: later })
    expect(ahead.map((row) => row['NEXT_CD'])).toEqual(['VCO', 'DCO'])
  })

  test('bookings change state as carriers do, and record their history', async () => {
    const id = await createBooking({ ETD: '20261210180000' })
    const confirm = (row: Row) => user.save('freight/confirm-booking', [{ BOOKING_ID: id, ...row }])
    const move = (STATE_CD: string) =>
      user.save('freight/move-booking', [{ BOOKING_ID: id, STATE_CD, REASON: 'reason' }])
    const amend = (AMENDMENT_CD: string) =>
      user.save('freight/amend-booking', [{ BOOKING_ID: id, AMENDMENT_CD }])
    expect((await move('COMPLETED')).body.rows[0]).toMatchObject({ COLUMN: 'STATE_CD' })
    expect((await amend('AMENDMENT_RECEIVED')).status).toBe(422)
    expect(
      (await confirm({ BOOKING_NO: 'PUS1234', DCO: '20261211000000' })).body.rows[0],
    ).toMatchObject({ COLUMN: 'DCO' })
    expect(
      (
        await confirm({
          BOOKING_NO: 'PUS1234',
          VESSEL_CD: 'HHOPE',
          VOYAGE_NO: '012E',
          DCO: '20261209120000',
        })
      ).status,
    ).toBe(200)
    expect(await read(id)).toMatchObject({
      STATE_CD: 'CONFIRMED',
      VOYAGE_NO: '012E',
      ETD: '20261210180000',
    })
    expect((await amend('AMENDMENT_RECEIVED')).status).toBe(200)
    const rolled = await user.save('freight/roll-over-booking', [
      { BOOKING_ID: id, VOYAGE_NO: '013E', ETD: '20261217180000' },
    ])
    expect(rolled.status).toBe(200)
    expect(await read(id)).toMatchObject({ VOYAGE_NO: '013E', VESSEL_CD: 'HHOPE', DCO: null })
    expect((await move('CANCELLED')).status).toBe(200)
    const events = await user.query('freight/booking-events', { BOOKING_ID: id })
    expect(events.map((row) => row['EVENT_CD'])).toEqual([
      'STATE',
      'ROLL_OVER',
      'AMENDMENT',
      'STATE',
    ])
    expect(events[1]).toMatchObject({ BEFORE_TEXT: 'HHOPE 012E ETD 20261210180000' })
    const now = await read(id)
    const changed = await save([
      { ...now, BATCH_FLAG: 'U', ROW_TYPE: 'H', DOC_REF: id, REMARK: 'x' },
    ])
    expect(changed.body.rows[0]?.POERROR).toContain('종료된 부킹')
  })

  test('a confirmation is checked against the saved booking date and cut-offs', async () => {
    const BOOKING_ID = await createBooking({
      BOOK_DT: '20261201',
      ETD: '20261210180000',
      FCO: '20261209120000',
    })
    const confirm = async (row: Row) =>
      (await user.save('freight/confirm-booking', [{ BOOKING_ID, BOOKING_NO: 'PUS9', ...row }]))
        .body.rows?.[0]
    expect(await confirm({ ETD: '20261130180000' })).toMatchObject({ COLUMN: 'ETD' })
    expect(await confirm({ ETD: '20261208180000' })).toMatchObject({ COLUMN: 'FCO' })
    expect(await confirm({ EFC: '20261209180000' })).toMatchObject({ COLUMN: 'EFC' })
    expect(await read(BOOKING_ID)).toMatchObject({ STATE_CD: 'RECEIVED', ETD: '20261210180000' })
  })

  test('bookings cannot be read or confirmed from another warehouse', async () => {
    const id = await createBooking()
    await site.db.script(
      `insert into user_warehouse values ('admin', 'W02') on conflict do nothing`,
    )
    const other = await site.login('admin', 'W02')
    expect(await other.query('freight/booking', { BOOKING_ID: id })).toEqual([])
    const row = { BOOKING_ID: id, BOOKING_NO: 'STOLEN' }
    expect((await other.save('freight/confirm-booking', [row])).status).toBe(422)
  })

  test('carrier sites need https, known placeholders and no credentials', async () => {
    const saveCarrierSite = (URL: string) =>
      user.save('freight/save-carrier-site', [
        {
          BATCH_FLAG: 'I',
          CARRIER_CD: 'HMM',
          PURPOSE_CD: 'TRACKING',
          SITE_NM: '추적',
          URL,
          USE_YN: 'Y',
        },
      ])
    for (const wrong of [
      'http://www.hmm21.com/{bookingNo}',
      'https://me:pw@www.hmm21.com',
      'https://x.com/?password=1',
      'https://x.com/{user}',
    ]) {
      expect((await saveCarrierSite(wrong)).body.rows[0], wrong).toMatchObject({ COLUMN: 'URL' })
    }
    expect((await saveCarrierSite('https://www.hmm21.com/track?no={bookingNo}')).status).toBe(200)
  })

  test('my page shows only the user’s own entries and ends only their own sessions', async () => {
    const second = await site.login('second')
    const mine = await user.query('freight/my-page')
    expect(mine.map((row) => row['KIND_CD'])).toContain('CHANGE')
    await site.db.script(`
      insert into user_setting values ('admin', 'keys', '{}'), ('second', 'views', '{}');
      insert into job (kind, user_id) values ('verify', 'admin'), ('backup', 'second');
      insert into security_event (kind_cd, outcome_cd, user_id, operation) values
        ('EXPORT', 'OK', 'admin', 'inventory/by-lot'), ('EXPORT', 'OK', 'second', 'x')`)
    const kinds = ['SETTING', 'JOB', 'EXPORT']
    const more = await user.query('freight/my-page', { KIND_CD: kinds.join(',') })
    expect(more.map((row) => [row['KIND_CD'], row['WHAT']])).toEqual([
      ['SETTING', 'keys'],
      ['JOB', 'verify'],
      ['EXPORT', screenTitle('InventoryByLot')],
    ])
    const [theirs] = await second.query('freight/my-page', { KIND_CD: 'SESSION' })
    const endSession = (who: TestUser) =>
      who.save('freight/end-my-sessions', [
        { KIND_CD: 'SESSION', ITEM_ID: theirs?.['ITEM_ID'] ?? null },
      ])
    expect((await endSession(user)).body.message).toContain('0건')
    expect((await endSession(second)).body.message).toContain('1건')
    expect((await second.call('/api/wms/freight/my-page', {})).status).toBe(401)
  })
})
