import { sampleLayout } from './sample-layout.ts'

export const layout1Screen = sampleLayout('layout1', {
  split: 'rows',
  parts: [
    ['search', 0],
    ['grid', 1],
  ],
})
