import sql from 'sql-template-tag'
import { addDays, weekday } from '#kernel/calendar.ts'
import type { WireRow } from '#kernel/field.ts'
import type { Procedure } from '#kernel/operation.ts'
import { bills, confirmBill } from '#areas/freight/operations/bills.ts'
import { rateBookings } from '#areas/freight/operations/freight-charges.ts'
import { billHandlers } from '#areas/freight/server/bill-steps.ts'
import { freightChargeHandlers } from '#areas/freight/server/freight-charges.ts'
import type { Caller } from '#server/auth/caller.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { runProcedure } from '#server/engine/run-procedure.ts'

/** The Sunday on or before a date, when customs exchange rates take effect. */
function sundayOnOrBefore(day: string): string {
  return addDays(day, -(weekday(day) % 7))
}

/** Adds carriers, ships, customers, rates and bookings. Requires the published code lists. */
export async function addDemoFreight(tx: Transaction, today: string): Promise<void> {
  await addCodes(tx)
  await addRates(tx, sundayOnOrBefore(today), today)
  await addTariffs(tx, today)
  await addBookings(tx, today)
}

function addCodes(tx: Transaction): Promise<void> {
  return tx.script(`
    insert into carrier (carrier_cd, carrier_nm, carrier_en, mode_cd, scac, iata_cd, awb_prefix, country_cd) values
      ('HMM', '에이치엠엠', 'HMM', 'SEA', 'HDMU', null, null, 'KR'),
      ('KMTC', '고려해운', 'Korea Marine Transport', 'SEA', 'KMTC', null, null, 'KR'),
      ('SKR', '장금상선', 'Sinokor', 'SEA', 'SKLU', null, null, 'KR'),
      ('MSK', '머스크', 'Maersk', 'SEA', 'MAEU', null, null, 'DK'),
      ('KE', '대한항공', 'Korean Air', 'AIR', null, 'KE', '180', 'KR'),
      ('OZ', '아시아나항공', 'Asiana Airlines', 'AIR', null, 'OZ', '988', 'KR');
    insert into vessel (vessel_cd, vessel_nm, imo_no, call_sign, carrier_cd, country_cd, teu_capacity) values
      ('HHOPE', 'HYUNDAI HOPE', '9074729', 'D7AB', 'HMM', 'KR', 8600),
      ('KHARMONY', 'KMTC HARMONY', null, 'D8KH', 'KMTC', 'KR', 2800);
    insert into container (cntr_no, cntr_tp, carrier_cd, tare_kg, max_gross_kg) values
      ('CSQU3054383', '22G1', null, 2250, 30480), ('MSKU6011672', '45G1', 'MSK', 3900, 32500),
      ('WDFU3011856', '45R1', null, 4600, 34000);
    insert into freight_item (freight_cd, freight_nm, freight_en, mode_cd, division_cd, basis_cd, vat_cd, pay_cd, currency_cd) values
      ('OFR', '해상운임', 'Ocean freight', 'SEA', null, 'CNTR', 'ZERO', 'PREPAID', 'USD'),
      ('BAF', '유류할증료', 'Bunker adjustment', 'SEA', null, 'CNTR', 'ZERO', 'PREPAID', 'USD'),
      ('THC', '터미널조작료', 'Terminal handling', 'SEA', 'OP', 'CNTR', 'TAX', 'PREPAID', 'KRW'),
      ('DOC', '서류발급비', 'Documentation', 'ANY', 'OP', 'BL', 'TAX', 'PREPAID', 'KRW'),
      ('DOF', '화물인도지시서 발급비', 'Delivery order', 'ANY', 'IN', 'BL', 'TAX', 'COLLECT', 'KRW'),
      ('AFR', '항공운임', 'Air freight', 'AIR', null, 'KG', 'ZERO', 'PREPAID', 'USD');
    insert into freight_warehouse (shed_cd, shed_nm, shed_type_cd, customs_shed_no, customs_cd, port_cd, house_wcode) values
      ('ICNB', '인천 보세창고', 'BONDED', '02006116', '020', 'KRINC', 'W01'),
      ('BNPCY', '부산신항 CY', 'CY', '03078001', '030', 'KRBNP', null);
    insert into used_phrase (phrase, subject, phrase_use_cd) values
      ('귀사의 부킹이 아래와 같이 확정되었음을 알려 드립니다.', '부킹 확정', 'MAIL'),
      ('SAID TO CONTAIN', '부지약관', 'BL'),
      ('서류마감 시간까지 S/I를 보내 주시기 바랍니다.', 'S/I 요청', 'BOOKING');
    insert into customer (customer_cd, customer_nm, abbr_nm, biz_no, shipper_yn, real_shipper_yn, forwarder_yn, broker_yn, trucker_yn, credit_limit, credit_days, country_cd) values
      ('C0001', '한빛헬스케어', '한빛', '1248100998', 'Y', 'Y', 'N', 'N', 'N', 50000000, 30, 'KR'),
      ('C0002', '세진포워딩', '세진', null, 'N', 'N', 'Y', 'N', 'N', 100000000, 45, 'KR'),
      ('C0003', '대양관세법인', '대양', null, 'N', 'N', 'N', 'Y', 'N', null, null, 'KR'),
      ('C0004', '(주)세진 포워딩', null, null, 'N', 'N', 'Y', 'N', 'N', null, null, 'KR'),
      ('US001', 'Pacific Medical Supply', 'PMS', null, 'N', 'Y', 'N', 'N', 'N', null, null, 'US');
    insert into customer_place (customer_cd, line_no, place_cd, place_nm, address, person_nm, phone_no, email) values
      ('C0001', 1, 'HEAD', '본사', '서울 중구 세종대로 110', '김하나', '02-123-4567', 'hana@example.com'),
      ('C0001', 2, 'PICKUP', '평택공장', '경기 평택시 포승읍', '이둘', '031-123-4567', null),
      ('C0002', 1, 'HEAD', '본사', '부산 중구 중앙대로 81', '박세진', '051-123-4567', 'sejin@example.com'),
      ('US001', 1, 'HEAD', null, '1200 Harbor Blvd, San Pedro, CA', null, null, null);
    insert into carrier_site (carrier_cd, purpose_cd, site_nm, url) values
      ('HMM', 'TRACKING', '화물추적', 'https://www.hmm21.com/e-service/general/trackNTrace/TrackNTrace.do?blNo={blNo}'),
      ('HMM', 'SCHEDULE', '스케줄', 'https://www.hmm21.com/e-service/general/schedule/ScheduleMain.do'),
      ('MSK', 'TRACKING', 'Tracking', 'https://www.maersk.com/tracking/{bookingNo}')`)
}

