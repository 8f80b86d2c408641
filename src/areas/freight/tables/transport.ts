import { code, date, integer, lookup, measure, select, text } from '#kernel/field.ts'
import { companyPhone } from '#kernel/contact-text.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, remark, useFlag } from '#areas/master/tables/references.ts'
import { containerNumberError } from '../rules/container-number.ts'
import {
  callSignError,
  companyImoError,
  scacError,
  vesselImoError,
} from '../rules/transport-codes.ts'
import {
  carrierRef,
  containerTypeRef,
  countryRef,
  currencyRef,
  customsRef,
  portRef,
} from './references.ts'

const commonFields = { USE_YN: useFlag, REMARK: remark, ...changeFields } as const
const phone = text(label('전화번호', 'Phone'), { maxLength: 20, pattern: companyPhone })
const mode = select(label('운송', 'Mode'), 'transport-mode', { default: 'SEA', width: 70 })

export const carrier = defineTable({
  name: 'carrier',
  title: label('선사·항공사', 'Carrier'),
  key: ['CARRIER_CD'],
  fields: {
    CARRIER_CD: code(label('운송사코드', 'Carrier code'), {
      required: true,
      width: 100,
      maxLength: 10,
    }),
    CARRIER_NM: text(label('운송사명', 'Name'), { required: true, width: 170 }),
    CARRIER_EN: text(label('영문명', 'English name'), { width: 220 }),
    MODE_CD: mode,
    SCAC: code(label('SCAC', 'SCAC'), {
      width: 70,
      maxLength: 4,
      check: (scac) => scacError(scac, 'ROAD'),
    }),
    IATA_CD: code(label('IATA', 'IATA'), {
      width: 60,
      pattern: {
        test: /^[A-Z0-9]{2}$/,
        text: label('영문·숫자 2자리입니다.', 'Must be 2 letters or digits.'),
      },
    }),
    AWB_PREFIX: text(label('AWB 앞자리', 'AWB prefix'), {
      width: 90,
      pattern: { test: /^\d{3}$/, text: label('숫자 3자리입니다.', 'Must be 3 digits.') },
    }),
    CUSTOMS_CARRIER_CD: code(label('세관 선사부호', 'Customs carrier code'), {
      width: 110,
      maxLength: 4,
    }),
    COMPANY_IMO_NO: text(label('IMO 회사번호', 'IMO company no.'), {
      width: 110,
      check: companyImoError,
    }),
    COUNTRY_CD: countryRef,
    PHONE_NO: phone,
    ...commonFields,
  },
})

export const vessel = defineTable({
  name: 'vessel',
  title: label('선박', 'Vessel'),
  key: ['VESSEL_CD'],
  fields: {
    VESSEL_CD: code(label('선박코드', 'Vessel code'), {
      required: true,
      width: 100,
      maxLength: 20,
    }),
    VESSEL_NM: text(label('선박명', 'Name'), { required: true, width: 190, upperCase: true }),
    IMO_NO: text(label('IMO 번호', 'IMO no.'), { width: 90, check: vesselImoError }),
    CALL_SIGN: code(label('호출부호', 'Call sign'), { width: 90, check: callSignError }),
    MMSI: text(label('MMSI', 'MMSI'), {
      width: 100,
      pattern: { test: /^\d{9}$/, text: label('숫자 9자리입니다.', 'Must be 9 digits.') },
    }),
    CARRIER_CD: carrierRef,
    COUNTRY_CD: { ...countryRef, label: label('선적국', 'Flag') },
    TEU_CAPACITY: integer(label('적재 TEU', 'TEU'), { width: 90, min: 0, max: 30_000 }),
    ...commonFields,
  },
})

export const container = defineTable({
  name: 'container',
  title: label('컨테이너', 'Container'),
  key: ['CNTR_NO'],
  fields: {
    CNTR_NO: code(label('컨테이너번호', 'Container no.'), {
      required: true,
      width: 130,
      maxLength: 11,
      closedUp: true,
      check: containerNumberError,
    }),
    CNTR_TP: { ...containerTypeRef, required: true },
    CARRIER_CD: carrierRef,
    TARE_KG: measure(label('자중 kg', 'Tare kg'), 1, { max: 99_999 }),
    MAX_GROSS_KG: measure(label('최대총중량 kg', 'Max gross kg'), 1, { max: 99_999, width: 120 }),
    MADE_DT: date(label('제작일', 'Date of manufacture')),
    ...commonFields,
  },
})

