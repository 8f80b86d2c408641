import { sampleLayout } from './sample-layout.ts'

export const layout5Screen = sampleLayout('layout5', {
  split: 'columns',
  parts: [
    ['grid', 1],
    ['lines', 1],
  ],
})
