import type { CustomScreen } from '#kernel/screen.ts'

/** The charts of the product, /z-dev/template/chart. */
export const chartTemplateScreen: CustomScreen = {
  kind: 'custom',
  route: 'chart',
  search: [],
  component: 'chart-template',
}
