import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { Value } from '#kernel/field.ts'
import { postMovements } from '#areas/inventory/server/post-movements.ts'
import type { Database } from '#server/db/database.ts'
import type { SaveResponse, TestUser } from '#tests/support/app.ts'

export const testDay = '20261120'

type Row = Record<string, Value>

/** Stock to create. Defaults to unrestricted stock in cell A-001. */
export interface TestStock {
  readonly item: string
  readonly qty: number
  readonly owner?: string
  readonly wcode?: string
  readonly cell?: string
  readonly lot?: string
  readonly mark?: string
  readonly valid?: string | null
  readonly received?: string
  readonly condition?: string
  readonly bonded?: string
  readonly pallet?: string
  readonly box?: string
}

let saveCount = 0

/**
 * Adds stock to a cell by posting an adjustment to the ledger. This is the only way to create
 * conditions that no screen supports yet. Returns the balance id.
 */
export async function putStock(db: Database, goods: TestStock): Promise<number> {
  const { owner = 'HANBIT', wcode = 'W01', cell = 'A-001', received = '20261101' } = goods
  saveCount += 1
  const key = `goods-put-${saveCount}`
  return db.transaction(async (tx) => {
    await tx.execute(sql`insert into idempotency (user_id, idempotency_key, body_hash, answer)
      values ('admin', ${key}, 'test', '{}')`)
    const lots = await tx.query<{ lot_id: number }>(sql`
      insert into lot (owner_cd, stock_cd, lot_no, mark, received_dt, valid_dt)
      values (${owner}, ${goods.item}, ${goods.lot ?? ''}, ${goods.mark ?? ''}, ${received}::date,
        ${goods.valid ?? null}::date)
      on conflict on constraint lot_facts do update set mark = excluded.mark returning lot_id`)
    const balances = await tx.query<{ balance_id: number }>(sql`
      insert into stock_balance
        (wcode, owner_cd, stock_cd, lot_id, cell_cd, condition_cd, bonded_cd, pallet_no, box_no)
      values (${wcode}, ${owner}, ${goods.item}, ${lots[0]?.lot_id ?? 0}, ${cell},
        ${goods.condition ?? 'NORMAL'}, ${goods.bonded ?? 'FREE'}, ${goods.pallet ?? ''},
        ${goods.box ?? ''})
      returning balance_id`)
    const balance = balances[0]?.balance_id ?? 0
    await postMovements(
      { tx, userId: 'admin', idempotencyKey: key },
      'COUNT',
      sql`select 1 no, ${wcode} wcode, ${owner} owner_cd,
        ${goods.item} stock_cd, 'ADJUST' movement_cd, ${`ADJ-${saveCount}`} doc_no, 1 doc_line,
        'ADJUSTMENT' from_place_cd, null::bigint from_balance_id, 'CELL' to_place_cd,
        ${balance}::bigint to_balance_id, ${goods.qty}::numeric qty, null reason,
        null::bigint reverses_no`,
    )
    return balance
  })
}

/** Adds an item to an owner, so tests on one site do not share stock. */
export async function addItem(db: Database, item: string, columns: Row = {}): Promise<string> {
  const row = { owner_cd: 'HANBIT', stock_cd: item, stock_nm: item, ...columns }
  await db.execute(sql`
    insert into stock (owner_cd, stock_cd, stock_nm, barcode, unit_cd, valid_yn, lot_yn, alloc_cd)
    select owner_cd, stock_cd, stock_nm, barcode, coalesce(unit_cd, 'EA'), coalesce(valid_yn, 'N'),
      coalesce(lot_yn, 'N'), alloc_cd
    from jsonb_to_record(${JSON.stringify(row)}::jsonb) as r(owner_cd text, stock_cd text,
      stock_nm text, barcode text, unit_cd text, valid_yn text, lot_yn text, alloc_cd text)`)
  return item
}

export function toRows(head: Row, lines: readonly Row[], ref = 'NEW'): Row[] {
  return [
    { ROW_TYPE: 'H', BATCH_FLAG: 'I', DOC_REF: ref, OWNER_CD: 'HANBIT', ...head },
    ...lines.map((line) => ({ ROW_TYPE: 'L', BATCH_FLAG: 'I', DOC_REF: ref, ...line })),
  ]
}

export const orderLine = (item: string, qty: number, extra: Row = {}) => ({
  STOCK_CD: item,
  ORDER_QTY: qty,
  ...extra,
})

function ok(response: SaveResponse): SaveResponse {
  expect(response.body.rows ?? [], response.body.message).toEqual([])
  expect(response.status).toBe(200)
  return response
}

export async function addOrder(user: TestUser, lines: readonly Row[], head: Row = {}) {
  const rows = toRows({ SHIPMENT_DT: testDay, ...head }, lines)
  const saved = ok(await user.save('outbound/save-shipments', rows))
  return String(saved.body.data.rows[0]?.['SHIPMENT_NO'])
}

export async function expectStock(user: TestUser, lines: readonly Row[], head: Row = {}) {
  const rows = toRows({ RECEIPT_DT: testDay, ...head }, lines)
  const saved = ok(await user.save('inbound/save-receipts', rows))
  return String(saved.body.data.rows[0]?.['RECEIPT_NO'])
}

/** Runs a shipment step that must succeed: `allocate`, `mark-listed`, `finish-check`, `ship`. */
export async function runStep(
  user: TestUser,
  name: string,
  ...numbers: string[]
): Promise<SaveResponse> {
  return ok(
    await user.save(
      `outbound/${name}`,
      numbers.map((SHIPMENT_NO) => ({
        SHIPMENT_NO,
        ...(name === 'cancel-shipping' && { CANCEL_REASON: 'wrong order' }),
      })),
    ),
  )
}

/** Allocations of a shipment that have not been picked. */
export function getUnpicked(user: TestUser, number: string): Promise<Row[]> {
  return user.query('outbound/picking-lines', { SHIPMENT_NO: number })
}

export async function pickAll(user: TestUser, number: string): Promise<void> {
  const rows = (await getUnpicked(user, number)).map((row) => ({
    ALLOC_ID: row['ALLOC_ID'] ?? null,
    PICKED_QTY: row['ALLOC_QTY'] ?? null,
  }))
  ok(await user.save('outbound/pick', rows))
}

export async function checkAll(user: TestUser, number: string): Promise<void> {
  for (const line of await user.query('outbound/shipment-lines', { SHIPMENT_NO: number })) {
    if (!line['PICK_QTY']) continue
    const scan = { SHIPMENT_NO: number, CODE: line['STOCK_CD'] ?? null, QTY: line['PICK_QTY'] }
    ok(await user.save('outbound/check-scan', [scan]))
  }
}

export async function getState(user: TestUser, number: string): Promise<Value | undefined> {
  const [row] = await user.query('outbound/shipments', { SHIPMENT_NO: number })
  return row?.['STATE_CD']
}

/** Error texts of a rejected save, by row. */
export function rowErrors(response: SaveResponse): [number, string | undefined, string][] {
  // A successful save has no list of rejected rows.
  const refused: SaveResponse['body']['rows'] | undefined = response.body.rows
  return (refused ?? []).map((row) => [row.ROW, row.COLUMN, row.POERROR])
}
