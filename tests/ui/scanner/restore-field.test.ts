// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { WedgeDetector } from '#ui/scanner/wedge-detector.ts'
import { snapshotField } from '#ui/base/restore-field.ts'
import { makeBurst } from './burst.ts'

function addField(): HTMLInputElement {
  document.body.innerHTML = '<input id="qty" value="40">'
  const input = document.querySelector<HTMLInputElement>('#qty')
  if (!input) throw new Error('the page has no field')
  input.focus()
  input.setSelectionRange(1, 2)
  return input
}

test('a scan into a half-filled field leaves its text and caret unchanged', () => {
  const input = addField()
  const received: string[] = []
  input.addEventListener('input', () => received.push(input.value))
  const codes: string[] = []
  const detector = new WedgeDetector({
    onScan: ({ code }) => codes.push(code),
    snapshot: snapshotField,
  })
  for (const event of makeBurst('SKU100422', { target: input })) {
    if (detector.keydown(event) === 'pass' && event.key.length === 1) input.value += event.key
  }
  expect(codes).toEqual(['SKU100422'])
  expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(['40', 1, 2])
  expect(received).toEqual(['40'])
  expect(document.activeElement).toBe(input)
})

test('blurring the field ends a composition started by a scan in Hangul mode', () => {
  const input = addField()
  const left: string[] = []
  input.addEventListener('blur', () => left.push('blur'))
  const restore = snapshotField(input)
  input.value = '40ㄴㅏ'
  restore?.()
  expect([input.value, left]).toEqual(['40', ['blur']])
})

test('a multi-line field is restored too', () => {
  document.body.innerHTML = '<textarea>40\n가</textarea>'
  const area = document.querySelector('textarea')
  const restore = snapshotField(area)
  if (area) area.value += '8801'
  restore?.()
  expect(area?.value).toBe('40\n가')
})

test('an element that is not a text field has nothing to restore', () => {
  document.body.innerHTML = '<button>조회</button>'
  expect(snapshotField(document.body.firstElementChild)).toBeUndefined()
  expect(snapshotField(null)).toBeUndefined()
})

test('a space in a code does not press the focused button', () => {
  document.body.innerHTML = '<button>확정</button>'
  const detector = new WedgeDetector({ onScan: () => {} })
  const events = makeBurst('LOT A 01', { target: document.body.firstElementChild })
  for (const event of events) detector.keydown(event)
  const spaces = events.filter((event) => event.key === ' ')
  expect(spaces.map((event) => event.prevented)).toEqual([true, true])
})
