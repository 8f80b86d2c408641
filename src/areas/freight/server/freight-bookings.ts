import sql, { type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { Queryable } from '#server/db/database.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { findRate, type RateOfDay } from '../rules/exchange-rate.ts'
import { homeCountry, homeCurrency, type FreightCargo } from '../rules/freight-charge.ts'
import { freightDivision, type FreightDivision } from '../rules/freight-division.ts'

/** Fields of a booking that its charges depend on. */
export interface FreightBooking {
  readonly id: string
  readonly carrier: string
  readonly load: string
  readonly pay: string
  readonly shipper: string | null
  readonly consignee: string | null
  readonly day: string
  readonly division: FreightDivision
  readonly cargo: FreightCargo
}

interface BookingRow extends Record<string, unknown> {
  readonly id: string
  readonly state: string
  readonly carrier: string
  readonly load: string
  readonly pay: string
  readonly shipper: string | null
  readonly consignee: string | null
  readonly weight_kg: string | null
  readonly cbm: string | null
  readonly day: string
  readonly origin: string
  readonly destination: string
  readonly pol: string
  readonly pod: string
  readonly houses: FreightCargo['houses']
  readonly master_bills: number
  readonly containers: FreightCargo['containers']
}

const notFound = label('부킹을 찾을 수 없습니다.', 'Booking not found.')
const closed = label(
  '반려·취소된 부킹의 운임은 변경할 수 없습니다.',
  'Charges of a rejected or cancelled booking cannot be changed.',
)

/** Code of a customer, or of the one it was merged into. */
export const remainingCustomer = (code: Sql): Sql => sql`(
  select coalesce(x.merged_to_cd, x.customer_cd) from customer x where x.customer_cd = ${code})`

const validBills = sql`bill l where l.booking_id = b.booking_id and l.state_cd <> 'CANCELLED'`

/**
 * Locks the bookings of rows. Throws AppError on `BOOKING_ID` if one does not exist in the
 * warehouse or was rejected or cancelled.
 */
export async function lockFreightBookings(
  call: SaveCall,
): Promise<ReadonlyMap<string, FreightBooking>> {
  const ids = [...new Set(call.rows.map(({ values }) => String(values['BOOKING_ID'])))]
  const found = await call.tx.query<BookingRow>(sql`
    select b.booking_id id, b.state_cd state, b.carrier_cd carrier, b.load_cd load, b.pay_cd pay,
      ${remainingCustomer(sql`b.shipper_cd`)} shipper,
      ${remainingCustomer(sql`b.consignee_cd`)} consignee, b.weight_kg::text, b.cbm::text,
      to_char(freight_day(b), 'YYYYMMDD') "day", coalesce(b.por_cd, b.pol_cd) origin,
      coalesce(b.pvd_cd, b.pod_cd) destination, b.pol_cd pol, b.pod_cd pod,
      coalesce((select jsonb_agg(jsonb_build_object('size', c.cntr_tp, 'count', c.qty)
          order by c.cntr_tp)
        from (select cntr_tp, sum(cntr_qty)::integer qty from booking_container c
          where c.booking_id = b.booking_id and (c.part_yn = 'N' or c.main_yn = 'Y')
          group by cntr_tp) c), '[]') containers,
      coalesce((select jsonb_agg(jsonb_build_object('shipper', h.shipper, 'consignee', h.consignee,
          'count', h.count) order by h.shipper, h.consignee)
        from (select shipper, consignee, count(*) from (
            select ${remainingCustomer(sql`l.shipper_cd`)} shipper,
              ${remainingCustomer(sql`l.consignee_cd`)} consignee
            from ${validBills} and l.kind_cd in ('HBL', 'HAWB')) l group by 1, 2) h), '[]') houses,
      (select count(*)::integer from ${validBills} and l.kind_cd in ('MBL', 'MAWB')) master_bills
    from booking b where b.booking_id = any(${ids}::text[]) and b.wcode = ${call.scope.wcode}
    order by b.booking_id for update of b`)
  const known = new Map(found.map((row) => [row.id, row]))
  const errors = call.rows.flatMap(({ no: row, values }): RowError[] => {
    const state = known.get(String(values['BOOKING_ID']))?.state
    if (state === undefined) return [{ row, column: 'BOOKING_ID', text: notFound }]
    const isClosed = ['REJECTED', 'DECLINED', 'CANCELLED'].includes(state)
    return isClosed ? [{ row, column: 'BOOKING_ID', text: closed }] : []
  })
  if (errors.length > 0) throw invalidRows(errors)
  return new Map(found.map((row) => [row.id, toBooking(row)]))
}

function toBooking(row: BookingRow): FreightBooking {
  const { id, carrier, load, pay, shipper, consignee, day, origin, destination, pol, pod } = row
  const journey = { origin, destination, via: [pol, pod], home: homeCountry }
  const division = freightDivision(journey)
  if (division === undefined) throw new Error(`booking ${id} has no ports`)
  const cargo = {
    weightKg: row.weight_kg,
    cbm: row.cbm,
    containers: row.containers,
    houses: row.houses,
    masterBills: row.master_bills,
  }
  return { id, carrier, load, pay, shipper, consignee, day, division, cargo }
}

export interface CurrencyDay {
  readonly currency: string
  readonly day: string
}

interface StoredRate extends Record<string, unknown> {
  readonly currency: string
  readonly day: string
  readonly rate_dt: string
  readonly rev_no: number
  readonly rate_unit: number
  readonly rate: string
}

/** Loads the base rates of currencies on dates. There is no rate before the first published one. */
export async function loadFreightRates(
  tx: Queryable,
  wanted: readonly CurrencyDay[],
): Promise<(at: CurrencyDay) => RateOfDay | undefined> {
  const rows = await tx.query<StoredRate>(sql`
    select d.currency, d.day, to_char(e.rate_dt, 'YYYYMMDD') rate_dt, e.rev_no, e.rate_unit,
      e.rate::text
    from (select distinct r.currency, r.day
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) r (currency text, day text)) d
    cross join lateral (select * from exchange_rate e where e.kind_cd = 'BASE'
      and e.currency_cd = d.currency and e.rate_dt <= to_date(d.day, 'YYYYMMDD')
      order by e.rate_dt desc, e.rev_no desc limit 1) e`)
  const known = new Map(rows.map((row) => [`${row.currency} ${row.day}`, row]))
  return ({ currency, day }) => {
    if (currency === homeCurrency) {
      return findRate([{ RATE_DT: day, REV_NO: 0, RATE_UNIT: 1, RATE: '1' }], 'BASE', day)
    }
    const row = known.get(`${currency} ${day}`)
    if (!row) return undefined
    const { rate_dt: RATE_DT, rev_no: REV_NO, rate_unit: RATE_UNIT, rate: RATE } = row
    return findRate([{ RATE_DT, REV_NO, RATE_UNIT, RATE }], 'BASE', day)
  }
}

export function rateMissing({ currency, day }: CurrencyDay): Label {
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
  return label(
    `${date} 이전에 등록된 ${currency} 매매기준율이 없습니다. 환율관리에서 등록하세요.`,
    `No base rate of ${currency} on or before ${date}. Add it in Exchange rates.`,
  )
}
