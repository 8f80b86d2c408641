import { grid, type WorkScreen } from '#kernel/screen.ts'
import { planReplenishment, replenishPlan } from '../operations/replenish.ts'

export const replenishPlanScreen: WorkScreen = {
  kind: 'work',
  route: 'ReplenishPlan',
  search: ['OWNER_CD', 'STOCK_CD', 'CELL_CD', 'PLAN_QTY'],
  searchDefaults: { PLAN_QTY: '>0' },
  searchAtOpen: true,
  act: planReplenishment,
  grid: grid({
    source: replenishPlan,
    checks: true,
    columns: [
      'CELL_CD',
      'OWNER_CD',
      'STOCK_CD',
      'STOCK_NM',
      'FACE_QTY',
      'PROMISED_QTY',
      'OPEN_QTY',
      {
        field: 'POSITION_QTY',
        tone: (row) => (Number(row['POSITION_QTY']) < Number(row['MIN_QTY']) ? 'warn' : undefined),
      },
      'MIN_QTY',
      'MAX_QTY',
      'UNIT_CD',
      'UNIT_QTY',
      'CAUSE_CD',
      'NEED_QTY',
      'SOURCE_QTY',
      'PLAN_QTY',
      { field: 'PRIORITY', editable: true },
      { field: 'DUE_AT', editable: true },
    ],
  }),
}
