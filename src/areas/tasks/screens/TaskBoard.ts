import { grid, type WorkScreen } from '#kernel/screen.ts'
import { assignTask, openTasks, taskBoard } from '../operations/tasks.ts'
import { taskColumns } from './task-columns.ts'

export const taskBoardScreen: WorkScreen = {
  kind: 'work',
  route: 'TaskBoard',
  search: ['KIND_CD', 'USER_ID', 'OVERDUE_YN', 'CELL_CD', 'OWNER_CD', 'STOCK_CD'],
  searchAtOpen: true,
  act: assignTask,
  grid: grid({
    source: openTasks,
    checks: true,
    columns: taskColumns.map((column) => {
      if (column === 'USER_ID') return { field: column, editable: true }
      const isOfMove = column === 'PRIORITY' || column === 'DUE_AT'
      return isOfMove ? { field: column, editable: (row) => row['KIND_CD'] === 'MOVE' } : column
    }),
  }),
  lines: grid({
    source: taskBoard,
    columns: [
      { field: 'KIND_CD', identifies: true },
      'OPEN_COUNT',
      'CLAIMED_COUNT',
      {
        field: 'OVERDUE_COUNT',
        tone: (row) => (Number(row['OVERDUE_COUNT']) > 0 ? 'warn' : undefined),
      },
      'DONE_COUNT',
    ],
  }),
  linesOfAll: true,
}
