import { code, select, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut, defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { handlingBatch } from '../tables/handling-number.ts'
import { boxLabels, palletLabels } from './handling-labels.ts'

const { BATCH_NO, KIND_CD, NUMBER_COUNT, FIRST_NO, LAST_NO } = handlingBatch.fields
/** Allowed for users who print pallet or box labels, and at every scanning station. */
const common = {
  with: [palletLabels, boxLabels, 'scans'],
  action: 'print',
  scope: 'warehouse',
  bound: 'refused',
} as const

/** Issues numbers for new pallets or boxes by their number rule, for printing before use. */
export const giveHandlingNumbers = defineProcedure({
  ...common,
  name: 'inventory/give-handling-numbers',
  title: label('새 파렛트·박스 번호 라벨', 'New pallet and box labels'),
  maxRows: 1,
  input: {
    KIND_CD: withOptions(KIND_CD, { required: true }),
    NUMBER_COUNT: withOptions(NUMBER_COUNT, { required: true }),
  },
})

export const handlingBatches = defineQuery({
  ...common,
  name: 'inventory/handling-batches',
  title: label('발급한 파렛트·박스 번호', 'Issued pallet and box numbers'),
  search: pick(handlingBatch, ['BATCH_NO', 'KIND_CD', 'CREATED_BY', 'CREATED_AT']),
  output: handlingBatch.fields,
})

/** Print options with a number range. Without a range, prints the entire batch. */
export const printChoices = {
  FIRST_NO: code(FIRST_NO.label, { width: 160, maxLength: 30 }),
  LAST_NO: code(LAST_NO.label, { width: 160, maxLength: 30 }),
  FORMAT_CD: select(label('인쇄형식', 'Format'), 'label-format', { width: 80, default: 'PDF' }),
}

export const handlingNumberLabels = definePrintOut({
  ...common,
  name: 'inventory/handling-number-labels',
  title: label('파렛트·박스 번호 라벨', 'Pallet and box number labels'),
  input: { BATCH_NO: withOptions(BATCH_NO, { required: true }), ...printChoices },
})
