import type { Value, WireRow } from '#kernel/field.ts'
import type { Measure, Measures } from '#kernel/summary.ts'
import type { Period } from '#kernel/period.ts'
import type { GroupKey } from '#kernel/summary-key.ts'

/** Decimal digits of the model, more than any field has. */
const digits = 9

/** Converts a decimal from a response to whole billionths. */
export function toUnits(value: Value | undefined): bigint | null {
  if (value === null || value === undefined) return null
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  if (whole === '') throw new Error(`no decimal: ${value}`)
  const number = BigInt(whole + part.padEnd(digits, '0').slice(0, digits))
  return sign === '-' ? -number : number
}

/** Period of a date in a response, by the language's calendar, not the database's. */
export function getPeriod(period: Period, value: Value | undefined): string | null {
  if (value === null || value === undefined) return null
  const text = String(value).slice(0, 8)
  const day = Temporal.PlainDate.from(text)
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  switch (period) {
    case 'day':
      return text
    case 'week':
      return `${day.yearOfWeek}-W${twoDigits(day.weekOfYear ?? 0)}`
    case 'month':
      return `${day.year}-${twoDigits(day.month)}`
    case 'quarter':
      return `${day.year}-Q${Math.ceil(day.month / 3)}`
    case 'year':
      return String(day.year)
  }
}

export function getKeyValue(row: WireRow, { column, period }: GroupKey): Value {
  return period ? getPeriod(period, row[column]) : (row[column] ?? null)
}

export function groupRows(
  rows: readonly WireRow[],
  by: readonly GroupKey[],
): Map<string, WireRow[]> {
  const groups = new Map<string, WireRow[]>()
  for (const row of rows) {
    const name = JSON.stringify(by.map((key) => getKeyValue(row, key)))
    groups.set(name, [...(groups.get(name) ?? []), row])
  }
  return groups
}

/** Quotient rounded half away from zero, in billionths. */
function divideScaled(of: bigint, to: bigint, scale: number): bigint {
  const unit = 10n ** BigInt(digits - scale)
  const steps = 10n ** BigInt(scale)
  const isNegative = of < 0n !== to < 0n
  const [over, under] = [of < 0n ? -of : of, to < 0n ? -to : to]
  const rounded = (2n * over * steps + under) / (2n * under)
  return (isNegative ? -rounded : rounded) * unit
}

/** Expected value of a measure: decimals in billionths, others as in the response. */
export function expectedMeasure(
  rows: readonly WireRow[],
  measures: Measures,
  measure: Measure,
  unit?: string,
): bigint | string | null {
  if (measure.kind === 'ratio') {
    const [of, to] = [measure.of, measure.to].map((name) => {
      const part = measures[name]
      return part ? expectedMeasure(rows, measures, part, unit) : null
    })
    if (typeof of !== 'bigint' || typeof to !== 'bigint' || to === 0n) return null
    if (measure.minDenominator !== undefined && to < (toUnits(measure.minDenominator) ?? 0n))
      return null
    return divideScaled(of * BigInt(measure.times), to, measure.field.scale)
  }
  if (measure.kind === 'count') {
    if (measure.of.length === 0) return BigInt(rows.length) * 10n ** BigInt(digits)
    const isAlone = measure.of.length === 1
    const values = rows.map((row) => measure.of.map((name) => row[name] ?? null))
    const counted = values.filter((value) => !isAlone || value[0] !== null)
    const different = new Set(counted.map((value) => JSON.stringify(value))).size
    return BigInt(different) * 10n ** BigInt(digits)
  }
  if ('on' in measure)
    throw new Error(`the model knows no ${measure.kind}: see summary-days.test.ts`)
  const values = rows.flatMap((row) => row[measure.of] ?? [])
  if (measure.kind === 'sum') {
    const isMixed = measure.field.pieces === true && unit !== undefined
    if (isMixed && new Set(rows.map((row) => row[unit])).size > 1) return null
    if (rows.length === 0) return 0n
    if (values.length === 0) return null
    return values.reduce<bigint>((sum, value) => sum + (toUnits(value) ?? 0n), 0n)
  }
  if (measure.field.kind === 'number') {
    const numbers = values.map((value) => toUnits(value) ?? 0n)
    const sorted = numbers.toSorted((a, b) => (a < b ? -1 : 1))
    return (measure.kind === 'min' ? sorted[0] : sorted.at(-1)) ?? null
  }
  const ordered = values.map(String).toSorted()
  return (measure.kind === 'min' ? ordered[0] : ordered.at(-1)) ?? null
}

export function toComparable(value: Value | undefined, measure: Measure): bigint | string | null {
  if (value === null || value === undefined) return null
  return measure.field.kind === 'number' ? toUnits(value) : String(value)
}
