import { code, select, vary } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { definePrintOut, defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { handlingBatch } from '../tables/handling-number.ts'
import { boxLabels, palletLabels } from './handling-labels.ts'

const { BATCH_NO, KIND_CD, NUMBER_COUNT, FIRST_NO, LAST_NO } = handlingBatch.fields
/** Whoever labels pallets and boxes, and every station where goods are put on one. */
const common = {
  with: [palletLabels, boxLabels, 'scans'],
  action: 'print',
  scope: 'warehouse',
  bound: 'refused',
} as const

/** Gives numbers of new pallets or boxes by their number rule, to be printed before they are used. */
export const giveHandlingNumbers = defineProcedure({
  ...common,
  name: 'inventory/give-handling-numbers',
  title: label('새 파렛트·박스 번호 라벨', 'New pallet and box labels'),
  rowsMax: 1,
  input: {
    KIND_CD: vary(KIND_CD, { required: true }),
    NUMBER_COUNT: vary(NUMBER_COUNT, { required: true }),
  },
})

/** What was given, the newest first, and how many of each stand on goods. */
export const handlingBatches = defineQuery({
  ...common,
  name: 'inventory/handling-batches',
  title: label('발급한 파렛트·박스 번호', 'Issued pallet and box numbers'),
  search: pick(handlingBatch, ['BATCH_NO', 'KIND_CD', 'CREATED_BY', 'CREATED_AT']),
  output: handlingBatch.fields,
})

/** How labels are printed; the numbers of a batch, all of them where none is said. */
export const printChoices = {
  FIRST_NO: code(FIRST_NO.label, { width: 160, lengthMax: 30 }),
  LAST_NO: code(LAST_NO.label, { width: 160, lengthMax: 30 }),
  FORMAT_CD: select(label('출력형식', 'Format'), 'label-format', { width: 80, default: 'PDF' }),
}

/** Labels of given numbers, all of a batch or those from one number to another. */
export const handlingNumberLabels = definePrintOut({
  ...common,
  name: 'inventory/handling-number-labels',
  title: label('파렛트·박스 번호 라벨', 'Pallet and box number labels'),
  input: { BATCH_NO: vary(BATCH_NO, { required: true }), ...printChoices },
})
