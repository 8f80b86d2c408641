import type { CustomScreen } from '#kernel/screen.ts'

export const chartTemplateScreen: CustomScreen = {
  kind: 'custom',
  route: 'chart',
  search: [],
  component: 'chart-template',
}
