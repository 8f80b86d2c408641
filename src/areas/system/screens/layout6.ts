import type { LayoutScreen } from '#kernel/screen.ts'

/** A form over the rows. */
export const layout6Screen: LayoutScreen = {
  kind: 'layout',
  route: 'layout6',
  search: [],
  layout: {
    split: 'rows',
    parts: [
      ['form', 0],
      ['grid', 1],
    ],
  },
}
