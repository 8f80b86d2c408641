import type { LayoutScreen } from '#kernel/screen.ts'

/** Search over one grid. */
export const layout1Screen: LayoutScreen = {
  kind: 'layout',
  route: 'layout1',
  search: [],
  layout: {
    split: 'rows',
    parts: [
      ['search', 0],
      ['grid', 1],
    ],
  },
}
