import { addDecimal, decimalText, toDecimal } from '#kernel/decimal.ts'
import { formatCount } from '#kernel/format-count.ts'

/** Item of a tax invoice. Numbers are plain decimal text, empty if missing. */
export interface TaxItem {
  readonly name: string
  readonly spec: string
  readonly qty: string
  readonly unitPrice: string
  readonly supply: string
  readonly tax: string
  readonly note: string
}

/** Maximum number of lines of an electronic tax invoice, and of items in a row of the bulk form. */
export const maxTaxLines = 99
export const maxBulkItems = 4

/**
 * Folds items into a form with `maxSlots` slots. The last slot sums the remaining items, e.g. `보관료
 * 외 3건`. The items still add up to the invoice.
 */
export function foldItems(items: readonly TaxItem[], maxSlots: number): TaxItem[] {
  const rest = items.slice(maxSlots - 1)
  const [first] = rest
  if (rest.length < 2 || !first) return [...items]
  const sum = (of: (item: TaxItem) => string) =>
    decimalText(
      rest.reduce((total, item) => addDecimal(total, toDecimal(of(item))), toDecimal('0')),
    )
  return [
    ...items.slice(0, maxSlots - 1),
    {
      name: `${first.name} 외 ${formatCount(rest.length - 1)}건`,
      spec: '',
      qty: '',
      unitPrice: '',
      supply: sum(({ supply }) => supply),
      tax: sum(({ tax }) => tax),
      note: '',
    },
  ]
}
