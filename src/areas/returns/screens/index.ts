import type { ScreenFiles } from '#kernel/screen.ts'

export const returnsScreens: ScreenFiles = {
  ReturnCreate: () => import('./ReturnCreate.ts'),
  CReturnCreateSingle: () => import('./CReturnCreateSingle.ts'),
}
