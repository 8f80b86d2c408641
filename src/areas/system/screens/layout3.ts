import type { LayoutScreen } from '#kernel/screen.ts'

/** Search, rows on the left and the current one as a form on the right. */
export const layout3Screen: LayoutScreen = {
  kind: 'layout',
  route: 'layout3',
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
            ['form', 2],
          ],
        },
        1,
      ],
    ],
  },
}
