import type { WireRow } from '#kernel/field.ts'
import { grid, type Tone, type WorkScreen } from '#kernel/screen.ts'
import {
  deliveryOrderPrintOut,
  deliveryOrders,
  importBills,
  issueDeliveryOrder,
  orderColumns,
} from '../operations/delivery-orders.ts'
import { cargoColumns } from './import-bill-columns.ts'

const tones: Readonly<Record<string, Tone>> = { NONE: 'warn', ISSUED: 'accent', EXPIRED: 'stop' }
const isOpen = (row: WireRow): boolean => (row['DO_NO'] ?? null) === null

const editableField = <F extends keyof typeof importBills.output>(field: F) => ({
  field,
  editable: isOpen,
})

export const deliveryOrderScreen: WorkScreen = {
  kind: 'work',
  route: 'DeliveryOrder',
  search: [
    'STATE_CD',
    'BILL_NO',
    'CONSIGNEE_CD',
    'DO_NO',
    'CARGO_NO',
    'ARRIVE_DT',
    'NOTICE_CD',
    'VOYAGE_NO',
    'FLIGHT_NO',
    'BOOKING_ID',
    'BILL_ID',
  ],
  searchAtOpen: true,
  act: issueDeliveryOrder,
  printOut: deliveryOrderPrintOut,
  grid: grid({
    source: importBills,
    checks: true,
    columns: [
      { field: 'BILL_NO', frozen: true, identifies: true },
      { field: 'BILL_ID', identifies: true },
      { field: 'STATE_CD', tone: (row) => tones[String(row['STATE_CD'])] ?? 'quiet' },
      'CONSIGNEE_NM',
      'ARRIVE_DT',
      'NOTICE_CD',
      { field: 'UNPAID_AMT', tone: () => 'stop' },
      { field: 'UNPAID_FX', tone: () => 'stop' },
      editableField('ORIGINAL_CD'),
      editableField('VALID_DT'),
      editableField('UNPAID_REASON'),
      editableField('RECEIVER_CD'),
      'RECEIVER_NM',
      editableField('CARGO_NO'),
      { ...editableField('REMARK'), seldom: true },
      'DO_NO',
      'ISSUED_AT',
      'ISSUED_BY',
      'BOND_NO',
      'NOTIFY_NM',
      'MAIL_TO',
      'KIND_CD',
      'VESSEL_NM',
      'VOYAGE_NO',
      'FLIGHT_NO',
      ...cargoColumns,
      'CONSIGNEE_CD',
      'BOOKING_NO',
      'BOOKING_ID',
    ],
  }),
  link: ['BILL_ID'],
  lines: grid({
    source: deliveryOrders,
    columns: orderColumns,
  }),
}
