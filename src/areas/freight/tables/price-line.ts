import {
  code,
  date,
  integer,
  lookup,
  measure,
  money,
  unsummedQuantity,
  select,
  text,
} from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, orderKind, ownerRef, remark } from '#areas/master/tables/references.ts'
import { priceStatus } from '../rules/price-status.ts'
import { mergedCodes } from './customer.ts'

const limit = (ko: string, en: string) => money(label(ko, en), { min: 0, minDecimals: 0 })
const rate = (ko: string, en: string) => {
  return measure(label(ko, en), 2, { default: 0, max: 9999, width: 80, minDecimals: 0 })
}

export const currency = lookup(label('통화', 'Currency'), 'currency', {
  required: true,
  width: 60,
  maxLength: 3,
  default: 'KRW',
  pattern: {
    test: /^[A-Z]{3}$/,
    text: label(
      '통화는 KRW처럼 영문 세 자입니다.',
      'The currency must be three letters, such as KRW.',
    ),
  },
})

export const priceLine = defineTable({
  name: 'price_line',
  title: label('단가', 'Price'),
  key: ['PRICE_CD', 'VERSION_NO'],
  scope: { owner: 'OWNER_CD' },
  fields: {
    PRICE_CD: code(label('단가코드', 'Price code'), { required: true, width: 110 }),
    VERSION_NO: integer(label('버전', 'Version'), {
      required: true,
      default: 1,
      min: 1,
      width: 60,
    }),
    STATE_CD: select(label('상태', 'Status'), 'price-state', {
      required: true,
      default: priceStatus.agreed,
    }),
    OWNER_CD: { ...ownerRef, required: false },
    PRICE_WCODE: lookup(label('창고', 'Warehouse'), 'warehouse', { width: 80 }),
    CHARGE_CD: select(label('요금', 'Charge type'), 'charge', { required: true, width: 100 }),
    BASIS_CD: select(label('기준', 'Basis'), 'price-basis', {
      required: true,
      default: 'WORK',
      width: 110,
    }),
    UNIT_CD: select(label('단위', 'Unit'), 'price-unit', { required: true, width: 70 }),
    PER_CD: select(label('계산 단위', 'Priced by'), 'price-per', {
      required: true,
      default: 'LINE',
    }),
    UNIT_PRICE: money(label('단가', 'Price'), {
      required: true,
      default: 0,
      min: 0,
      scale: 4,
      minDecimals: 0,
    }),
    TIER_CD: select(label('구간방식', 'Tiers'), 'price-tier', { width: 80 }),
    TIERS: text(label('구간단가', 'Tier prices'), { width: 160, maxLength: 300 }),
    FREE_DAYS: integer(label('무료일수', 'Free days'), { default: 0, min: 0, max: 999 }),
    FREE_QTY: unsummedQuantity(label('무료수량', 'Free quantity'), { default: 0, pieces: false }),
    FREE_CD: select(label('무료 단위', 'Free unit'), 'free-scope', { width: 90 }),
    MIN_AMT: limit('건 최소', 'Min. per transaction'),
    MAX_AMT: limit('건 최대', 'Max. per transaction'),
    DAY_MIN_AMT: limit('일 최소', 'Min. per day'),
    DAY_MAX_AMT: limit('일 최대', 'Max. per day'),
    MONTH_MIN_AMT: limit('월 최소', 'Min. per month'),
    MONTH_MAX_AMT: limit('월 최대', 'Max. per month'),
    COOL_RATE: rate('냉장할증 %', 'Chilled surcharge %'),
    FROZEN_RATE: rate('냉동할증 %', 'Frozen surcharge %'),
    BONDED_RATE: rate('보세할증 %', 'Bonded surcharge %'),
    OVER_MONTHS: integer(label('체화 개월', 'Overdue from (months)'), { min: 1, max: 99 }),
    OVER_RATE: rate('체화할증 %', 'Overdue surcharge %'),
    WEIGHT_STEPS: text(label('중량할증 구간', 'Weight surcharge'), { width: 120, maxLength: 200 }),
    TEMPERATURE_CD: select(label('온도', 'Temperature'), 'temperature', { width: 70 }),
    GROUP_CD: lookup(label('품목그룹', 'Item group'), 'stock-group', { width: 90 }),
    BONDED_CD: select(label('보세', 'Bonded'), 'bonded-status', { width: 70 }),
    ORDER_KIND_CD: select(orderKind.label, 'order-kind', { width: 80 }),
    SAMPLE_CD: select(label('샘플', 'Sample'), 'yes-no', { width: 70 }),
    FREIGHT_CD: lookup(label('운임항목', 'Freight item'), 'freight-item', { width: 90 }),
    SIDE_CD: select(label('매출·매입', 'Revenue or cost'), 'freight-side', { width: 80 }),
    CUSTOMER_CD: lookup(label('청구처', 'Payer'), 'customer', {
      width: 100,
      maxLength: 20,
      mergedCodes,
    }),
    CARRIER_CD: lookup(label('운송사', 'Carrier'), 'carrier', { width: 90 }),
    POL_CD: lookup(label('선적항', 'Port of loading'), 'port', { width: 90 }),
    POD_CD: lookup(label('양하항', 'Port of discharge'), 'port', { width: 90 }),
    CNTR_TP: lookup(label('규격', 'Size-type'), 'container-type', { width: 80, maxLength: 4 }),
    SHARE_YN: select(label('혼적 분담', 'Shared cells'), 'yes-no', { default: 'N', width: 80 }),
    VAT_CD: select(label('과세', 'VAT'), 'vat', { required: true, default: 'TAX', width: 70 }),
    ROUNDING_CD: select(label('단수처리', 'Rounding'), 'rounding-mode', {
      required: true,
      default: '2',
      width: 140,
    }),
    CURRENCY_CD: currency,
    FROM_DT: date(label('적용시작일', 'Valid from'), { required: true }),
    TO_DT: date(label('적용종료일', 'Valid until')),
    REMARK: remark,
    ...changeFields,
  },
})

export const vatRate = defineTable({
  name: 'vat_rate',
  title: label('부가세율', 'VAT rate'),
  key: ['VAT_CD', 'FROM_DT'],
  fields: {
    VAT_CD: select(label('과세', 'VAT'), 'vat', { required: true }),
    FROM_DT: date(label('적용시작일', 'Valid from'), { required: true }),
    RATE: measure(label('세율 %', 'Rate %'), 2, { required: true, max: 100 }),
    ...changeFields,
  },
})
