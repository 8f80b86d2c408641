import { code, flag, integer, measure, select, text, withOptions } from '#kernel/field.ts'
import type { HeaderLineTables } from '#kernel/header-line-operations.ts'
import { label } from '#kernel/label.ts'
import { defineTable } from '#kernel/table.ts'
import { changeFields, remark } from '#areas/master/tables/references.ts'
import { booking, bookingContainer } from './booking.ts'

const billId = code(label('관리번호', 'Internal no.'), { width: 140 })
const of = booking.fields

/** Bill of lading or air waybill of a booking. */
export const bill = defineTable({
  name: 'bill',
  title: label('B/L·AWB', 'Bill of lading or air waybill'),
  key: ['BILL_ID'],
  scope: { warehouse: 'WCODE' },
  fields: {
    BILL_ID: billId,
    WCODE: of.WCODE,
    BOOKING_ID: withOptions(of.BOOKING_ID, {
      label: label('부킹 관리번호', 'Internal booking no.'),
      required: true,
      ofSearch: true,
    }),
    KIND_CD: select(label('구분', 'Kind'), 'bill-kind', { required: true, width: 90 }),
    STATE_CD: select(label('상태', 'Status'), 'bill-state', { width: 70 }),
    BILL_NO: code(label('B/L·AWB 번호', 'Bill no.'), { width: 150, maxLength: 35 }),
    AMENDMENT_NO: integer(label('정정 차수', 'Amendment no.'), { width: 70 }),
    SHIPPER_CD: of.SHIPPER_CD,
    CONSIGNEE_CD: of.CONSIGNEE_CD,
    NOTIFY_CD: of.NOTIFY_CD,
    POR_CD: of.POR_CD,
    POL_CD: withOptions(of.POL_CD, { required: false }),
    POD_CD: withOptions(of.POD_CD, { required: false }),
    PVD_CD: of.PVD_CD,
    VESSEL_CD: of.VESSEL_CD,
    VOYAGE_NO: of.VOYAGE_NO,
    FLIGHT_NO: code(label('편명', 'Flight'), { width: 80, maxLength: 20 }),
    GOODS_NM: of.GOODS_NM,
    PACKAGE_QTY: of.PACKAGE_QTY,
    PACKAGE_CD: of.PACKAGE_CD,
    WEIGHT_KG: of.WEIGHT_KG,
    CBM: of.CBM,
    CNTR_WORDS: text(label('컨테이너 수량 문구', 'Containers in words'), { width: 190 }),
    AMEND_REASON: text(label('정정사유', 'Reason for amendment'), { width: 140, maxLength: 200 }),
    CANCEL_REASON: text(label('취소사유', 'Cancellation reason'), {
      width: 140,
      maxLength: 200,
    }),
    REMARK: remark,
    ...changeFields,
  },
})

export const billContainer = defineTable({
  name: 'bill_container',
  title: label('B/L 컨테이너', 'Containers of a bill'),
  key: ['BILL_ID', 'LINE_NO'],
  fields: {
    BILL_ID: billId,
    LINE_NO: integer(label('행', 'Line'), { width: 50 }),
    CNTR_NO: withOptions(bookingContainer.fields.CNTR_NO, { required: true }),
    SEAL_NO: bookingContainer.fields.SEAL_NO,
    CNTR_TP: bookingContainer.fields.CNTR_TP,
    PART_YN: flag(label('공동적재', 'Shared'), { width: 80 }),
    MAIN_YN: flag(label('주 B/L', 'Main B/L'), { default: 'Y', width: 70 }),
    PACKAGE_QTY: integer(label('포장수', 'Packages'), { min: 0, max: 9_999_999, footer: 'SUM' }),
    WEIGHT_KG: measure(label('총중량 kg', 'Gross kg'), 3, {
      max: 99_999_999,
      minDecimals: 0,
      footer: 'SUM',
    }),
    CBM: measure(label('용적 m³', 'm³'), 3, { max: 99_999_999, footer: 'SUM' }),
    REMARK: remark,
    ...changeFields,
  },
})

export const billTables = {
  head: bill,
  lines: billContainer,
  link: 'BILL_ID',
  headColumns: [
    'BOOKING_ID',
    'KIND_CD',
    'BILL_NO',
    'SHIPPER_CD',
    'CONSIGNEE_CD',
    'NOTIFY_CD',
    'POR_CD',
    'POL_CD',
    'POD_CD',
    'PVD_CD',
    'VESSEL_CD',
    'VOYAGE_NO',
    'FLIGHT_NO',
    'GOODS_NM',
    'PACKAGE_QTY',
    'PACKAGE_CD',
    'WEIGHT_KG',
    'CBM',
    'REMARK',
  ],
  lineColumns: [
    'CNTR_NO',
    'SEAL_NO',
    'CNTR_TP',
    'PART_YN',
    'MAIN_YN',
    'PACKAGE_QTY',
    'WEIGHT_KG',
    'CBM',
    'REMARK',
  ],
} as const satisfies HeaderLineTables<typeof bill.fields, typeof billContainer.fields>
