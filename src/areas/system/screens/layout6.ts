import { sampleLayout } from './sample-layout.ts'

/** A form over the rows. */
export const layout6Screen = sampleLayout('layout6', {
  split: 'rows',
  parts: [
    ['form', 0],
    ['grid', 1],
  ],
})
