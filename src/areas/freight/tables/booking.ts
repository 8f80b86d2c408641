import {
  code,
  date,
  flag,
  integer,
  localTime,
  lookup,
  measure,
  select,
  text,
  type Field,
} from '#kernel/field.ts'
import type { HeaderLineTables } from '#kernel/header-line-operations.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, remark, useFlag } from '#areas/master/tables/references.ts'
import { containerNumberError } from '../rules/container-number.ts'
import { siteAddressError } from '../rules/site-address.ts'
import { customerRef } from './customer.ts'
import { carrierRef, containerTypeRef, portRef } from './references.ts'

const bookingId = code(label('관리번호', 'Internal no.'), { width: 140 })
const portField = (ko: string, en: string, name: string): Field => ({
  ...portRef,
  label: label(ko, en),
  fills: { [name]: 'NAME' },
})
const timestampField = (ko: string, en: string) => localTime(label(ko, en))

/** Booking with a carrier. Times are in the time zone of their port. */
export const booking = defineTable({
  name: 'booking',
  title: label('부킹', 'Booking'),
  key: ['BOOKING_ID'],
  scope: { warehouse: 'WCODE' },
  fields: {
    BOOKING_ID: bookingId,
    WCODE: code(label('창고', 'Warehouse'), { width: 70 }),
    BOOK_DT: date(label('부킹일', 'Booking date')),
    CARRIER_CD: { ...carrierRef, required: true },
    BOOKING_NO: code(label('부킹번호', 'Booking no.'), { width: 120 }),
    MODE_CD: select(label('운송', 'Mode'), 'transport-mode', { default: 'SEA', width: 60 }),
    LOAD_CD: select(label('적재', 'Load type'), 'load-kind', { default: 'FCL', width: 60 }),
    STATE_CD: select(label('상태', 'Status'), 'booking-state', { width: 80 }),
    AMENDMENT_CD: select(label('변경·취소', 'Amendment/cancellation'), 'booking-amendment', {
      width: 90,
    }),
    RECEIPT_TERM_CD: select(label('수령조건', 'Receipt term'), 'service-term', { default: 'CY' }),
    DELIVERY_TERM_CD: select(label('인도조건', 'Delivery term'), 'service-term', { default: 'CY' }),
    POR_CD: portField('수령지', 'Place of receipt', 'POR_NM'),
    POL_CD: { ...portField('선적항', 'Port of loading', 'POL_NM'), required: true },
    POD_CD: { ...portField('양하항', 'Port of discharge', 'POD_NM'), required: true },
    PVD_CD: portField('인도지', 'Place of delivery', 'PVD_NM'),
    VESSEL_CD: lookup(label('선박', 'Vessel'), 'vessel', {
      width: 90,
      fills: { VESSEL_NM: 'NAME' },
    }),
    VOYAGE_NO: code(label('항차', 'Voyage'), { width: 80, maxLength: 20 }),
    ETD: timestampField('출항예정', 'ETD'),
    ETA: timestampField('도착예정', 'ETA'),
    ATD: timestampField('출항', 'ATD'),
    ATA: timestampField('도착', 'ATA'),
    DCO: timestampField('서류마감', 'Doc cut-off'),
    VCO: timestampField('VGM 마감', 'VGM cut-off'),
    FCO: timestampField('FCL 반입마감', 'FCL cut-off'),
    LCO: timestampField('LCL 반입마감', 'CFS cut-off'),
    EFC: timestampField('반입개시', 'Gate-in opening'),
    ERO: timestampField('공컨 반납마감', 'Empty return by'),
    SHIPPER_CD: customerRef('송하인', 'Shipper', 'SHIPPER_NM'),
    CONSIGNEE_CD: customerRef('수하인', 'Consignee', 'CONSIGNEE_NM'),
    NOTIFY_CD: customerRef('통지처', 'Notify party', 'NOTIFY_NM'),
    FORWARDER_CD: customerRef('포워더', 'Forwarder', 'FORWARDER_NM'),
    GOODS_NM: text(label('품명', 'Goods'), { width: 180, maxLength: 200 }),
    HS_CD: lookup(label('HS', 'HS'), 'hs-code', { width: 90 }),
    PACKAGE_QTY: integer(label('포장수', 'Packages'), { min: 0, max: 9_999_999 }),
    PACKAGE_CD: lookup(label('포장', 'Package unit'), 'package-unit', { width: 60 }),
    WEIGHT_KG: measure(label('총중량 kg', 'Gross kg'), 3, { max: 99_999_999, minDecimals: 0 }),
    CBM: measure(label('용적 m³', 'm³'), 3, { max: 99_999_999 }),
    DG_YN: flag(label('위험물', 'Dangerous')),
    UN_NO: text(label('UN 번호', 'UN no.'), {
      width: 70,
      pattern: { test: /^\d{4}$/, text: label('숫자 4자리입니다.', 'Four digits.') },
    }),
    IMDG_CLASS: code(label('IMDG 급', 'IMDG class'), { width: 80, maxLength: 6 }),
    REEFER_C: measure(label('냉동 ℃', 'Reefer °C'), 1, { min: -60, max: 40 }),
    PAY_CD: select(label('운임', 'Freight terms'), 'freight-pay', {
      default: 'PREPAID',
      width: 70,
    }),
    BL_KIND_CD: select(label('B/L 종류', 'B/L kind'), 'bl-kind', { default: 'ORIGINAL' }),
    BL_NO: code(label('B/L 번호', 'B/L no.'), { width: 130 }),
    REF_NO: text(label('참조번호', 'Reference no.'), { width: 130 }),
    MANAGER_ID: text(label('담당자', 'Contact'), { width: 90, maxLength: 50 }),
    REMARK: remark,
    ...changeFields,
  },
})

