/** Currencies whose smallest unit is not a hundredth (ISO 4217, minor unit). */
const decimalsByCurrency: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
      .split(' ')
      .map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
  CLF: 4,
  UYW: 4,
}

/** Decimals of amounts in a currency, such as 0 for `'JPY'` and 2 for `'USD'`. */
export function currencyDecimals(currency: string): number {
  return decimalsByCurrency[currency] ?? 2
}
