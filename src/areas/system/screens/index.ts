import type { ScreenFiles } from '#kernel/screen.ts'

export const systemScreens: ScreenFiles = {
  MenuByRole: () => import('./MenuByRole.ts'),
  CmsRoleMenuMgt: () => import('./CmsRoleMenuMgt.ts'),
  CmsRoleButtonMgt: () => import('./CmsRoleButtonMgt.ts'),
  CmsErrorLogList: () => import('./CmsErrorLogList.ts'),
  CmsSvcRoleMgt: () => import('./CmsSvcRoleMgt.ts'),
  layout1: () => import('./layout1.ts'),
  layout2: () => import('./layout2.ts'),
  layout3: () => import('./layout3.ts'),
  layout5: () => import('./layout5.ts'),
  layout6: () => import('./layout6.ts'),
  layout7: () => import('./layout7.ts'),
  layout8: () => import('./layout8.ts'),
  chart: () => import('./chart.ts'),
  control: () => import('./control.ts'),
  grid: () => import('./grid.ts'),
}
