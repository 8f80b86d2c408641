import type { CustomScreen } from '#kernel/screen.ts'

export const controlTemplateScreen: CustomScreen = {
  kind: 'custom',
  route: 'control',
  search: [],
  component: 'control-template',
}
