import { Decimal } from 'decimal.js'
import { afterAll, expect, test } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { createRandom, type Random } from '#tests/oracle/random-life.ts'
import {
  calculateCharges,
  findClash,
  type FreightItem,
  type Rate,
  type Shipment,
  type Tariff,
} from '#tests/oracle/tariffs.ts'
import { closeVerified } from '#tests/support/close-verified.ts'
import { createFreightSite } from '#tests/support/freight-site.ts'
import { soakSize } from '#tests/support/suite.ts'

const { site, user, saved } = await createFreightSite()
afterAll(() => closeVerified(site))

const seed = Number(process.env['ORACLE_SEED'] ?? Math.floor(Date.now() / 86_400_000))

const items: readonly FreightItem[] = [
  { code: 'OFR', mode: 'SEA', division: null, basis: 'CNTR', vat: 'ZERO', pay: 'PREPAID' },
  { code: 'THC', mode: 'SEA', division: 'OP', basis: 'CNTR', vat: 'TAX', pay: 'PREPAID' },
  { code: 'DOF', mode: 'ANY', division: 'IN', basis: 'BL', vat: 'TAX', pay: 'COLLECT' },
  { code: 'LCF', mode: 'SEA', division: null, basis: 'RT', vat: 'ZERO', pay: 'PREPAID' },
  { code: 'AFR', mode: 'AIR', division: null, basis: 'KG', vat: 'ZERO', pay: 'PREPAID' },
  { code: 'TRN', mode: 'ANY', division: 'IT', basis: 'BL', vat: 'ZERO', pay: 'COLLECT' },
]
const rates: readonly Rate[] = [
  { currency: 'USD', from: '20260302', won: '1385.55', unit: 1 },
  { currency: 'USD', from: '20260331', won: '1402.1', unit: 1 },
  { currency: 'JPY', from: '20260302', won: '940.2', unit: 100 },
  { currency: 'KWD', from: '20260302', won: '4512.35', unit: 1 },
]
const days = ['20260302', '20260303', '20260330', '20260331', '20260401', '20260430', '20260501']
// Repeated values are drawn more often, to make several tariffs apply to one booking.
const carriers = { SEA: ['HMM', 'HMM', 'HMM', 'ONE'], AIR: ['KE', 'KE', 'OZ'] } as const
const ports = ['KRPUS', 'KRPUS', 'KRPUS', 'KRINC', 'CNSHA', 'USLAX', 'USLAX']
const sizes = ['22G1', '45G1']

await site.db.script(`
  insert into carrier (carrier_cd, carrier_nm, mode_cd) values ('ONE', 'ONE', 'SEA'),
    ('KE', 'KE', 'AIR'), ('OZ', 'OZ', 'AIR');
  insert into freight_item (freight_cd, freight_nm, mode_cd, division_cd, basis_cd, vat_cd, pay_cd)
    values ('LCF', 'LCL', 'SEA', null, 'RT', 'ZERO', 'PREPAID'),
      ('AFR', 'Air', 'AIR', null, 'KG', 'ZERO', 'PREPAID'),
      ('TRN', 'Transit', 'ANY', 'IT', 'BL', 'ZERO', 'COLLECT');
  delete from freight_item where freight_cd not in (${items.map(({ code }) => `'${code}'`).join()});
  insert into exchange_rate (kind_cd, currency_cd, rate_dt, rate_unit, rate) values
    ${rates.map(({ currency, from, won, unit }) => `('BASE', '${currency}', '${from}', ${unit}, ${won})`).join()}`)

const pickOrNull = <T>(random: Random, chance: number, from: readonly T[]): T | null =>
  random.chance(chance) ? random.pick(from) : null

const randomPrice = (random: Random, max: number) =>
  new Decimal(1 + random.upTo(max)).div(100).toFixed()