async function addRates(tx: Transaction, week: string, today: string): Promise<void> {
  await tx.execute(sql`
    insert into exchange_rate (kind_cd, currency_cd, rate_dt, rate_unit, rate)
    select k.kind, c.cd, d.day::date, c.unit, c.rate + k.more + d.more
    from (values ('CUS_EXP', -12.5), ('CUS_IMP', 0)) k (kind, more),
      (values ('USD', 1, 1385.5), ('JPY', 100, 940.2), ('EUR', 1, 1498.7), ('CNY', 1, 191.3)) c (cd, unit, rate),
      (values (${week}, 0), (${addDays(week, -7)}, 1.4)) d (day, more)`)
  // Banks publish their rates on weekdays.
  await tx.execute(sql`
    insert into exchange_rate (kind_cd, currency_cd, rate_dt, rate_unit, rate)
    select 'BASE', c.cd, d.day::date, c.unit, c.rate + extract(day from d.day) / 10
    from (values ('USD', 1, 1391.2), ('JPY', 100, 943.7), ('EUR', 1, 1503.1)) c (cd, unit, rate),
      generate_series(${today}::date - 20, ${today}::date, interval '1 day') d (day)
    where extract(isodow from d.day) < 6`)
}

/** Adds freight tariffs for sales and purchases, valid since three months ago. */
async function addTariffs(tx: Transaction, today: string): Promise<void> {
  await tx.execute(sql`
    insert into price_line (price_cd, version_no, charge_cd, basis_cd, freight_cd, side_cd, unit_cd,
      cntr_tp, unit_price, currency_cd, vat_cd, from_dt)
    select r.cd, 1, 'FREIGHT', 'WORK', r.item, r.side, r.unit, r.size, r.price, r.currency,
      i.vat_cd, ${today}::date - 90
    from (values
      ('FRT-OFR', 'OFR', 'SELL', 'CNTR', null, 1450, 'USD'),
      ('FRT-OFR-45', 'OFR', 'SELL', 'CNTR', '45G1', 2680, 'USD'),
      ('FRT-OFR-B', 'OFR', 'BUY', 'CNTR', null, 1230, 'USD'),
      ('FRT-OFR-45B', 'OFR', 'BUY', 'CNTR', '45G1', 2310, 'USD'),
      ('FRT-THC', 'THC', 'SELL', 'CNTR', null, 150000, 'KRW'),
      ('FRT-THC-B', 'THC', 'BUY', 'CNTR', null, 132000, 'KRW'),
      ('FRT-DOC', 'DOC', 'SELL', 'DOC', null, 50000, 'KRW'),
      ('FRT-DOF', 'DOF', 'SELL', 'DOC', null, 45000, 'KRW')
    ) r (cd, item, side, unit, size, price, currency)
    join freight_item i on i.freight_cd = r.item`)
}

/** Calculates the charges of the confirmed bookings with the operation that the screen uses. */
export async function rateDemoBookings(db: Database, today: string): Promise<void> {
  const rows = ['BK-DEMO-0001', 'BK-DEMO-0003', 'BK-DEMO-0004'].map((BOOKING_ID) => ({
    BOOKING_ID,
  }))
  await runOperation(db, today, rateBookings, rows)
}

