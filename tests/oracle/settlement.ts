import { Decimal } from 'decimal.js'
import { supplyOf } from './bill.ts'

/** Freight charge as typed: `qty` × `price` in a currency, taxed or zero-rated. */
export interface TypedCharge {
  readonly qty: number
  readonly price: number
  readonly currency: string
  readonly isTaxed: boolean
}

/** Terms of a payer, with the rate of each currency per unit on the agreed date. */
export interface PayerTerms {
  readonly inWon: boolean
  readonly mode: string
  readonly rates: Readonly<Record<string, readonly [rate: string, unit: number]>>
}

export interface Settled {
  readonly currency: string
  readonly supply: Decimal
  readonly tax: Decimal
  readonly won: Decimal | null
  paid: Decimal
}

const whole = new Set(['KRW', 'JPY'])
const half = (value: Decimal, places: number) =>
  value.toDecimalPlaces(places, Decimal.ROUND_HALF_UP)
const roundedIn = (currency: string, value: Decimal) =>
  whole.has(currency) ? half(half(value, 2), 0) : half(value, 2)

const total = ({ supply, tax }: Settled) => supply.add(tax)

function inWon(amount: Decimal, currency: string, { rates }: PayerTerms): Decimal {
  const [rate, unit] = rates[currency] ?? ['1', 1]
  return amount.mul(rate).div(unit)
}

/** Invoices of one payer and booking by `currency tax`, as the payer should receive them. */
export function invoicesFor(
  charges: readonly TypedCharge[],
  terms: PayerTerms,
): ReadonlyMap<string, Settled> {
  const groups = Map.groupBy(
    charges,
    ({ currency, isTaxed }) => `${terms.inWon ? 'KRW' : currency} ${isTaxed ? 'TAX' : 'ZERO'}`,
  )
  return new Map(
    [...groups].map(([key, group]) => {
      const currency = key.slice(0, 3)
      const lines = group.map((charge) => {
        const amount = roundedIn(charge.currency, new Decimal(charge.qty).mul(charge.price))
        if (charge.currency === currency) return amount
        return supplyOf(half(inWon(amount, charge.currency, terms), 2), terms.mode)
      })
      const supply = lines.reduce((sum, line) => sum.add(line), new Decimal(0))
      const places = whole.has(currency) ? 0 : 2
      const tax = lines.reduce(
        (sum, line) =>
          sum.add(
            key.endsWith('TAX') ? line.div(10).toDecimalPlaces(places, Decimal.ROUND_DOWN) : 0,
          ),
        new Decimal(0),
      )
      const won = currency === 'KRW' ? null : half(inWon(supply.add(tax), currency, terms), 0)
      return [key, { currency, supply, tax, won, paid: new Decimal(0) }]
    }),
  )
}

/** Open amounts of invoices, payments and credits. */
export class Settlement {
  readonly invoices = new Map<string, Settled>()
  readonly payments = new Map<string, { readonly amount: Decimal; matched: Decimal }>()

  open(invoice: string): Decimal {
    const found = this.invoices.get(invoice)
    return found ? total(found).sub(found.paid) : new Decimal(0)
  }

  left(payment: string): Decimal {
    const found = this.payments.get(payment)
    return found ? found.amount.sub(found.matched) : this.open(payment).neg()
  }

  /** Moves money from a payment or a credit to an invoice; back if negative. */
  match(source: string, invoice: string, amount: Decimal): void {
    const target = this.invoices.get(invoice)
    const payment = this.payments.get(source)
    const credit = this.invoices.get(source)
    if (target) target.paid = target.paid.add(amount)
    if (payment) payment.matched = payment.matched.add(amount)
    else if (credit) credit.paid = credit.paid.sub(amount)
  }

  /** A credit of `factor` times the original, set off against its open amount. */
  correct(origin: string, invoice: string, factor: 1 | -1): void {
    const of = this.invoices.get(origin)
    if (!of) return
    this.invoices.set(invoice, {
      currency: of.currency,
      supply: of.supply.mul(factor),
      tax: of.tax.mul(factor),
      won: of.won === null ? null : of.won.mul(factor),
      paid: new Decimal(0),
    })
    if (factor < 0) this.match(invoice, origin, Decimal.min(this.open(origin), total(of)))
  }
}