function randomConditions(
  random: Random,
  { item, side }: Pick<Tariff, 'item' | 'side'>,
  some: number,
) {
  const isPerContainer = items.some(({ code, basis }) => code === item && basis === 'CNTR')
  return {
    customer: side === 'SELL' ? pickOrNull(random, some, ['SHIP', 'CONS']) : null,
    carrier: pickOrNull(random, some, [...carriers.SEA, ...carriers.AIR]),
    pol: pickOrNull(random, some, ports),
    pod: pickOrNull(random, some, ports),
    size: isPerContainer ? pickOrNull(random, 2 * some, sizes) : null,
    wcode: pickOrNull(random, some, ['W01', 'W01', 'W02']),
  }
}

/** Prices whose amount changes by a whole unit if one step of the rounding is left out. */
const edgePrices = ['0.0005', '0.4951', '0.0049', '7.0049', '10.4951', '123.4999', '1385.4951']

function randomTariff(random: Random, code: string): Tariff {
  const item = random.pick(items)
  const side = random.pick(['SELL', 'SELL', 'BUY'] as const)
  const tier = pickOrNull(random, 0.45, ['GRADUATED', 'WHOLE'])
  const from = random.pick(days)
  return {
    code,
    version: 1,
    side,
    item: item.code,
    ...randomConditions(random, { item: item.code, side }, 0.15),
    price: random.chance(0.3)
      ? random.pick(edgePrices)
      : new Decimal(1 + random.upTo(9_000_000)).div(10_000).toFixed(),
    tier,
    tiers: tier && random.pick(['0:7.5, 2:5.25', '0:40.1234, 10.5:30, 100:20.005']),
    free: random.chance(0.25) ? String(1 + random.upTo(2)) : '0',
    min: pickOrNull(random, 0.3, [randomPrice(random, 40_000)]),
    max: pickOrNull(random, 0.2, [new Decimal(randomPrice(random, 900_000)).add(400).toFixed()]),
    currency: random.pick(['USD', 'KRW', 'JPY', 'KWD']),
    mode: random.pick(['1', '2', '3', '4', '5', '7', '11', '21', '22', '23', '24']),
    vat: random.pick(['TAX', 'TAX', 'ZERO', 'FREE']),
    from,
    to: pickOrNull(
      random,
      0.3,
      days.filter((day) => day >= from),
    ),
  }
}

/** A later version, or a change or removal of one that no charge used. */
function nextTariffs(random: Random, known: readonly Tariff[], code: string): readonly Tariff[] {
  const old = random.chance(0.65) ? known[random.upTo(known.length)] : undefined
  if (!old) return [...known, randomTariff(random, code)]
  const others = known.filter((tariff) => tariff !== old)
  const from = random.pick(days)
  const dated = {
    from,
    to: pickOrNull(
      random,
      0.3,
      days.filter((day) => day >= from),
    ),
  }
  if (random.chance(0.15)) return [...known, { ...old, code, version: 1, ...dated }]
  // The same price for other payers, carriers and routes: several then apply to a booking.
  if (random.chance(0.65)) {
    const price = randomTariff(random, code).price
    const conditions = randomConditions(random, old, 0.25)
    return [...known, { ...old, code, version: 1, price, ...conditions }]
  }
  if (random.chance(0.2)) return others
  if (random.chance(0.4)) return [...others, { ...old, ...dated }]
  const version =
    Math.max(...known.map((tariff) => (tariff.code === old.code ? tariff.version : 0))) + 1
  const { price, currency } = randomTariff(random, code)
  return [...known, { ...old, version, price, currency, ...dated }]
}

type Row = Record<string, Value>

