import { decimalText, roundDecimal, toDecimal } from '#kernel/decimal.ts'
import { addDays, weekday } from '#kernel/calendar.ts'
import { label, type Label } from '#kernel/label.ts'

/** Customs publishes weekly rates, separately for export and import. Banks publish daily rates. */
export type RateKind = 'CUS_EXP' | 'CUS_IMP' | 'BASE' | 'TTS' | 'TTB'

/** Published rate: KRW per `RATE_UNIT` of the currency, valid from a date. */
export interface RateRow {
  readonly RATE_DT: string
  readonly REV_NO: number
  readonly RATE_UNIT: number
  readonly RATE: string
}

/** Rate on a date. `isLate` and `message` indicate that an earlier rate is used. */
export interface RateOfDay {
  readonly row: RateRow
  readonly isLate: boolean
  readonly message: Label | undefined
}

const isCustoms = (kind: string): boolean => kind.startsWith('CUS_')

const dashedDate = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`

/**
 * Finds the rate on a date among rates of one kind and currency. If there is none for the date
 * (customs: the week), returns the latest earlier one with a message. The latest revision of a date
 * applies. Returns undefined before the first rate.
 */
export function findRate(
  rows: readonly RateRow[],
  kind: RateKind,
  day: string,
): RateOfDay | undefined {
  const [row] = rows
    .filter(({ RATE_DT }) => RATE_DT <= day)
    .toSorted((a, b) => b.RATE_DT.localeCompare(a.RATE_DT) || b.REV_NO - a.REV_NO)
  if (!row) return undefined
  const validTo = isCustoms(kind) ? addDays(row.RATE_DT, 6) : row.RATE_DT
  const isLate = day > validTo
  return { row, isLate, message: isLate ? lateRateMessage(day, row.RATE_DT) : undefined }
}

function lateRateMessage(day: string, last: string): Label {
  return label(
    `${dashedDate(day)} 환율이 없어 ${dashedDate(last)} 환율을 적용합니다.`,
    `No rate for ${dashedDate(day)}; the rate of ${dashedDate(last)} is used.`,
  )
}

/**
 * Converts an amount to KRW at a rate quoted per `unit`, exactly, to two decimals. 1,250,000 JPY at
 * 940.20 per 100 is 11,752,500 KRW. Throws RangeError for values that are not numbers.
 */
export function toWon(amount: string | number, rate: string | number, unit: 1 | 100): string {
  const [a, r] = [toDecimal(amount), toDecimal(rate)]
  const product = { units: a.units * r.units, scale: a.scale + r.scale + (unit === 100 ? 2 : 0) }
  return decimalText(roundDecimal(product, 2, 'half'))
}

/**
 * Validation error for a rate's date. Customs weeks start on Sunday, and banks have no rates on
 * weekends.
 */
export function rateDayError(kind: string, day: string): Label | undefined {
  const at = weekday(day)
  if (isCustoms(kind)) {
    if (at === 7) return undefined
    return label(
      '관세청 주간환율은 일요일부터 적용합니다.',
      'Weekly customs rates start on a Sunday.',
    )
  }
  if (at !== 6 && at !== 7) return undefined
  return label(
    '은행은 토·일요일에 환율을 고시하지 않습니다. 고시가 없는 날은 마지막 환율을 적용합니다.',
    'Banks publish no rates at weekends; the last rate is used.',
  )
}