/** Containers of one size-type on a booking (spec §3). */
export const bookingContainer = defineTable({
  name: 'booking_container',
  title: label('부킹 컨테이너', 'Containers of a booking'),
  key: ['BOOKING_ID', 'LINE_NO'],
  fields: {
    BOOKING_ID: bookingId,
    LINE_NO: integer(label('행', 'Line'), { width: 50 }),
    CNTR_TP: { ...containerTypeRef, required: true },
    CNTR_QTY: integer(label('수량', 'Quantity'), {
      required: true,
      min: 1,
      max: 9999,
      footer: 'SUM',
    }),
    PART_YN: flag(label('공동적재', 'Shared'), { width: 80 }),
    MAIN_YN: flag(label('주 부킹', 'Main booking'), { default: 'Y', width: 70 }),
    SOC_YN: flag(label('화주소유', "Shipper's own"), { width: 80 }),
    CNTR_NO: code(label('컨테이너번호', 'Container no.'), {
      width: 120,
      maxLength: 11,
      closedUp: true,
      check: containerNumberError,
    }),
    SEAL_NO: code(label('봉인번호', 'Seal no.'), { width: 110 }),
    VGM_KG: measure(label('VGM kg', 'VGM kg'), 3, { max: 99_999, minDecimals: 0 }),
    REMARK: remark,
    ...changeFields,
  },
})

export const bookingTables = {
  head: booking,
  lines: bookingContainer,
  link: 'BOOKING_ID',
  headColumns: (
    'CARRIER_CD POL_CD POD_CD LOAD_CD RECEIPT_TERM_CD DELIVERY_TERM_CD VESSEL_CD VOYAGE_NO ' +
    'BOOK_DT ETD ETA EFC DCO VCO FCO LCO ERO SHIPPER_CD CONSIGNEE_CD NOTIFY_CD FORWARDER_CD GOODS_NM ' +
    'HS_CD PACKAGE_QTY PACKAGE_CD WEIGHT_KG CBM DG_YN UN_NO IMDG_CLASS REEFER_C PAY_CD ' +
    'BL_KIND_CD BL_NO REF_NO MODE_CD POR_CD PVD_CD ATD ATA MANAGER_ID REMARK'
  ).split(' ') as readonly (keyof typeof booking.fields)[],
  lineColumns: [
    'CNTR_TP',
    'CNTR_QTY',
    'PART_YN',
    'MAIN_YN',
    'SOC_YN',
    'CNTR_NO',
    'SEAL_NO',
    'VGM_KG',
    'REMARK',
  ],
} as const satisfies HeaderLineTables<typeof booking.fields, typeof bookingContainer.fields>

/** Carrier page opened with booking values. Passwords are not stored. */
export const carrierSite = defineTable({
  name: 'carrier_site',
  title: label('선사 사이트', 'Carrier site'),
  key: ['CARRIER_CD', 'PURPOSE_CD'],
  fields: {
    CARRIER_CD: { ...carrierRef, required: true },
    PURPOSE_CD: select(label('용도', 'Purpose'), 'site-purpose', { required: true, width: 90 }),
    SITE_NM: text(label('사이트명', 'Name'), { required: true, width: 160 }),
    URL: text(label('주소', 'Address'), {
      required: true,
      width: 460,
      maxLength: 500,
      check: siteAddressError,
    }),
    USE_YN: useFlag,
    REMARK: remark,
    ...changeFields,
  },
})
