import { withOptions, type Field, type Fields } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { defineProcedure, defineQuery, type Procedure, type Query } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { stockBalance } from '../tables/stock-balance.ts'
import {
  cellCount,
  freeQty,
  heldQty,
  lotId,
  allocatedQty,
  stockCount,
  workInput,
} from './work-fields.ts'

/** Groups of stock with common attributes, and the operation that changes an entire group. */
export interface StockGroup {
  readonly rows: Query
  readonly act: Procedure
  /** Columns that identify a group, always including the owner. */
  readonly keys: readonly string[]
  /** Columns with the same value throughout a group. */
  readonly shown: readonly string[]
}

const balanceFields: Fields = { ...stockBalance.fields, LOT_ID: lotId }

const pickFields = (names: readonly string[]): Record<string, Field> =>
  Object.fromEntries(
    names.flatMap((name) => (balanceFields[name] ? [[name, balanceFields[name]]] : [])),
  )

const moves = workInput(['TO_CELL_CD', 'REASON'], ['TO_CELL_CD'])
const holds = workInput(['HOLD_CD', 'REASON'])

function stockGroup(
  name: string,
  title: Label,
  work: {
    input: Fields
    keys: readonly string[]
    shown?: readonly string[]
  },
): StockGroup {
  const { input, keys, shown = [] } = work
  const named = pickFields(['OWNER_CD', ...keys])
  const required = Object.entries(named).map(([key, field]) => [
    key,
    withOptions(field, { required: true }),
  ])
  const common = { scope: 'warehouse-owner' as const }
  return {
    keys: ['OWNER_CD', ...keys],
    shown,
    rows: defineQuery({
      ...common,
      name: `inventory/${name}-rows`,
      title,
      action: 'search',
      hasHistory: true,
      shows: 'stock',
      search: { ...named, ...pickFields(shown) },
      output: {
        ...named,
        ...pick(stockBalance, ['OWNER_NM']),
        ...pickFields(shown),
        CELL_COUNT: cellCount,
        STOCK_COUNT: stockCount,
        ...pick(stockBalance, ['QTY']),
        PROMISED_QTY: allocatedQty,
        HELD_QTY: heldQty,
        FREE_QTY: freeQty,
        ...input,
      },
    }),
    act: defineProcedure({
      ...common,
      name: `inventory/${name}`,
      title,
      action: 'save',
      input: { ...(Object.fromEntries(required) as Record<string, Field>), ...input },
    }),
  }
}

const lotKeys = {
  keys: ['STOCK_CD', 'LOT_ID'],
  shown: ['STOCK_NM', 'LOT_NO', 'MARK', 'PLOT', 'MADE_DT', 'RECEIVED_DT', 'VALID_DT'],
}
const move = label('이동', 'Move')
const hold = label('보류/해제', 'Hold or release')

export const lotMove = stockGroup('move-lot', move, {
  input: moves,
  ...lotKeys,
})
export const cellMove = stockGroup('move-cell', move, {
  input: moves,
  keys: ['ZONE_CD', 'CELL_CD'],
})
/** Changes the expiry date of an entire lot in this warehouse. */
export const validDateChange = stockGroup(
  'change-valid-date',
  label('유통기한 변경', 'Change expiry date'),
  {
    input: workInput(['TO_VALID_DT', 'REASON']),
    ...lotKeys,
  },
)
export const boxMove = stockGroup('move-box', move, {
  input: moves,
  keys: ['CELL_CD', 'BOX_NO'],
  shown: ['PALLET_NO'],
})
export const palletMove = stockGroup('move-pallet', move, {
  input: moves,
  keys: ['CELL_CD', 'PALLET_NO'],
})
export const cellHold = stockGroup('hold-cell', hold, {
  input: holds,
  keys: ['ZONE_CD', 'CELL_CD'],
})
export const lotHold = stockGroup('hold-lot', hold, {
  input: holds,
  ...lotKeys,
})
export const itemHold = stockGroup('hold-stock', hold, {
  input: holds,
  keys: ['STOCK_CD'],
  shown: ['STOCK_NM'],
})
export const zoneHold = stockGroup('hold-zone', hold, {
  input: holds,
  keys: ['ZONE_CD'],
})

export const stockGroups: readonly StockGroup[] = [
  validDateChange,
  lotMove,
  cellMove,
  boxMove,
  palletMove,
  cellHold,
  lotHold,
  itemHold,
  zoneHold,
]
