import type { ScreenFiles } from '#kernel/screen.ts'

export const returnsScreens: ScreenFiles = {
  ReturnCreate: () => import('./ReturnCreate.ts'),
  CReturnCreateSingle: () => import('./CReturnCreateSingle.ts'),
  ReturnArrival: () => import('./ReturnArrival.ts'),
  ReturnInspect: () => import('./ReturnInspect.ts'),
  ReturnDecide: () => import('./ReturnDecide.ts'),
  CReturnDecide: () => import('./CReturnDecide.ts'),
  ReturnPolicy: () => import('./ReturnPolicy.ts'),
}
