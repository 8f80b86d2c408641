import type { Value } from '#kernel/field.ts'

/** Row of a new tariff: revenue of 100 USD per container from 2026 on. */
export function freightPrice(
  PRICE_CD: string,
  extra: Record<string, Value>,
): Record<string, Value> {
  return {
    BATCH_FLAG: 'I',
    PRICE_CD,
    CHARGE_CD: 'FREIGHT',
    SIDE_CD: 'SELL',
    UNIT_CD: 'CNTR',
    UNIT_PRICE: 100,
    CURRENCY_CD: 'USD',
    FROM_DT: '20260101',
    ...extra,
  }
}
