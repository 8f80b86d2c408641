import { command, type Command, type CommandContext } from '#kernel/command.ts'
import { label } from '#kernel/label.ts'

const loadTaskVerbs = ({ shell }: CommandContext) =>
  shell.awaitCode(import('#areas/tasks/operations/task-verbs.ts'))

export const taskCommands = {
  'tasks.create-move': command({
    title: label('이동작업 생성', 'Create move task'),
    when: 'screen == TaskBoard && !detail',
    needs: 'TaskBoard:save:tasks/create-move',
    legend: 25,
    run: async (context) => (await loadTaskVerbs(context)).promptCreate(context),
  }),
  'tasks.create-move-of-stock': command({
    title: label('이 재고 이동작업 생성', 'Create a move task for this stock'),
    on: 'stock_balance',
    when: '!past',
    needs: 'TaskBoard:save:tasks/create-move-of-stock',
    run: async (context) => (await loadTaskVerbs(context)).promptCreateOfStock(context),
  }),
  'tasks.cancel-move': command({
    title: label('이동작업 취소', 'Cancel move task'),
    when: 'screen == TaskBoard && !detail && hasRows',
    needs: 'TaskBoard:save:tasks/cancel-move',
    legend: 26,
    run: async (context) => (await loadTaskVerbs(context)).promptCancel(context),
  }),
} as const satisfies Record<string, Command>
