import { grid, type WorkScreen } from '#kernel/screen.ts'
import type { TaskKind } from '#areas/inventory/rules/task-kinds.ts'
import { claimTask, releaseTask, myTasks } from '../operations/tasks.ts'
import { taskColumns } from './task-columns.ts'

export const myTasksScreen: WorkScreen = {
  kind: 'work',
  route: 'MyTasks',
  search: ['KIND_CD', 'CELL_CD', 'OWNER_CD', 'STOCK_CD'],
  searchAtOpen: true,
  act: claimTask,
  next: { undo: { does: releaseTask, on: 'MyTasks' } },
  stations: {
    by: 'KIND_CD',
    screens: {
      PUT: {
        to: 'PutAway',
        with: {
          CELL_CD: 'CELL_CD',
          OWNER_CD: 'OWNER_CD',
          STOCK_CD: 'STOCK_CD',
          LOT_NO: 'LOT_NO',
          PALLET_NO: 'PALLET_NO',
        },
      },
      MOVE: { to: 'Replenish', with: { FROM_CELL_CD: 'CELL_CD' } },
      PICK: { to: 'Picking', with: { SHIPMENT_NO: 'REF_NO' } },
      COUNT: { to: 'StocktakingJobWork', with: { JOB_NO: 'REF_NO' } },
      RETURN: { to: 'ReturnInspect', with: { RECEIPT_NO: 'REF_NO' } },
    } satisfies Readonly<Record<TaskKind, unknown>>,
  },
  grid: grid({ source: myTasks, checks: false, columns: taskColumns }),
}
