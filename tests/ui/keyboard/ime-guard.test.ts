// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keymapRules } from '#kernel/keymap.ts'
import { setCommandMode } from '#ui/keys/command-mode.ts'
import { Dispatcher } from '#ui/keys/dispatcher.ts'
import { guardFromIme } from '#ui/keys/ime-guard.ts'
import { keyEvent } from './key-event.ts'

let stop: () => void
let isCommandMode = false
const dispatcher = new Dispatcher<string>({
  rules: keymapRules([{ when: 'always', keys: { 'Alt+o i': 'go.i' } }]),
  evaluateContext: () => ({}),
  run: () => undefined,
  holdMs: 0,
})

beforeEach(() => {
  stop = guardFromIme(dispatcher, () => isCommandMode)
})
afterEach(() => {
  stop()
  dispatcher.cancel()
  setCommandMode(false)
  isCommandMode = false
  document.body.replaceChildren()
})

function addElement<K extends 'input' | 'textarea'>(name: K): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  document.body.append(element)
  return element
}

function addSink(): HTMLTextAreaElement {
  const element = addElement('textarea')
  element.dataset['keySink'] = ''
  return element
}

test('a field blocks composition until the pending sequence ends', () => {
  const field = addElement('input')
  field.focus()
  dispatcher.handle(keyEvent('o', { altKey: true }))
  expect(field.readOnly).toBe(true)
  dispatcher.handle(keyEvent('i'))
  expect(field.readOnly).toBe(false)
})

test('a read-only field stays read-only after a sequence', () => {
  const field = addElement('input')
  field.readOnly = true
  field.focus()
  dispatcher.handle(keyEvent('o', { altKey: true }))
  dispatcher.handle(keyEvent('Escape'))
  expect(field.readOnly).toBe(true)
})

test('the input sink of the grid blocks composition while letters are commands', () => {
  const grid = addSink()
  isCommandMode = true
  grid.focus()
  expect(grid.readOnly).toBe(true)
  isCommandMode = false
  setCommandMode(true)
  expect(grid.readOnly).toBe(false)
})

test('an edit that starts in the input sink immediately allows composition', async () => {
  const grid = addSink()
  isCommandMode = true
  grid.focus()
  expect(grid.readOnly).toBe(true)
  delete grid.dataset['keySink']
  await vi.waitFor(() => expect(grid.readOnly).toBe(false))
  grid.dataset['keySink'] = ''
  await vi.waitFor(() => expect(grid.readOnly).toBe(true))
})

test('a stopped guard leaves fields editable', () => {
  stop()
  const grid = addSink()
  isCommandMode = true
  grid.focus()
  expect(grid.readOnly).toBe(false)
})
