import type { LayoutScreen } from '#kernel/screen.ts'

/** Two grids side by side. */
export const layout5Screen: LayoutScreen = {
  kind: 'layout',
  route: 'layout5',
  search: [],
  layout: {
    split: 'columns',
    parts: [
      ['grid', 1],
      ['lines', 1],
    ],
  },
}
