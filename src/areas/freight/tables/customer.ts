import { code, flag, integer, lookup, money, select, text } from '#kernel/field.ts'
import { companyPhone, email } from '#kernel/contact-text.ts'
import type { HeaderLineTables } from '#kernel/header-line-operations.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, remark, useFlag } from '#areas/master/tables/references.ts'
import { businessNumberError } from '../rules/business-number.ts'
import { countryRef } from './references.ts'

const customerCode = code(label('거래처코드', 'Customer code'), { width: 110, maxLength: 20 })
const role = (ko: string, en: string) => flag(label(ko, en), { width: 70 })

export const mergedCodes = {
  table: 'customer',
  code: 'customer_cd',
  mergedInto: 'merged_to_cd',
} as const

/**
 * Column that references a customer. The code of a merged customer resolves to the remaining one.
 */
export function customerRef(ko: string, en: string, name: string) {
  return lookup(label(ko, en), 'customer', {
    width: 100,
    maxLength: 20,
    mergedCodes,
    fills: { [name]: 'NAME' },
  })
}

export const customer = defineTable({
  name: 'customer',
  title: label('거래처', 'Customer'),
  key: ['CUSTOMER_CD'],
  fields: {
    CUSTOMER_CD: customerCode,
    CUSTOMER_NM: text(label('거래처명', 'Name'), { required: true, width: 190 }),
    ABBR_NM: text(label('약칭', 'Short name'), { width: 110, maxLength: 40 }),
    CUSTOMER_EN: text(label('영문명', 'English name'), { width: 200 }),
    BIZ_NO: text(label('사업자번호', 'Business no.'), {
      width: 110,
      digitsOnly: true,
      maxLength: 10,
      check: businessNumberError,
    }),
    CUSTOMS_NO: code(label('통관고유부호', 'Customs ID'), { width: 140, maxLength: 20 }),
    PRESIDENT_NM: text(label('대표자', 'Representative'), { width: 90, maxLength: 50 }),
    COUNTRY_CD: countryRef,
    SHIPPER_YN: role('화주', 'Shipper'),
    REAL_SHIPPER_YN: role('실화주', 'Cargo owner'),
    FORWARDER_YN: role('포워더', 'Forwarder'),
    LINE_YN: role('선사', 'Shipping line'),
    TRUCKER_YN: role('운송사', 'Haulier'),
    BROKER_YN: role('관세사', 'Broker'),
    SHED_YN: role('창고', 'Warehouse'),
    CREDIT_LIMIT: money(label('여신한도', 'Credit limit'), {
      width: 120,
      min: 0,
      minDecimals: 0,
      zeroAsEmpty: true,
    }),
    CREDIT_DAYS: integer(label('여신일수', 'Credit days'), { width: 80, min: 0, max: 365 }),
    TAX_EMAIL: text(label('세금계산서 이메일', 'Tax invoice email'), {
      width: 180,
      pattern: email,
    }),
    WON_BILL_YN: flag(label('원화 청구', 'Billed in KRW'), { width: 80 }),
    RATE_KIND_CD: select(label('청구 환율', 'Billing rate'), 'rate-kind', {
      default: 'BASE',
      width: 100,
    }),
    RATE_DAY_CD: select(label('환율 기준일', 'Rate date'), 'rate-day', {
      default: 'DEPART',
      width: 90,
    }),
    ROUNDING_CD: select(label('단수처리', 'Rounding'), 'rounding-mode', {
      default: '24',
      width: 120,
    }),
    MERGED_TO_CD: lookup(label('통합 코드', 'Merged into'), 'customer', { width: 100 }),
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})

export const customerPlace = defineTable({
  name: 'customer_place',
  title: label('거래처 주소·담당자', 'Customer addresses and contacts'),
  key: ['CUSTOMER_CD', 'LINE_NO'],
  fields: {
    CUSTOMER_CD: customerCode,
    LINE_NO: integer(label('행', 'Line'), { width: 50 }),
    PLACE_CD: select(label('구분', 'Kind'), 'customer-place', { default: 'HEAD', width: 90 }),
    PLACE_NM: text(label('장소명', 'Place name'), { width: 140 }),
    ZIP_NO: text(label('우편번호', 'Postal code'), {
      width: 80,
      pattern: { test: /^\d{5}$/, text: label('숫자 5자리입니다.', 'Must be 5 digits.') },
    }),
    ADDRESS: text(label('주소', 'Address'), { width: 280, maxLength: 200 }),
    PERSON_NM: text(label('담당자', 'Contact'), { width: 90, maxLength: 50 }),
    PHONE_NO: text(label('전화번호', 'Phone'), { maxLength: 20, pattern: companyPhone }),
    EMAIL: text(label('이메일', 'Email'), { width: 180, pattern: email, personal: true }),
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})

export const customerTables = {
  head: customer,
  lines: customerPlace,
  link: 'CUSTOMER_CD',
  headColumns: [
    'CUSTOMER_NM',
    'ABBR_NM',
    'CUSTOMER_EN',
    'BIZ_NO',
    'CUSTOMS_NO',
    'PRESIDENT_NM',
    'COUNTRY_CD',
    'SHIPPER_YN',
    'REAL_SHIPPER_YN',
    'FORWARDER_YN',
    'LINE_YN',
    'TRUCKER_YN',
    'BROKER_YN',
    'SHED_YN',
    'CREDIT_LIMIT',
    'CREDIT_DAYS',
    'TAX_EMAIL',
    'WON_BILL_YN',
    'RATE_KIND_CD',
    'RATE_DAY_CD',
    'ROUNDING_CD',
    'USE_YN',
    'REMARK',
  ],
  lineColumns: [
    'PLACE_CD',
    'PLACE_NM',
    'ZIP_NO',
    'ADDRESS',
    'PERSON_NM',
    'PHONE_NO',
    'EMAIL',
    'USE_YN',
    'REMARK',
  ],
} as const satisfies HeaderLineTables<typeof customer.fields, typeof customerPlace.fields>
