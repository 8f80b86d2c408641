import sql, { type Sql } from 'sql-template-tag'
import { gtin14, toPieceGtin } from '#kernel/gs1/check-digit.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { recordsetSql } from '#server/engine/table-save.ts'
import { stock } from '../tables/stock.ts'

interface ItemCode {
  /** Matches its code, an alternative code, or a barcode or GTIN of the piece. */
  readonly own: Sql
  /** Also matches the codes printed on its units and boxes. */
  readonly any: Sql
  readonly factor: Sql
  /** Other items of the owner with the same code, as an array; null if there are none. */
  readonly rivals: Sql
}

/** Items that a code can identify, by the lines that match it. */
export function namedItems(
  lines: readonly { readonly stock_cd: string; readonly rivals: readonly string[] | null }[],
): string[] {
  return lines.flatMap((line) => [line.stock_cd, ...(line.rivals ?? [])])
}

/** Barcode as a 14-digit GTIN, or null if it is not one. */
const gtinSql = (barcode: Sql) =>
  sql`(case when ${barcode} ~ '^([0-9]{8}|[0-9]{12,14})$' then lpad(${barcode}, 14, '0') end)`

/** A scanned or typed text and its GTINs, null if it has none. */
interface CodeText {
  readonly text: Sql
  readonly gtin: Sql
  /** GTIN of the piece in a box. */
  readonly piece: Sql
}

export function readGtins(text: string): { gtin: string | null; piece: string | null } {
  const gtin = gtin14(text) ?? null
  return { gtin, piece: toPieceGtin(gtin ?? '') ?? null }
}

/** Conditions that a text identifies item `k`. They are true or false, never null. */
export function matchesItem(text: string): ItemCode {
  const { gtin, piece } = readGtins(text)
  return matchesAnyItem({ text: sql`${text}`, gtin: sql`${gtin}`, piece: sql`${piece}` })
}

export function matchesAnyItem({ text, gtin, piece }: CodeText): ItemCode {
  const itemGtin = gtinSql(sql`k.barcode`)
  const own = sql`(coalesce(${text} in (k.stock_cd, k.barcode) or ${itemGtin} = ${gtin}::text, false)
    or exists (select from stock_altcode x where x.owner_cd = k.owner_cd
      and x.stock_cd = k.stock_cd and x.alt_cd = upper(${text})))`
  const unit = sql`from stock_unit x where x.owner_cd = k.owner_cd and x.stock_cd = k.stock_cd
    and (x.barcode = ${text} or ${gtinSql(sql`x.barcode`)} = ${gtin}::text)`
  const exact = sql`(${own} or exists (select ${unit}))`
  const key = sql`stock_code_key(${text})`
  return {
    own,
    // The code of the piece in a box is derived, so registered codes take precedence.
    rivals: sql`(select array_agg(distinct c.stock_cd order by c.stock_cd) from stock_code c
      where c.owner_cd = k.owner_cd and c.stock_cd <> k.stock_cd
        and c.code_key = any(array[${key}, case when not ${exact} then ${piece}::text end])
        and (c.code_key = ${key} or c.kind_cd = 'BARCODE'))`,
    any: sql`(${own} or coalesce(${itemGtin} = ${piece}::text, false) or exists (select ${unit}))`,
    factor: sql`(case when ${own} then 1
      else coalesce((select x.unit_qty ${unit} order by x.unit_cd limit 1), k.box_qty, 1) end)`,
  }
}

export async function byItemCode(call: SaveCall): Promise<SaveCall> {
  const found = await call.tx.query<{ no: number; stock_cd: string }>(sql`
    select r.no, x.stock_cd
    from ${recordsetSql(stock.fields, ['OWNER_CD', 'STOCK_CD'], call.rows)}
    join stock_altcode x on x.owner_cd = r.owner_cd and x.alt_cd = upper(r.stock_cd)`)
  if (found.length === 0) return call
  const codes = new Map(found.map((row) => [row.no, row.stock_cd]))
  const rows = call.rows.map((row) => {
    const STOCK_CD = codes.get(row.no)
    return STOCK_CD === undefined ? row : { ...row, values: { ...row.values, STOCK_CD } }
  })
  return { ...call, rows }
}