/** Runs one of the screens' operations on demo bookings. Returns the saved rows. */
async function runOperation(
  db: Database,
  today: string,
  operation: Procedure,
  rows: readonly WireRow[],
) {
  const handlers = [...freightChargeHandlers, ...billHandlers]
  const handler = handlers.find((candidate) => candidate.operation === operation)
  if (!handler || !('edits' in handler)) throw new Error(`${operation.name} has no handler`)
  const caller: Caller = {
    userId: 'admin',
    scope: { wcode: 'W01', owners: null },
    language: 'ko',
    today,
  }
  const idempotencyKey = `demo-${operation.name}`
  return runProcedure(db, handler, caller, { rows, idempotencyKey, dryRun: false })
}

/** Confirms a master and a house bill of the imported booking. */
export async function addDemoBills(db: Database, today: string): Promise<void> {
  const bill = (DOC_REF: string, extra: WireRow): WireRow[] => [
    {
      BATCH_FLAG: 'I',
      ROW_TYPE: 'H',
      DOC_REF,
      BOOKING_ID: 'BK-DEMO-0004',
      SHIPPER_CD: 'US001',
      ...extra,
    },
    {
      BATCH_FLAG: 'I',
      ROW_TYPE: 'L',
      DOC_REF,
      CNTR_NO: 'CSQU3054383',
      CNTR_TP: '22G1',
      SEAL_NO: 'HM778812',
      PACKAGE_QTY: 240,
      WEIGHT_KG: 3180.5,
      CBM: 21.6,
    },
  ]
  await runOperation(
    db,
    today,
    bills.save,
    [
      ...bill('n1', { KIND_CD: 'MBL', BILL_NO: 'HDMUSHA7654321', CONSIGNEE_CD: 'C0002' }),
      ...bill('n2', { KIND_CD: 'HBL' }),
    ].map((row, index) => ({ NO: index + 1, ...row })),
  )
  const drafts = await db.query<{ id: string }>(sql`select bill_id id from bill order by bill_id`)
  await runOperation(
    db,
    today,
    confirmBill,
    drafts.map(({ id }) => ({ BILL_ID: id })),
  )
}

async function addBookings(tx: Transaction, today: string): Promise<void> {
  const at = (days: number, clock: string) => `${addDays(today, days)}${clock}00`
  const bookings = [
    ['BK-DEMO-0001', 'HMM', 'PUS1234567', 'CONFIRMED', 'KRPUS', 'USLAX', 'HHOPE', '012E', 1],
    ['BK-DEMO-0002', 'KMTC', null, 'RECEIVED', 'KRINC', 'CNSHA', 'KHARMONY', '2611W', 3],
    ['BK-DEMO-0003', 'MSK', 'MSK778899', 'CONFIRMED', 'KRBNP', 'NLRTM', null, '048W', 6],
  ] as const
  const rows = bookings.map(([id, carrier, no, state, pol, pod, vessel, voyage, days]) => ({
    id,
    carrier,
    no,
    state,
    pol,
    pod,
    vessel,
    voyage,
    etd: at(days + 1, '1800'),
    dco: at(days, '1000'),
    vco: at(days, '1200'),
    fco: at(days, '1700'),
  }))
  await tx.execute(sql`
    insert into booking (booking_id, wcode, book_dt, carrier_cd, booking_no, state_cd, pol_cd, pod_cd,
      vessel_cd, voyage_no, etd, dco, vco, fco, shipper_cd, consignee_cd, goods_nm, weight_kg, cbm)
    select id, 'W01', ${addDays(today, -7)}::date, carrier, no, state, pol, pod, vessel, voyage, etd, dco, vco, fco, 'C0001',
      'US001', '의료용 소모품', 18200, 52.4
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (id text, carrier text, no text,
      state text, pol text, pod text, vessel text, voyage text, etd text, dco text, vco text, fco text)`)
  await tx.script(`
    insert into booking_container (booking_id, line_no, cntr_tp, cntr_qty) values
      ('BK-DEMO-0001', 1, '22G1', 2), ('BK-DEMO-0001', 2, '45G1', 1),
      ('BK-DEMO-0002', 1, '45R1', 1), ('BK-DEMO-0003', 1, '45G1', 4)`)
  await addImport(tx, at)
}

async function addImport(tx: Transaction, at: (days: number, clock: string) => string) {
  await tx.execute(sql`
    insert into booking (booking_id, wcode, book_dt, carrier_cd, booking_no, state_cd, pol_cd, pod_cd,
      vessel_cd, voyage_no, etd, eta, atd, consignee_cd, goods_nm, package_qty, package_cd, weight_kg,
      cbm, bl_no, pay_cd)
    values ('BK-DEMO-0004', 'W01', ${at(-7, '0000').slice(0, 8)}::date, 'HMM', 'SHA7654321', 'CONFIRMED', 'CNSHA', 'KRPUS', 'HHOPE',
      '013W', ${at(-2, '1800')}, ${at(2, '0900')}, ${at(-2, '1930')}, 'C0001', '의료용 소모품', 240, 'CT',
      3180.5, 21.6, 'HDMUSHA7654321', 'COLLECT')`)
  await tx.script(`
    insert into booking_container (booking_id, line_no, cntr_tp, cntr_qty, cntr_no, seal_no)
    values ('BK-DEMO-0004', 1, '22G1', 1, 'CSQU3054383', 'HM778812')`)
}
