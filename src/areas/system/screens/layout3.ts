import { sampleLayout } from './sample-layout.ts'

/** Search, rows on the left and the current one as a form on the right. */
export const layout3Screen = sampleLayout('layout3', {
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
})
