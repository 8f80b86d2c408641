import { afterEach, expect, test } from 'vitest'
import { recordKey, recordKeys } from '#ui/keys/key-recorder.ts'
import { keyEvent } from './key-event.ts'

let stop: () => void = () => {}
afterEach(() => stop())

function record(): unknown[] {
  const received: unknown[] = []
  stop = recordKeys((event) => received.push(event))
  return received
}

test('recording consumes every key press and stops consuming them afterwards', () => {
  record()
  const taken = keyEvent('s', { ctrlKey: true })
  expect(recordKey(taken)).toBe(true)
  expect(taken.prevented && taken.stopped).toBe(true)
  stop()
  const free = keyEvent('s', { ctrlKey: true })
  expect(recordKey(free)).toBe(false)
  expect(free.prevented).toBe(false)
})

test('strokes build a sequence, Backspace removes the last one, Enter accepts', () => {
  const received = record()
  for (const key of ['g', 'i', 'Backspace', 'r', 'Enter']) recordKey(keyEvent(key))
  expect(received).toEqual([['g'], ['g', 'i'], ['g'], ['g', 'r'], 'accept'])
})

test('Hangul mode records the same keys, and a lone Shift is ignored', () => {
  const received = record()
  recordKey(keyEvent('Process', { code: 'KeyS', keyCode: 229, ctrlKey: true }))
  recordKey(keyEvent('Shift'))
  recordKey(keyEvent('Escape'))
  expect(received).toEqual([['Control+s'], 'cancel'])
})

test('a stroke beyond the longest sequence starts a new one', () => {
  const received = record()
  for (const key of ['a', 'b', 'c', 'd']) recordKey(keyEvent(key))
  expect(received.at(-1)).toEqual(['d'])
})
