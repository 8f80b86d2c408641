import { expect, test } from 'vitest'
import { closeSentence } from '#kernel/close-sentence.ts'

test('a sentence that ends in an abbreviation gets no second full stop', () => {
  expect(closeSentence('Scan the shipment no.')).toBe('Scan the shipment no.')
  expect(closeSentence('Scan the cell')).toBe('Scan the cell.')
})
