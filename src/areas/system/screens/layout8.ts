import { sampleLayout } from './sample-layout.ts'

export const layout8Screen = sampleLayout('layout8', {
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
})
