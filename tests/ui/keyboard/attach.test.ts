// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { keymapRules } from '#kernel/keymap.ts'
import { Dispatcher } from '#ui/keys/dispatcher.ts'

function attach() {
  const ran: string[] = []
  const dispatcher = new Dispatcher<string>({
    rules: keymapRules([{ when: 'always', keys: { '$mod+s': 'save', '$mod+g l': 'lots' } }]),
    evaluateContext: () => ({}),
    run: (command) => void ran.push(command),
    platform: 'other',
  })
  return { dispatcher, ran, detach: dispatcher.attach(window) }
}

function press(target: EventTarget, init: KeyboardEventInit): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
  target.dispatchEvent(event)
  return event
}

const save = { key: 's', code: 'KeyS', ctrlKey: true }

test('an attached dispatcher receives keys before other listeners, and a detached dispatcher ignores keys', () => {
  const { ran, detach } = attach()
  document.body.innerHTML = '<input id="field">'
  const field = document.querySelector('#field')
  const received: string[] = []
  field?.addEventListener('keydown', () => received.push('field'))
  expect(press(field ?? document, save).defaultPrevented).toBe(true)
  detach()
  press(field ?? document, save)
  expect([ran, received]).toEqual([['save'], ['field']])
})

test('a composition started in the window receives its keys until it ends', () => {
  const { ran, detach } = attach()
  document.body.innerHTML = '<input id="field">'
  const field = document.querySelector('#field') ?? document.body
  field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  press(field, { ...save, key: 'Process', keyCode: 229 })
  field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
  press(field, save)
  expect(ran).toEqual(['save'])
  detach()
})

test('a composition in a removed field does not block the keyboard', () => {
  const { ran, detach } = attach()
  document.body.innerHTML = '<input id="field">'
  const field = document.querySelector('#field')
  field?.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  field?.remove()
  press(document.body, save)
  expect(ran).toEqual(['save'])
  detach()
})

test('leaving the window cancels a pending sequence', () => {
  const { dispatcher, detach } = attach()
  document.body.innerHTML = '<input id="field">'
  press(document.body, { key: 'g', code: 'KeyG', ctrlKey: true })
  expect(dispatcher.getState().pending).toBe('Control+g')
  document.querySelector('#field')?.dispatchEvent(new FocusEvent('blur'))
  expect(dispatcher.getState().pending).toBe('Control+g')
  window.dispatchEvent(new FocusEvent('blur'))
  expect(dispatcher.getState().pending).toBe('')
  detach()
})
