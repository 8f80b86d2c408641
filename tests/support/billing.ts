import sql from 'sql-template-tag'
import type { Database } from '#server/db/database.ts'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { chargeLedger } from '#areas/billing/server/charge-worker.ts'

/** Price line in tests: the given columns of `price_line`, with defaults for the others. */
export type PriceColumns = Readonly<Record<string, string | number | null>> & {
  readonly price_cd: string
}

const defaultPriceColumns = {
  version_no: 1,
  charge_cd: 'STORE',
  basis_cd: 'DAY_END',
  unit_cd: 'CBM',
  per_cd: 'LINE',
  unit_price: 0,
  free_days: 0,
  free_qty: 0,
  cool_rate: 0,
  frozen_rate: 0,
  bonded_rate: 0,
  over_rate: 0,
  share_yn: 'N',
  vat_cd: 'TAX',
  rounding_cd: '2',
  currency_cd: 'KRW',
  from_dt: '20260101',
  state_cd: '20',
  version: 1,
  created_by: 'test',
  created_at: '2026-01-01T00:00:00Z',
  updated_by: 'test',
  updated_at: '2026-01-01T00:00:00Z',
}

export async function addPrices(db: Database, ...lines: readonly PriceColumns[]): Promise<void> {
  const rows = lines.map((line) => ({ ...defaultPriceColumns, ...line }))
  const columns = await db.query<{ names: string }>(sql`
    select string_agg(column_name, ', ') "names" from information_schema.columns
    where table_name = 'price_line' and column_name not in ('price_id', 'updated_at')`)
  await db.transaction(async (tx) => {
    const names = columns[0]?.names ?? ''
    await tx.execute(sql`create temporary table given on commit drop as
      select * from jsonb_populate_recordset(null::price_line, ${JSON.stringify(rows)}::jsonb)`)
    await tx.script(`insert into price_line (${names}) select ${names} from given`)
  })
}

/** Movements of one item as if posted at the given times in the warehouse's time zone. */
export interface PastStock {
  readonly owner: string
  readonly item: string
  readonly cbm?: number
  readonly cell?: string
  readonly pallet?: string
  readonly received?: string
  readonly bonded?: 'FREE' | 'BONDED' | 'CLEARED'
  /** Source of the stock: an adjustment, or a receipt, which is charged as work. */
  readonly kind?: 'ADJUST' | 'RECEIPT'
  readonly moved: readonly (readonly [at: string, qty: number])[]
}

let balances = 0

/** Adds an owner with one item and past movements. Returns the balance id. */
export async function addPastStock(db: Database, goods: PastStock): Promise<number> {
  const { owner, item, cbm = 0.05, cell = 'A-001', pallet = '', received, kind = 'ADJUST' } = goods
  const { bonded = 'FREE' } = goods
  const outside = kind === 'RECEIPT' ? 'SUPPLIER' : 'ADJUSTMENT'
  balances += 1
  const key = `past-goods-${balances}`
  const first = received ?? (goods.moved[0]?.[0] ?? '').slice(0, 10)
  return db.transaction(async (tx) => {
    await tx.execute(sql`insert into owner (owner_cd, owner_nm) values (${owner}, ${owner})
      on conflict do nothing`)
    await tx.execute(sql`insert into stock (owner_cd, stock_cd, stock_nm, cbm)
      values (${owner}, ${item}, ${item}, ${cbm}) on conflict do nothing`)
    await tx.execute(sql`insert into idempotency (user_id, idempotency_key, body_hash, answer)
      values ('admin', ${key}, 'test', '{}')`)
    const [made] = await tx.query<{ id: number }>(sql`
      with l as (insert into lot (owner_cd, stock_cd, lot_no, received_dt)
        values (${owner}, ${item}, ${key}, ${first}::date) returning lot_id)
      insert into stock_balance (wcode, owner_cd, stock_cd, lot_id, cell_cd, pallet_no, bonded_cd)
      select 'W01', ${owner}, ${item}, lot_id, ${cell}, ${pallet}, ${bonded} from l returning balance_id id`)
    const id = made?.id ?? 0
    for (const [at, qty] of goods.moved) {
      const isInbound = qty > 0
      await tx.execute(sql`
        insert into stock_movement (posted_at, business_dt, wcode, owner_cd, stock_cd, movement_cd,
          doc_no, doc_line, from_place_cd, from_balance_id, to_place_cd, to_balance_id, qty,
          idempotency_key, user_id)
        values (${at}::timestamp at time zone 'Asia/Seoul', ${at.slice(0, 10)}::date, 'W01',
          ${owner}, ${item}, ${kind}, ${key}, 1, ${isInbound ? outside : 'CELL'},
          ${isInbound ? null : id}::bigint, ${isInbound ? 'CELL' : outside},
          ${isInbound ? id : null}::bigint, ${Math.abs(qty)}, ${key}, 'admin')`)
    }
    return id
  })
}

export async function closeUntil(db: Database, day: string): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ day: string | null }>(sql`
      select to_char(close_stock_day('-2 days'::interval), 'YYYYMMDD') "day"`)
    if (!row?.day || row.day >= day) return
  }
}

export async function chargeAll(db: Database): Promise<void> {
  await sealLedger(db)
  await chargeLedger(db, 200)
}

/** Charged quantity and amount of an owner by charge, as exact text. */
export function getCharges(db: Database, owner: string) {
  return db.query<{ charge_cd: string; qty: string; amount: string; n: number }>(sql`
    select charge_cd, trim_scale(sum(qty))::text qty, trim_scale(sum(amount))::text amount,
      count(*)::integer n
    from charge where owner_cd = ${owner} group by 1 order by 1`)
}
