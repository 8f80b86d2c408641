import { sampleLayout } from './sample-layout.ts'

export const layout6Screen = sampleLayout('layout6', {
  split: 'rows',
  parts: [
    ['form', 0],
    ['grid', 1],
  ],
})
