import { sampleLayout } from './sample-layout.ts'

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
