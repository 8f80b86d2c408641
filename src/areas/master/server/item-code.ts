import sql, { type Sql } from 'sql-template-tag'
import { gtin14, gtinOfPiece } from '#kernel/gs1/check-digit.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { recordset } from '#server/engine/table-save.ts'
import { stock } from '../tables/stock.ts'

/** What a scanned or typed text says of an item `k`. */
interface ItemCode {
  /** It is its code, one of its other codes, or a barcode or GTIN of the piece. */
  readonly own: Sql
  /** That, or what is printed on a unit or box of it. */
  readonly any: Sql
  /** How many pieces it stands for. */
  readonly factor: Sql
}

/** A barcode as a GTIN of 14 digits; null for what is none. */
const gtinOf = (barcode: Sql) =>
  sql`(case when ${barcode} ~ '^([0-9]{8}|[0-9]{12,14})$' then lpad(${barcode}, 14, '0') end)`

/** A scanned or typed text, and the GTINs that it says; null where it says none. */
interface CodeText {
  readonly text: Sql
  /** Fourteen digits. */
  readonly gtin: Sql
  /** That of the piece in a box. */
  readonly piece: Sql
}

/** The GTINs of a text, as `itemsNamed` takes them. */
export function gtinsOf(text: string): { gtin: string | null; piece: string | null } {
  const gtin = gtin14(text) ?? null
  return { gtin, piece: gtinOfPiece(gtin ?? '') ?? null }
}

/** How a text may name an item of alias `k`; the conditions are true or false, never null. */
export function itemNamed(text: string): ItemCode {
  const { gtin, piece } = gtinsOf(text)
  return itemsNamed({ text: sql`${text}`, gtin: sql`${gtin}`, piece: sql`${piece}` })
}

/** The same for texts that stand in columns. */
export function itemsNamed({ text, gtin, piece }: CodeText): ItemCode {
  const itsGtin = gtinOf(sql`k.barcode`)
  const own = sql`(coalesce(${text} in (k.stock_cd, k.barcode) or ${itsGtin} = ${gtin}::text, false)
    or exists (select from stock_altcode x where x.owner_cd = k.owner_cd
      and x.stock_cd = k.stock_cd and x.alt_cd = upper(${text})))`
  const unit = sql`from stock_unit x where x.owner_cd = k.owner_cd and x.stock_cd = k.stock_cd
    and (x.barcode = ${text} or ${gtinOf(sql`x.barcode`)} = ${gtin}::text)`
  return {
    own,
    any: sql`(${own} or coalesce(${itsGtin} = ${piece}::text, false) or exists (select ${unit}))`,
    factor: sql`(case when ${own} then 1
      else coalesce((select x.unit_qty ${unit} order by x.unit_cd limit 1), k.box_qty, 1) end)`,
  }
}

/** The rows of a sheet with the items' own codes in the place of their other ones. */
export async function byItemCode(call: SaveCall): Promise<SaveCall> {
  const found = await call.tx.query<{ no: number; stock_cd: string }>(sql`
    select r.no, x.stock_cd
    from ${recordset(stock.fields, ['OWNER_CD', 'STOCK_CD'], call.rows)}
    join stock_altcode x on x.owner_cd = r.owner_cd and x.alt_cd = upper(r.stock_cd)`)
  if (found.length === 0) return call
  const codes = new Map(found.map((row) => [row.no, row.stock_cd]))
  const rows = call.rows.map((row) => {
    const STOCK_CD = codes.get(row.no)
    return STOCK_CD === undefined ? row : { ...row, values: { ...row.values, STOCK_CD } }
  })
  return { ...call, rows }
}
