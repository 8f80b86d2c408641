import { code, flag, integer, lookup, measure, select, text } from '#kernel/field.ts'
import { editionFields } from '#kernel/edition.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { companyPhone } from '#kernel/contact-text.ts'
import { changeFields, remark, useFlag } from '#areas/master/tables/references.ts'
import { containerType, containerTypeError } from '../rules/container-type.ts'
import { timeZoneError } from '../rules/time-zone.ts'
import { locodeError } from '../rules/transport-codes.ts'
import { countryRef, currencyRef, customsRef } from './references.ts'

const listFields = { ...editionFields, USE_YN: useFlag, REMARK: remark, ...changeFields } as const

const numericCode = text(label('숫자코드', 'Numeric code'), {
  width: 80,
  pattern: { test: /^\d{3}$/, text: label('숫자 3자리입니다.', 'Must be 3 digits.') },
})
const lettersPattern = (count: number) => ({
  test: new RegExp(`^[A-Z]{${count}}$`),
  text: label(`영문 ${count}자리입니다.`, `Must be ${count} letters.`),
})

/** ISO 3166 country. */
export const country = defineTable({
  name: 'country',
  title: label('국가', 'Country'),
  key: ['COUNTRY_CD'],
  fields: {
    COUNTRY_CD: code(label('국가코드', 'Country code'), {
      required: true,
      width: 80,
      pattern: lettersPattern(2),
    }),
    COUNTRY_NM: text(label('국가명', 'Korean name'), { required: true, width: 180 }),
    COUNTRY_EN: text(label('영문명', 'English name'), { required: true, width: 200 }),
    ALPHA3_CD: code(label('3자리', 'Alpha-3'), { width: 70, pattern: lettersPattern(3) }),
    NUMERIC_CD: numericCode,
    CURRENCY_CD: currencyRef,
    ...listFields,
  },
})

/** ISO 4217 currency. */
export const currency = defineTable({
  name: 'currency',
  title: label('통화', 'Currency'),
  key: ['CURRENCY_CD'],
  fields: {
    CURRENCY_CD: code(label('통화코드', 'Currency code'), {
      required: true,
      width: 80,
      pattern: lettersPattern(3),
    }),
    CURRENCY_NM: text(label('통화명', 'Korean name'), { required: true, width: 180 }),
    CURRENCY_EN: text(label('영문명', 'English name'), { required: true, width: 200 }),
    NUMERIC_CD: numericCode,
    MINOR_UNIT: integer(label('소수자리', 'Decimals'), { min: 0, max: 4 }),
    RATE_UNIT: integer(label('고시단위', 'Quoted per'), {
      min: 1,
      max: 100,
      default: 1,
      width: 80,
    }),
    ...listFields,
  },
})

export const customsOffice = defineTable({
  name: 'customs_office',
  title: label('세관', 'Customs office'),
  key: ['CUSTOMS_CD'],
  fields: {
    CUSTOMS_CD: code(label('세관코드', 'Customs office code'), {
      required: true,
      width: 90,
      pattern: numericCode.pattern,
    }),
    CUSTOMS_NM: text(label('세관명', 'Name'), { required: true, width: 260 }),
    PHONE_NO: text(label('전화번호', 'Phone'), { maxLength: 20, pattern: companyPhone }),
    ...listFields,
  },
})

/** UN/LOCODE port or airport. */
export const port = defineTable({
  name: 'port',
  title: label('항구·공항', 'Port or airport'),
  key: ['PORT_CD'],
  fields: {
    PORT_CD: code(label('항구코드', 'UN/LOCODE'), {
      required: true,
      width: 90,
      maxLength: 5,
      check: locodeError,
    }),
    PORT_NM: text(label('항구명', 'Korean name'), { required: true, width: 160 }),
    PORT_EN: text(label('영문명', 'English name'), { required: true, width: 200 }),
    PORT_TYPE_CD: select(label('구분', 'Kind'), 'port-type', { default: 'SEA', width: 90 }),
    COUNTRY_CD: { ...countryRef, required: true },
    TIME_ZONE: text(label('시간대', 'Time zone'), {
      width: 150,
      maxLength: 50,
      check: timeZoneError,
    }),
    LATITUDE: measure(label('위도', 'Latitude'), 6, { min: -90, max: 90, minDecimals: 2 }),
    LONGITUDE: measure(label('경도', 'Longitude'), 6, { min: -180, max: 180, minDecimals: 2 }),
    CUSTOMS_CD: customsRef,
    ...listFields,
  },
})

/** Harmonized System code: six digits internationally, ten in Korea (HSK). */
export const hsCode = defineTable({
  name: 'hs_code',
  title: label('HS코드', 'HS code'),
  key: ['HS_CD'],
  fields: {
    HS_CD: code(label('HS코드', 'HS code'), {
      required: true,
      width: 110,
      pattern: {
        test: /^\d{2,10}$/,
        text: label('점 없이 숫자 2~10자리입니다.', 'Must be 2 to 10 digits without dots.'),
      },
    }),
    HS_NM: text(label('품명', 'Korean name'), { width: 260, maxLength: 500 }),
    HS_EN: text(label('영문 품명', 'English name'), { required: true, width: 460, maxLength: 500 }),
    PARENT_CD: lookup(label('상위코드', 'Parent code'), 'hs-code', { width: 90 }),
    SECTION_CD: code(label('부', 'Section'), { width: 60 }),
    ...listFields,
  },
})

/** UNECE Recommendation 21 packaging: PX is a pallet, PL a pail. */
export const packageUnit = defineTable({
  name: 'package_unit',
  title: label('포장단위', 'Package unit'),
  key: ['PACKAGE_CD'],
  fields: {
    PACKAGE_CD: code(label('포장코드', 'Package code'), {
      required: true,
      width: 90,
      maxLength: 5,
    }),
    PACKAGE_NM: text(label('포장명', 'Korean name'), { width: 160 }),
    PACKAGE_EN: text(label('영문명', 'English name'), { required: true, width: 300 }),
    SOURCE_CD: select(label('출처', 'Source'), 'package-source', { default: 'REC21', width: 100 }),
    ...listFields,
  },
})

/** ISO 6346 size-type. */
export const containerTypes = defineTable({
  name: 'container_type',
  title: label('컨테이너 규격', 'Size-type'),
  key: ['CNTR_TP'],
  fields: {
    CNTR_TP: code(label('규격', 'Size-type'), {
      required: true,
      width: 80,
      check: containerTypeError,
      describeCode: (typed) => containerType(typed)?.name,
    }),
    CNTR_TP_NM: text(label('뜻', 'Korean meaning'), { required: true, width: 180 }),
    CNTR_TP_EN: text(label('영문 뜻', 'English meaning'), { required: true, width: 180 }),
    TEU: measure(label('TEU', 'TEU'), 2, { width: 70, minDecimals: 2 }),
    REEFER_YN: flag(label('냉동', 'Reefer')),
    ...listFields,
  },
})
