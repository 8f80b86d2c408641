import { sampleLayout } from './sample-layout.ts'

export const layout7Screen = sampleLayout('layout7', {
  split: 'columns',
  parts: [
    ['grid', 2],
    ['lines', 2],
    ['form', 1],
  ],
})
