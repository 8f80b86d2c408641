import { code, integer, quantity, select, text, withOptions } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import {
  cellRef,
  lotNo,
  madeDate,
  mark,
  plot,
  stockRef,
  validDate,
} from '#areas/master/tables/references.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import { serials } from '../tables/serial.ts'

const changeLabel = (ko: string, en: string) => label(`변경 ${ko}`, `New ${en}`)

export const workFields = {
  WORK_QTY: quantity(label('작업수량', 'Qty'), { min: 0.001, width: 90 }),
  TO_CELL_CD: { ...cellRef, label: label('이동셀', 'To cell') },
  TO_PALLET_NO: code(label('이동 파렛트', 'To pallet'), { width: 100 }),
  TO_BOX_NO: code(label('이동 박스', 'To box'), { width: 100 }),
  HOLD_CD: select(label('보류·불량', 'Hold or damage'), 'hold-action'),
  ADJUST_QTY: quantity(label('조정수량 ±', 'Adjust by ±'), {
    min: -999_999_999,
    width: 100,
    footer: 'SUM',
  }),
  TO_LOT_NO: withOptions(lotNo, { label: changeLabel('로트', 'lot') }),
  TO_MADE_DT: withOptions(madeDate, { label: changeLabel('제조일', 'production date') }),
  TO_VALID_DT: withOptions(validDate, { label: changeLabel('유통기한', 'expiry date') }),
  TO_MARK: withOptions(mark, { label: changeLabel('마크', 'mark') }),
  TO_PLOT: withOptions(plot, { label: changeLabel('플롯', 'plot') }),
  TO_STOCK_CD: withOptions(stockRef, {
    label: changeLabel('품목', 'item'),
    required: false,
    fills: {},
  }),
  SERIALS: serials,
  REASON: text(label('사유', 'Reason'), { width: 160, maxLength: 200 }),
}

export type WorkField = keyof typeof workFields

const idOptions = { required: true, digitsOnly: true, maxLength: 15 }

export const balanceId = withOptions(stockBalance.fields.BALANCE_ID, idOptions)

export const lotId = code(label('로트 ID', 'Lot ID'), { ...idOptions, width: 80 })

export const adjustState = select(label('조정승인', 'Approval'), 'adjust-state', { width: 80 })

export const freeQty = quantity(label('작업 가능 수량', 'Available qty'), { width: 90 })
export const allocatedQty = quantity(label('할당·피킹', 'Allocated, picked'), { zeroAsEmpty: true })
export const heldQty = quantity(label('보류', 'Held'), { zeroAsEmpty: true })
export const cellCount = integer(label('셀수', 'Cells'))
export const stockCount = integer(label('품목수', 'Items'))

/** Returns the work fields as input fields. The specified ones are required. */
export function workInput<K extends WorkField>(
  names: readonly K[],
  required: readonly K[] = names,
) {
  const input = {} as Record<K, (typeof workFields)[K]>
  for (const name of names) {
    const field = workFields[name]
    input[name] = required.includes(name) ? withOptions(field, { required: true }) : field
  }
  return input
}
