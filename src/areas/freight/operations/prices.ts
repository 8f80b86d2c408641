import { flag } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { masterOperations } from '#kernel/master-operations.ts'
import { ownerNameRef } from '#areas/master/tables/references.ts'
import { priceLine, vatRate } from '../tables/price-line.ts'

/** Price lines. `USED_YN` marks lines that have been billed and can no longer be edited. */
export const priceLines = masterOperations('freight', 'price-line', priceLine, {
  OWNER_NM: ownerNameRef,
  USED_YN: flag(label('청구됨', 'Billed')),
})

export const vatRates = masterOperations('freight', 'vat-rate', vatRate)