const toRow = (tariff: Tariff): Row => ({
  PRICE_CD: tariff.code,
  VERSION_NO: tariff.version,
  CHARGE_CD: 'FREIGHT',
  SIDE_CD: tariff.side,
  FREIGHT_CD: tariff.item,
  UNIT_CD: (items.find(({ code }) => code === tariff.item)?.basis ?? '').replace('BL', 'DOC'),
  CUSTOMER_CD: tariff.customer,
  CARRIER_CD: tariff.carrier,
  POL_CD: tariff.pol,
  POD_CD: tariff.pod,
  CNTR_TP: tariff.size,
  PRICE_WCODE: tariff.wcode,
  UNIT_PRICE: Number(tariff.price),
  TIER_CD: tariff.tier,
  TIERS: tariff.tiers,
  FREE_QTY: Number(tariff.free),
  FREE_CD: tariff.free === '0' ? null : 'CASE',
  MIN_AMT: tariff.min === null ? null : Number(tariff.min),
  MAX_AMT: tariff.max === null ? null : Number(tariff.max),
  CURRENCY_CD: tariff.currency,
  ROUNDING_CD: tariff.mode,
  VAT_CD: tariff.vat,
  FROM_DT: tariff.from,
  TO_DT: tariff.to,
})

const tariffKey = (tariff: Tariff) => `${tariff.code} ${tariff.version}`

/** Saves what differs between two lists. Returns whether the product accepted it. */
async function change(before: readonly Tariff[], after: readonly Tariff[]): Promise<boolean> {
  const left = new Map(after.map((tariff) => [tariffKey(tariff), tariff]))
  const old = new Map(before.map((tariff) => [tariffKey(tariff), tariff]))
  const isNew = after.length > before.length
  const stored = isNew ? [] : await user.query('freight/price-line')
  const storedRow = (tariff: Tariff) =>
    stored.find((row) => row['PRICE_CD'] === tariff.code && row['VERSION_NO'] === tariff.version)
  const rows = [
    ...before.flatMap((tariff) =>
      left.has(tariffKey(tariff)) ? [] : [{ ...storedRow(tariff), BATCH_FLAG: 'D' }],
    ),
    ...after.flatMap((tariff): Row[] => {
      const known = old.get(tariffKey(tariff))
      if (known === tariff) return []
      return [{ ...(known && storedRow(tariff)), ...toRow(tariff), BATCH_FLAG: known ? 'U' : 'I' }]
    }),
  ]
  if (rows.length === 0) return true
  const { status, body } = await user.save('freight/save-price-line', rows as Row[])
  if (status !== 200 && status !== 422) throw new Error(JSON.stringify(body))
  if (status === 200) return true
  const refused = JSON.stringify(body)
  expect(refused, JSON.stringify(rows)).toContain('FROM_DT')
  return false
}

/** Weights at the limits of the tiers, per kilogram and per ton. */
const edgeKg = ['2', '3', '10.5', '100', '2000', '10500']

function randomShipment(random: Random): Shipment {
  const mode = random.pick(['SEA', 'SEA', 'AIR'] as const)
  const pol = random.pick(ports)
  return {
    mode,
    load: mode === 'AIR' ? 'AIR' : random.pick(['FCL', 'FCL', 'LCL']),
    carrier: random.pick(carriers[mode]),
    por: pickOrNull(random, 0.2, ports),
    pol,
    pod: random.pick(ports.filter((port) => port !== pol)),
    pvd: pickOrNull(random, 0.2, ports),
    wcode: 'W01',
    day: random.pick(days),
    pay: random.pick(['PREPAID', 'COLLECT']),
    shipper: 'SHIP',
    consignee: 'CONS',
    kg: random.chance(0.3)
      ? random.pick(edgeKg)
      : new Decimal(1 + random.upTo(9_000_000)).div(1000).toFixed(),
    cbm: random.chance(0.7) ? new Decimal(1 + random.upTo(40_000)).div(1000).toFixed() : null,
    boxes: Array.from({ length: mode === 'AIR' ? 0 : random.upTo(4) }, () => ({
      size: random.pick(sizes),
      count: 1 + random.upTo(12),
      isShared: random.chance(0.3),
      isMain: random.chance(0.7),
    })),
  }
}

