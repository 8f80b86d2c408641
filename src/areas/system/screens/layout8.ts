import type { LayoutScreen } from '#kernel/screen.ts'

/** Search, rows, and a chart of them. */
export const layout8Screen: LayoutScreen = {
  kind: 'layout',
  route: 'layout8',
  search: [],
  layout: {
    split: 'rows',
    parts: [
      ['search', 0],
      [
        {
          split: 'columns',
          parts: [
            ['grid', 3],
            ['chart', 2],
          ],
        },
        1,
      ],
    ],
  },
}
