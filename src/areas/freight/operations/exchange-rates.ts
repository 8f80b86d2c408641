import { date, flag, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { exchangeRate } from '../tables/transport.ts'
import { exchangeRates } from './masters.ts'

const { KIND_CD } = exchangeRate.fields

/**
 * Rates on a date, one per currency. Customs rates apply for a week. If there is no rate for the
 * date, returns the latest earlier one with a message.
 */
export const ratesOfDay = defineQuery({
  name: 'freight/rates-of-day',
  title: label('기준일 환율', 'Rates on a date'),
  with: [exchangeRates.query],
  menus: ['CmsExchangeRatePopup'],
  action: 'search',
  scope: 'company',
  bound: 'open',
  search: {
    KIND_CD,
    DAY: date(label('기준일', 'Reference date')),
    CURRENCY_CD: withOptions(exchangeRate.fields.CURRENCY_CD, { required: false }),
  },
  output: {
    ...pick(exchangeRate, ['KIND_CD', 'CURRENCY_CD', 'RATE', 'RATE_UNIT', 'RATE_DT']),
    CURRENCY_NM: text(label('통화명', 'Name'), { width: 150 }),
    DAY: date(label('기준일', 'Reference date')),
    LATE_YN: flag(label('이전 환율', 'Earlier rate'), { width: 80 }),
  },
})
