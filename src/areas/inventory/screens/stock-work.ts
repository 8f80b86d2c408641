import { grid, type GridPart, type WorkScreen } from '#kernel/screen.ts'
import type { Procedure } from '#kernel/operation.ts'
import type { StockGroup } from '../operations/stock-groups.ts'
import { stockToWork } from '../operations/stock-work.ts'
import { workFields, type WorkField } from '../operations/work-fields.ts'
import { conditionTone } from '../rules/condition-tone.ts'

function editableColumns(names: readonly WorkField[]): GridPart['columns'] {
  return names.map((field) => ({ field, editable: true }))
}

const isWorkField = (name: string): name is WorkField => Object.hasOwn(workFields, name)
const getInputs = (act: Procedure): WorkField[] => Object.keys(act.input).filter(isWorkField)

export function stockWork(
  route: string,
  act: Procedure,
  options: {
    search?: readonly string[]
    fixed?: GridPart['fixed']
    more?: GridPart['columns']
    asksOnce?: readonly WorkField[]
  } = {},
): WorkScreen {
  const {
    search = ['OWNER_CD', 'STOCK_CD', 'LOT_NO', 'ZONE_CD', 'CELL_CD'],
    fixed,
    more = [],
    asksOnce,
  } = options
  const part = grid({
    source: stockToWork,
    checks: true,
    columns: [
      'OWNER_CD',
      'STOCK_CD',
      'STOCK_NM',
      'CELL_CD',
      'LOT_NO',
      'VALID_DT',
      { field: 'CONDITION_CD', tone: conditionTone },
      { field: 'HOLD_KIND_CD', tone: () => 'stop' },
      { field: 'HOLD_REASON', tone: () => 'stop' },
      'QTY',
      'FREE_QTY',
    ],
  })
  return {
    kind: 'work',
    route,
    search,
    searchAtOpen: search.every((name) => !name.startsWith('*')),
    act,
    ...(asksOnce ? { asksOnce } : {}),
    grid: {
      ...part,
      ...(fixed ? { fixed } : {}),
      columns: [
        ...part.columns,
        ...editableColumns(getInputs(act)),
        ...more,
        'ALLOC_QTY',
        'PICK_QTY',
        'PALLET_NO',
        'BOX_NO',
        'MARK',
        'MADE_DT',
        'RECEIVED_DT',
        { field: 'BALANCE_ID', hidden: true },
      ],
    },
  }
}

export function stockGroupWork(
  route: string,
  group: StockGroup,
  extra: Pick<WorkScreen, 'scan' | 'printOut'> = {},
): WorkScreen {
  const { keys, shown, rows, act } = group
  const names = [...keys, ...shown].filter((name) => name !== 'LOT_ID')
  const searched = names.filter((name) => !name.endsWith('_NM'))
  return {
    kind: 'work',
    route,
    search: searched,
    searchAtOpen: true,
    act,
    ...extra,
    grid: grid({
      source: rows,
      checks: true,
      columns: [
        ...names,
        'QTY',
        'PROMISED_QTY',
        'HELD_QTY',
        ...editableColumns(getInputs(act)),
        'CELL_COUNT',
        'STOCK_COUNT',
        'OWNER_NM',
        ...(keys.includes('LOT_ID') ? [{ field: 'LOT_ID', hidden: true }] : []),
      ],
    }),
  }
}
