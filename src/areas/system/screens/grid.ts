import type { CustomScreen } from '#kernel/screen.ts'

/** The grid's show room, /z-dev/template/grid. */
export const gridTemplateScreen: CustomScreen = {
  kind: 'custom',
  route: 'grid',
  search: [],
  component: 'grid-template',
}
