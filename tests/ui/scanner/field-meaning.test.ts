// @vitest-environment jsdom
import { expect, test } from 'vitest'
import {
  FIELD_MEANING,
  requestFieldMeaning,
  type MeaningRequest,
} from '#ui/scanner/codes/field-meaning.ts'

function addField(html: string): Element {
  document.body.innerHTML = html
  const input = document.querySelector('input')
  if (!input) throw new Error('no field')
  return input
}

test.each([
  ['<input>', 'text'],
  ['<input class="field-input">', 'text'],
  ['<input class="input field-date">', 'date'],
  ['<input class="field-input field-number narrow">', 'number'],
  ['<span class="field-lookup"><input class="field-input"></span>', 'lookup'],
])('%s is recognized as a field of kind %s', (html, kind) => {
  expect(requestFieldMeaning(addField(html))).toEqual({ kind, isReadOnly: false })
})

test('the meaning a field declares takes precedence over its appearance', () => {
  const shown = addField('<input class="field-date">')
  shown.addEventListener(FIELD_MEANING, (event) => {
    Object.assign((event as CustomEvent<MeaningRequest>).detail, {
      name: 'QTY',
      kind: 'number',
      isReadOnly: true,
    })
  })
  expect(requestFieldMeaning(shown)).toEqual({ name: 'QTY', kind: 'number', isReadOnly: true })
})
