import type { ScreenFiles } from '#kernel/screen.ts'

export const tasksScreens: ScreenFiles = {
  MyTasks: () => import('./MyTasks.ts'),
  TaskBoard: () => import('./TaskBoard.ts'),
  Slotting: () => import('./Slotting.ts'),
}
