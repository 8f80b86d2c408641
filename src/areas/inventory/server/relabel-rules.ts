import sql, { type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'

export const awaitsInspectionText = label(
  '검품대기 재고입니다. 반품검품을 먼저 하세요.',
  'This stock awaits inspection. Inspect the return first.',
)

export const unitMustMatch = label(
  '단위가 다른 품목입니다. 단위가 같은 품목을 선택하세요.',
  'This item has another unit. Select an item with the same unit.',
)

export const itemNeedsLot = label(
  '로트 관리 품목인데 재고에 로트가 없습니다. 다른 품목을 선택하세요.',
  'The new item is lot controlled, but the stock has no lot. Select another item.',
)

const itemNeedsDate = label(
  '유통기한 관리 품목인데 재고에 유통기한이 없습니다. 다른 품목을 선택하세요.',
  'The new item is expiry controlled, but the stock has no expiry date. Select another item.',
)

/** Kinds of work that change the identity of stock. A return could no longer find such pieces. */
const identityChanges: ReadonlySet<string> = new Set(['LOT', 'MARK', 'ITEM'])

interface Rule {
  readonly where: Sql
  readonly text: Label
}

/** Conditions over part `p`, its balance `b`, its item `k` and its new item `n`. */
const itemRules: readonly Rule[] = [
  { where: sql`n.unit_cd <> k.unit_cd`, text: unitMustMatch },
  { where: sql`n.lot_yn = 'Y' and p.to_lot_no = ''`, text: itemNeedsLot },
  { where: sql`n.valid_yn = 'Y' and p.to_valid_dt is null`, text: itemNeedsDate },
]

interface RelabelWork {
  readonly kind: string
  /** Columns on which a rejected quantity and a rejected change are reported. */
  readonly columns: readonly [quantity: string, change: string]
}

/**
 * Rejects parts (`no, balance_id, to_stock_cd, to_lot_no, to_valid_dt`) that await inspection, or
 * whose new item does not match the stock.
 */
export async function rejectBadRelabels(
  call: SaveCall,
  { kind, columns }: RelabelWork,
  parts: readonly Record<string, unknown>[],
): Promise<void> {
  const isChanged = sql`p.to_stock_cd <> b.stock_cd`
  const rules: readonly Rule[] = [
    ...(identityChanges.has(kind)
      ? [{ where: sql`b.condition_cd = 'INSPECT'`, text: awaitsInspectionText }]
      : []),
    ...itemRules.map(({ where, text }) => ({ where: sql`${isChanged} and ${where}`, text })),
  ]
  const relation = sql`jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
    as p(no integer, balance_id bigint, to_stock_cd text, to_lot_no text, to_valid_dt date)`
  const errors = new Map<number, RowError>()
  for (const { where, text } of rules) {
    const found = await call.tx.query<{ no: number }>(sql`
      select distinct p.no from ${relation} join stock_balance b using (balance_id)
      join stock k on k.owner_cd = b.owner_cd and k.stock_cd = b.stock_cd
      join stock n on n.owner_cd = b.owner_cd and n.stock_cd = p.to_stock_cd
      where ${where} order by 1`)
    for (const { no } of found) {
      if (!errors.has(no)) errors.set(no, { row: no, text, column: columns[1] })
    }
  }
  if (errors.size > 0) throw invalidRows([...errors.values()])
}
