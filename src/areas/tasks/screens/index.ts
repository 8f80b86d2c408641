import type { ScreenFiles } from '#kernel/screen.ts'

export const workScreens: ScreenFiles = {
  MyTasks: () => import('./MyTasks.ts'),
  TaskBoard: () => import('./TaskBoard.ts'),
}
