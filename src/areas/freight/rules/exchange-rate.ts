import { decimalText, roundDecimal, toDecimal } from '#kernel/decimal.ts'
import { addDays, weekday } from '#kernel/calendar.ts'
import { label, type Label } from '#kernel/label.ts'

/** Customs publish for a week, export and import apart; a bank for a day. */
export type RateKind = 'CUS_EXP' | 'CUS_IMP' | 'BASE' | 'TTS' | 'TTB'

/** One rate as it was published: won for `RATE_UNIT` of the currency, from a day on. */
export interface RateRow {
  readonly RATE_DT: string
  readonly REV_NO: number
  readonly RATE_UNIT: number
  readonly RATE: string
}

/** The rate of a day, and whether it is the last one there was, said in words. */
export interface RateOfDay {
  readonly row: RateRow
  readonly isLate: boolean
  readonly said: Label | undefined
}

const isCustoms = (kind: string): boolean => kind.startsWith('CUS_')

const shown = (day: string): string => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`

/**
 * The rate of a day among those of one kind and currency: of that day (customs: of its week), else
 * the last one before, which is said. A later revision of a day counts; undefined before the first.
 */
export function rateOfDay(
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
  return { row, isLate, said: isLate ? saidOfLast(day, row.RATE_DT) : undefined }
}

function saidOfLast(day: string, last: string): Label {
  return label(
    `${shown(day)} 환율이 없어 ${shown(last)} 환율을 적용합니다.`,
    `No rate for ${shown(day)}; the rate of ${shown(last)} is used.`,
  )
}

/**
 * Won for an amount in a currency that is quoted by `unit`, to two decimals, exactly: 1,250,000 JPY
 * at 940.20 for 100 are 11,752,500. Throws RangeError for no number.
 */
export function wonOf(amount: string | number, rate: string | number, unit: 1 | 100): string {
  const [a, r] = [toDecimal(amount), toDecimal(rate)]
  const product = { units: a.units * r.units, scale: a.scale + r.scale + (unit === 100 ? 2 : 0) }
  return decimalText(roundDecimal(product, 2, 'half'))
}

/** What is wrong with the day a rate is of: customs weeks begin on Sunday, banks rest on weekends. */
export function rateDayFault(kind: string, day: string): Label | undefined {
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
