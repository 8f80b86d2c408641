import sql from 'sql-template-tag'
import { homeCurrency } from '#areas/freight/rules/freight-charge.ts'
import { unknownCurrencyText } from '#areas/freight/server/prices.ts'
import { invalidRows, type RowError } from '#server/base/app-error.ts'
import type { SaveCall } from '#server/engine/handler.ts'
import { decimalsError } from '../rules/currency-error.ts'

/**
 * Throws for rows in a currency that is not in use, and for an `amount` with more decimals than its
 * currency has. A store without a list of currencies accepts every code.
 */
export async function rejectInvalidCurrencies(call: SaveCall, amount?: string): Promise<void> {
  const rows = call.rows
    .filter(({ flag }) => flag !== 'D')
    .map(({ no, values }) => ({
      no,
      currency: String(values['CURRENCY_CD'] ?? homeCurrency),
      value: amount === undefined ? null : values[amount],
    }))
  const listed = await call.tx.query<{ currency_cd: string; in_use: boolean }>(sql`
    select currency_cd, use_yn = 'Y' and withdrawn_dt is null in_use from currency`)
  const inUse = new Set([
    homeCurrency,
    ...listed.flatMap((row) => (row.in_use ? [row.currency_cd] : [])),
  ])
  const errors = rows.flatMap(({ no: row, currency, value }): RowError[] => {
    if (listed.length > 0 && !inUse.has(currency)) {
      return [{ row, column: 'CURRENCY_CD', text: unknownCurrencyText }]
    }
    const text = decimalsError(value, currency)
    return text && amount !== undefined ? [{ row, column: amount, text }] : []
  })
  if (errors.length > 0) throw invalidRows(errors)
}
