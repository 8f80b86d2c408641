import type { LayoutScreen } from '#kernel/screen.ts'

/** Three columns: rows, their lines, and the current row as a form. */
export const layout7Screen: LayoutScreen = {
  kind: 'layout',
  route: 'layout7',
  search: [],
  layout: {
    split: 'columns',
    parts: [
      ['grid', 2],
      ['lines', 2],
      ['form', 1],
    ],
  },
}
