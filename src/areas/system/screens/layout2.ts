import { sampleLayout } from './sample-layout.ts'

export const layout2Screen = sampleLayout('layout2', {
  split: 'rows',
  parts: [
    ['search', 0],
    ['grid', 3],
    ['lines', 2],
  ],
})
