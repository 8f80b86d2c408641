import { Decimal } from 'decimal.js'
import { getSupply } from './bill.ts'

/** Freight charge as typed: `qty` × `price` in a currency, taxed or zero-rated. */
export interface TypedCharge {
  readonly qty: number
  readonly price: number
  readonly currency: string
  readonly isTaxed: boolean
}

/** Terms of a payer, with the rate per unit of each currency on the agreed date. */
export interface PayerTerms {
  readonly inWon: boolean
  readonly mode: string
  readonly rates: Readonly<Record<string, readonly [rate: string, unit: number]>>
}

export interface SettledInvoice {
  readonly currency: string
  readonly supply: Decimal
  readonly tax: Decimal
  readonly won: Decimal | null
  readonly isTaxed: boolean
  /** Won per unit of the currency, on the original and its corrections. */
  readonly rate: Decimal
  /** Original invoice of a correction. */
  readonly origin?: string
  paid: Decimal
}

const wholeCurrencies = new Set(['KRW', 'JPY'])
const roundHalfUp = (value: Decimal, places: number) =>
  value.toDecimalPlaces(places, Decimal.ROUND_HALF_UP)
const roundInCurrency = (currency: string, value: Decimal) =>
  wholeCurrencies.has(currency) ? roundHalfUp(roundHalfUp(value, 2), 0) : roundHalfUp(value, 2)

const total = ({ supply, tax }: SettledInvoice) => supply.add(tax)

function toWon(amount: Decimal, currency: string, { rates }: PayerTerms): Decimal {
  const [rate, unit] = rates[currency] ?? ['1', 1]
  return amount.mul(rate).div(unit)
}

/** Invoices of one payer and booking by `currency tax`, as the payer should receive them. */
export function settleInvoices(
  charges: readonly TypedCharge[],
  terms: PayerTerms,
): ReadonlyMap<string, SettledInvoice> {
  const groups = Map.groupBy(
    charges,
    ({ currency, isTaxed }) => `${terms.inWon ? 'KRW' : currency} ${isTaxed ? 'TAX' : 'ZERO'}`,
  )
  return new Map(
    [...groups].map(([key, group]) => {
      const currency = key.slice(0, 3)
      const lines = group.map((charge) => {
        const amount = roundInCurrency(charge.currency, new Decimal(charge.qty).mul(charge.price))
        if (charge.currency === currency) return amount
        return getSupply(roundHalfUp(toWon(amount, charge.currency, terms), 2), terms.mode)
      })
      const supply = lines.reduce((sum, line) => sum.add(line), new Decimal(0))
      const places = wholeCurrencies.has(currency) ? 0 : 2
      const tax = lines.reduce(
        (sum, line) =>
          sum.add(
            key.endsWith('TAX') ? line.div(10).toDecimalPlaces(places, Decimal.ROUND_DOWN) : 0,
          ),
        new Decimal(0),
      )
      const won =
        currency === 'KRW' ? null : roundHalfUp(toWon(supply.add(tax), currency, terms), 0)
      const rate = toWon(new Decimal(1), currency, terms)
      const isTaxed = key.endsWith('TAX')
      return [key, { currency, supply, tax, won, isTaxed, rate, paid: new Decimal(0) }]
    }),
  )
}

/** Open amounts of invoices, payments and credits. */
export class Settlement {
  readonly invoices = new Map<string, SettledInvoice>()
  readonly payments = new Map<string, { readonly amount: Decimal; matched: Decimal }>()

  open(invoice: string): Decimal {
    const found = this.invoices.get(invoice)
    return found ? total(found).sub(found.paid) : new Decimal(0)
  }

  left(payment: string): Decimal {
    const found = this.payments.get(payment)
    return found ? found.amount.sub(found.matched) : this.open(payment).neg()
  }

  /** Moves money from a payment or a credit to an invoice. A negative amount moves it back. */
  match(source: string, invoice: string, amount: Decimal): void {
    const target = this.invoices.get(invoice)
    const payment = this.payments.get(source)
    const credit = this.invoices.get(source)
    if (target) target.paid = target.paid.add(amount)
    if (payment) payment.matched = payment.matched.add(amount)
    else if (credit) credit.paid = credit.paid.sub(amount)
  }

  /** Supply, tax and won of an invoice with all its corrections. */
  remaining(origin: string) {
    const parts = [...this.invoices].filter(
      ([no, invoice]) => no === origin || invoice.origin === origin,
    )
    const sum = (of: (invoice: SettledInvoice) => Decimal | null) =>
      parts.reduce((total, [, invoice]) => total.add(of(invoice) ?? 0), new Decimal(0))
    return {
      supply: sum(({ supply }) => supply),
      tax: sum(({ tax }) => tax),
      won: sum(({ won }) => won),
    }
  }

  /** Cancels the remainder of an invoice. */
  reverse(origin: string, invoice: string): void {
    const { supply, tax } = this.remaining(origin)
    this.#add(origin, invoice, supply.neg(), tax.neg())
  }

  /** Bills an amount again without tax. */
  zeroRate(origin: string, invoice: string, supply: Decimal): void {
    this.#add(origin, invoice, supply, new Decimal(0), false)
  }

  /**
   * Changes the net amount. Its tax is truncated, and a credit of the entire remainder takes all of
   * its tax.
   */
  change(origin: string, invoice: string, supply: Decimal): void {
    const of = this.invoices.get(origin)
    const remaining = this.remaining(origin)
    const places = wholeCurrencies.has(of?.currency ?? '') ? 0 : 2
    const cut = supply.div(10).toDecimalPlaces(places, Decimal.ROUND_DOWN)
    const wanted = of?.isTaxed ? cut : new Decimal(0)
    const isAll = remaining.supply.add(supply).isZero()
    const tax = isAll || wanted.add(remaining.tax).isNegative() ? remaining.tax.neg() : wanted
    this.#add(origin, invoice, supply, tax)
  }

  /** Bills the original once more, or credits it. */
  correct(origin: string, invoice: string, factor: 1 | -1): void {
    const of = this.invoices.get(origin)
    if (of) this.#add(origin, invoice, of.supply.mul(factor), of.tax.mul(factor))
  }

  /** Open credits of an invoice and its corrections are set off against their open amounts. */
  #add(origin: string, invoice: string, supply: Decimal, tax: Decimal, isTaxed?: boolean): void {
    const of = this.invoices.get(origin)
    if (!of) return
    const remaining = this.remaining(origin)
    const all = supply.add(tax)
    const isAll = remaining.supply.add(remaining.tax).add(all).isZero()
    const won = isAll ? remaining.won.neg() : roundHalfUp(all.mul(of.rate), 0)
    this.invoices.set(invoice, {
      currency: of.currency,
      supply,
      tax,
      won: of.won === null ? null : won,
      isTaxed: isTaxed ?? of.isTaxed,
      rate: of.rate,
      origin,
      paid: new Decimal(0),
    })
    const chain = [
      origin,
      ...[...this.invoices.keys()].filter((no) => this.#isCorrection(no, origin)),
    ]
    for (const credit of chain) {
      for (const target of chain) {
        const amount = Decimal.min(this.open(target), this.open(credit).neg())
        if (amount.gt(0)) this.match(credit, target, amount)
      }
    }
  }

  #isCorrection(invoice: string, origin: string): boolean {
    return this.invoices.get(invoice)?.origin === origin
  }
}
