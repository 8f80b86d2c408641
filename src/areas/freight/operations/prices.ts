import { flag } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { masterOperations } from '#kernel/master-operations.ts'
import { ownerNameRef } from '#areas/master/tables/references.ts'
import { priceLine, vatRate } from '../tables/price-line.ts'

/** Lines of price lists; `USED_YN`: billed by already, and so never edited. */
export const priceLines = masterOperations('freight', 'price-line', priceLine, {
  OWNER_NM: ownerNameRef,
  USED_YN: flag(label('청구됨', 'Invoice')),
})

/** Rates of value added tax. */
export const vatRates = masterOperations('freight', 'vat-rate', vatRate)