const bookingHead = (of: Shipment): Row => ({
  CARRIER_CD: of.carrier,
  MODE_CD: of.mode,
  LOAD_CD: of.load,
  POR_CD: of.por,
  POL_CD: of.pol,
  POD_CD: of.pod,
  PVD_CD: of.pvd,
  BOOK_DT: '20260220',
  ETD: `${of.day}000000`,
  SHIPPER_CD: of.shipper,
  CONSIGNEE_CD: of.consignee,
  PAY_CD: of.pay,
  WEIGHT_KG: Number(of.kg),
  CBM: of.cbm === null ? null : Number(of.cbm),
})

async function book(shipments: readonly Shipment[]): Promise<string[]> {
  const rows = shipments.flatMap((of, index): Row[] => [
    { BATCH_FLAG: 'I', ROW_TYPE: 'H', DOC_REF: `n${index}`, ...bookingHead(of) },
    ...of.boxes.map(({ size, count, isShared, isMain }) => ({
      BATCH_FLAG: 'I',
      ROW_TYPE: 'L',
      DOC_REF: `n${index}`,
      CNTR_TP: size,
      CNTR_QTY: count,
      PART_YN: isShared ? 'Y' : 'N',
      MAIN_YN: isMain ? 'Y' : 'N',
    })),
  ])
  const { data } = await saved('freight/save-booking', rows)
  const idOf = new Map(data.rows.map((row) => [row['ROW'], row['BOOKING_ID']]))
  return rows.flatMap((row, index) =>
    row['ROW_TYPE'] === 'H' ? [String(idOf.get(index + 1))] : [],
  )
}

const comparedValues = (row: Row) =>
  ['PRICE_CD', 'PAYER_CD', 'VAT_CD', 'QTY', 'CURRENCY_CD', 'AMOUNT', 'WON_AMT'].map(
    (name) => row[name],
  )

/** Rates bookings and compares their charges. Returns their number. */
async function compare(shipments: readonly Shipment[], tariffs: readonly Tariff[]) {
  const ids = await book(shipments)
  await saved(
    'freight/rate-booking',
    ids.map((BOOKING_ID) => ({ BOOKING_ID })),
  )
  const rows = await user.query('freight/charge')
  let compared = 0
  for (const [index, of] of shipments.entries()) {
    const rated = rows
      .filter((row) => row['BOOKING_ID'] === ids[index])
      .map((row) => [
        [row['SIDE_CD'], row['FREIGHT_CD'], row['CNTR_TP']].filter(Boolean).join(' '),
        comparedValues(row),
      ])
    const right = [...calculateCharges(of, tariffs, items, rates)].map(
      ([key, { code, payer, vat, qty, currency, amount, won }]) => [
        key,
        [code, payer, vat, Number(qty), currency, Number(amount), Number(won)],
      ],
    )
    expect(Object.fromEntries(rated), JSON.stringify(of)).toEqual(Object.fromEntries(right))
    compared += right.length
  }
  return compared
}

test('bookings are charged as calculated independently from tariffs, dates and cargo', async () => {
  console.log(`ORACLE_SEED=${seed} repeats these bookings`)
  let compared = 0
  for (let round = 0; round < soakSize(40, 1); round++) {
    const random = createRandom(seed * 100 + round)
    await site.db.script('delete from freight_charge; delete from price_line')
    let tariffs: readonly Tariff[] = []
    for (let index = 0; index < 70; index++) {
      const wanted = nextTariffs(random, tariffs, `T${index}`)
      const isAccepted = await change(tariffs, wanted)
      // Equal conditions on the same date are refused, and nothing else.
      expect([isAccepted, wanted.at(-1)]).toEqual([findClash(wanted) === undefined, wanted.at(-1)])
      if (isAccepted) tariffs = wanted
    }
    const shipments = Array.from({ length: 200 }, () => randomShipment(random))
    compared += await compare(shipments, tariffs)
  }
  expect(compared).toBeGreaterThan(20)
}, 600_000)
