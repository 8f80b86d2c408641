import type { LayoutScreen } from '#kernel/screen.ts'

/** Search, documents and their lines. */
export const layout2Screen: LayoutScreen = {
  kind: 'layout',
  route: 'layout2',
  search: [],
  layout: {
    split: 'rows',
    parts: [
      ['search', 0],
      ['grid', 3],
      ['lines', 2],
    ],
  },
}
