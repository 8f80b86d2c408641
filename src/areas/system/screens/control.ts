import type { CustomScreen } from '#kernel/screen.ts'

/** The show room of the editors, /z-dev/template/control. */
export const controlTemplateScreen: CustomScreen = {
  kind: 'custom',
  route: 'control',
  search: [],
  component: 'control-template',
}
