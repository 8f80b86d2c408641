import { sampleLayout } from './sample-layout.ts'

/** Three columns: rows, their lines, and the current row as a form. */
export const layout7Screen = sampleLayout('layout7', {
  split: 'columns',
  parts: [
    ['grid', 2],
    ['lines', 2],
    ['form', 1],
  ],
})