export const freightItem = defineTable({
  name: 'freight_item',
  title: label('운임항목', 'Freight item'),
  key: ['FREIGHT_CD'],
  fields: {
    FREIGHT_CD: code(label('운임코드', 'Freight code'), {
      required: true,
      width: 90,
      maxLength: 10,
    }),
    FREIGHT_NM: text(label('운임명', 'Name'), { required: true, width: 180 }),
    FREIGHT_EN: text(label('영문명', 'English name'), { width: 220 }),
    REC23_CD: code(label('Rec 23', 'Rec 23'), { width: 80, maxLength: 6 }),
    MODE_CD: mode,
    DIVISION_CD: select(label('운임구분', 'Freight division'), 'freight-division', { width: 90 }),
    BASIS_CD: select(label('부과기준', 'Basis'), 'freight-basis', { default: 'BL', width: 110 }),
    VAT_CD: select(label('부가세', 'VAT'), 'freight-vat', { default: 'ZERO', width: 80 }),
    PAY_CD: select(label('지불', 'Payment'), 'freight-pay', { default: 'PREPAID', width: 70 }),
    CURRENCY_CD: currencyRef,
    ...commonFields,
  },
})

/** Yard or shed, our own or a third party's. */
export const freightWarehouse = defineTable({
  name: 'freight_warehouse',
  title: label('창고·장치장', 'Warehouse or bonded warehouse'),
  key: ['SHED_CD'],
  fields: {
    SHED_CD: code(label('창고코드', 'Warehouse code'), {
      required: true,
      width: 100,
      maxLength: 20,
    }),
    SHED_NM: text(label('창고명', 'Warehouse name'), { required: true, width: 190 }),
    SHED_TYPE_CD: select(label('구분', 'Kind'), 'shed-type', { default: 'CFS', width: 90 }),
    CUSTOMS_SHED_NO: text(label('장치장부호', 'Bonded warehouse code'), {
      width: 100,
      pattern: { test: /^\d{8}$/, text: label('숫자 8자리입니다.', 'Must be 8 digits.') },
    }),
    CUSTOMS_CD: customsRef,
    PORT_CD: portRef,
    HOUSE_WCODE: lookup(label('자사창고', 'Own warehouse'), 'warehouse', { width: 90 }),
    ADDRESS: text(label('주소', 'Address'), { width: 260, maxLength: 200 }),
    PHONE_NO: phone,
    ...commonFields,
  },
})

/** Published rate. Never changes; a correction is a new revision. */
export const exchangeRate = defineTable({
  name: 'exchange_rate',
  title: label('환율', 'Exchange rate'),
  key: ['KIND_CD', 'CURRENCY_CD', 'RATE_DT', 'REV_NO'],
  fields: {
    KIND_CD: select(label('환율종류', 'Kind'), 'rate-kind', { required: true, width: 110 }),
    CURRENCY_CD: { ...currencyRef, required: true },
    RATE_DT: date(label('적용일', 'Effective date'), { required: true }),
    REV_NO: integer(label('정정', 'Revision'), { min: 0, max: 99, default: 0, zeroAsEmpty: true }),
    RATE_UNIT: integer(label('단위', 'Per'), { min: 1, max: 100, width: 60 }),
    RATE: measure(label('환율(원)', 'Rate (KRW)'), 4, {
      required: true,
      min: 0.0001,
      minDecimals: 2,
      width: 110,
    }),
    REMARK: remark,
    ...changeFields,
  },
})

export const usedPhrase = defineTable({
  name: 'used_phrase',
  title: label('상용구', 'Phrase'),
  key: ['PHRASE_CD'],
  fields: {
    PHRASE_CD: code(label('상용구코드', 'Phrase code'), {
      required: true,
      width: 110,
      maxLength: 20,
    }),
    SUBJECT: text(label('제목', 'Subject'), { width: 160 }),
    PHRASE: text(label('상용구', 'Phrase'), { required: true, width: 460, maxLength: 500 }),
    PHRASE_USE_CD: select(label('사용처', 'Used in'), 'phrase-use', { default: 'ANY', width: 90 }),
    ...commonFields,
  },
})
