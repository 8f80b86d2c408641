import { changeColumns } from '#kernel/editing.ts'
import type { WireRow } from '#kernel/field.ts'
import { grid, type DocScreen, type Tone } from '#kernel/screen.ts'
import { statusTone } from '#kernel/status-tone.ts'
import { billPrintOut, bills } from '../operations/bills.ts'
import { billStatus, billStepFrom, type BillStatus } from '../rules/bill-status.ts'
import { billTables } from '../tables/bill.ts'

const tones: Readonly<Record<BillStatus, Tone>> = {
  [billStatus.draft]: 'warn',
  [billStatus.confirmed]: 'accent',
  [billStatus.cancelled]: 'quiet',
}
const names: Readonly<Record<string, string>> = {
  SHIPPER_CD: 'SHIPPER_NM',
  CONSIGNEE_CD: 'CONSIGNEE_NM',
  NOTIFY_CD: 'NOTIFY_NM',
  POL_CD: 'POL_NM',
  POD_CD: 'POD_NM',
  VESSEL_CD: 'VESSEL_NM',
}

/** A new row has no status yet. */
const isDraft = ({ STATE_CD: state = null }: WireRow): boolean =>
  state === null || state === '' || billStepFrom.save.includes(String(state))

const typed = billTables.headColumns.flatMap((field) => [
  { field, editable: isDraft, ...(field === 'BILL_NO' && { identifies: true }) },
  ...(names[field] ? [names[field]] : []),
])

export const cmsBillScreen: DocScreen = {
  kind: 'doc',
  route: 'CmsBill',
  search: [
    'BOOKING_ID',
    'BILL_ID',
    'BILL_NO',
    'KIND_CD',
    'STATE_CD',
    'SHIPPER_CD',
    'CONSIGNEE_CD',
    'VOYAGE_NO',
    'FLIGHT_NO',
  ],
  searchAtOpen: true,
  save: bills.save,
  printOut: billPrintOut,
  link: ['BILL_ID'],
  grid: grid({
    source: bills.query,
    checks: true,
    columns: [
      { field: 'BILL_ID', frozen: true },
      { field: 'STATE_CD', tone: (row) => statusTone(tones, row) },
      'BOOKING_NO',
      ...typed,
      'CNTR_WORDS',
      'AMENDMENT_NO',
      { field: 'AMEND_REASON', seldom: true },
      { field: 'CANCEL_REASON', seldom: true },
      ...changeColumns,
    ],
  }),
  lines: grid({
    source: bills.lines,
    columns: [
      'LINE_NO',
      ...billTables.lineColumns.flatMap((field) => [
        { field, editable: true },
        ...(field === 'CNTR_TP' ? ['CNTR_TP_NM'] : []),
      ]),
    ],
  }),
}
