import type { CellValue } from './column.ts'

const formats = new Map<number, Intl.NumberFormat>()

/** Larger doubles are left to the browser's formatter. */
const MAX_SAFE_UNITS = 1e15
const UNITS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

/**
 * Formats a number with thousands separators, like `Intl.NumberFormat` for `en-US`. That formatter
 * takes ten times as long, and a screen full of numbers is drawn in every scroll frame. It is used
 * only where digits must be rounded.
 */
export function formatNumber(value: CellValue, minDecimals: number, maxDecimals: number): string {
  if (typeof value === 'number') {
    return (
      formatPlain(value, minDecimals, maxDecimals) ?? formatByIntl(value, minDecimals, maxDecimals)
    )
  }
  const text = String(value)
  return /^[+-]?\d+(?:\.\d+)?$/.test(text)
    ? formatByIntl(text as Intl.StringNumericLiteral, minDecimals, maxDecimals)
    : text
}

export function groupThousands(whole: number): string {
  const digits = String(Math.abs(whole))
  let text = digits.slice(-3)
  for (let end = digits.length - 3; end > 0; end -= 3) {
    text = `${digits.slice(Math.max(0, end - 3), end)},${text}`
  }
  return whole < 0 ? `-${text}` : text
}

function formatPlain(value: number, minDecimals: number, maxDecimals: number): string | null {
  if (!(Math.abs(value) < MAX_SAFE_UNITS) || Object.is(value, -0)) return null
  if (Number.isInteger(value) && minDecimals === 0) return groupThousands(value)
  const unit = UNITS[maxDecimals]
  if (unit === undefined) return null
  const scaled = Math.round(Math.abs(value) * unit)
  if (scaled / unit !== Math.abs(value) || scaled >= MAX_SAFE_UNITS) return null
  const whole = Math.floor(scaled / unit)
  let fraction = String(scaled - whole * unit).padStart(maxDecimals, '0')
  while (fraction.length > minDecimals && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  return `${value < 0 ? '-' : ''}${groupThousands(whole)}${fraction === '' ? '' : `.${fraction}`}`
}

function formatByIntl(
  value: number | Intl.StringNumericLiteral,
  minDecimals: number,
  maxDecimals: number,
): string {
  const key = minDecimals * 100 + maxDecimals
  const known = formats.get(key)
  const format =
    known ??
    new Intl.NumberFormat('en-US', {
      minimumFractionDigits: minDecimals,
      maximumFractionDigits: maxDecimals,
    })
  if (!known) formats.set(key, format)
  return format.format(value)
}
