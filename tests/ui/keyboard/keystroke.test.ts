// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { belongsToIme, keystroke, textEntryKind } from '#ui/keys/keystroke.ts'
import { keyEvent } from './key-event.ts'

describe('keystroke normalization', () => {
  test('Hangul and Latin modes yield the same chord, with or without a modifier', () => {
    expect(keystroke(keyEvent('ㅏ', { code: 'KeyK', ctrlKey: true }))?.chord).toBe('Control+k')
    expect(keystroke(keyEvent('k', { ctrlKey: true }))?.chord).toBe('Control+k')
    expect(keystroke(keyEvent('ㅎ', { code: 'KeyG' }))?.chord).toBe('g')
    expect(keystroke(keyEvent('Process', { code: 'KeyG', keyCode: 229 }))?.chord).toBe('g')
  })

  test('a layout with relocated Latin letters yields the chord of the letter', () => {
    expect(keystroke(keyEvent('z', { code: 'KeyY', ctrlKey: true }))?.chord).toBe('Control+z')
  })

  test('Option characters on a Mac yield the chord of the letter', () => {
    expect(keystroke(keyEvent('µ', { code: 'KeyM', altKey: true }))?.chord).toBe('Alt+m')
    expect(keystroke(keyEvent('Dead', { code: 'KeyN', altKey: true }))?.chord).toBe('Alt+n')
  })

  test('the won sign of the Korean layout yields the backquote chord', () => {
    expect(keystroke(keyEvent('₩', { code: 'Backquote' }))?.chord).toBe('`')
  })

  test('shifted digits yield Shift plus the digit, and other symbols are unchanged', () => {
    expect(keystroke(keyEvent('!'))?.chord).toBe('Shift+1')
    expect(keystroke(keyEvent('"', { code: 'Digit2', shiftKey: true }))?.chord).toBe('Shift+2')
    expect(keystroke(keyEvent('?'))?.chord).toBe('?')
    expect(keystroke(keyEvent('?', { ctrlKey: true }))?.chord).toBe('Control+?')
  })

  test('CapsLock does not change the chord', () => {
    expect(keystroke(keyEvent('S', { shiftKey: false, ctrlKey: true }))?.chord).toBe('Control+s')
  })
})

test('numpad keys have separate names, with the ordinary keys as alternates', () => {
  const digit = keystroke(keyEvent('1', { code: 'Numpad1' }))
  expect([digit?.chord, digit?.alternates, digit?.bare]).toEqual(['Numpad1', ['1'], true])
  const enter = keystroke(keyEvent('Enter', { code: 'NumpadEnter' }))
  expect([enter?.chord, enter?.alternates, enter?.bare]).toEqual(['NumpadEnter', ['Enter'], false])
  const altCode = keystroke(keyEvent('1', { code: 'Numpad1', altKey: true }))
  expect([altCode?.chord, altCode?.alternates]).toEqual(['Alt+Numpad1', []])
})

test('AltGr only types a character, although Windows reports Control and Alt with it', () => {
  const typed = keyEvent('[', { ctrlKey: true, altKey: true, altGraph: true })
  expect(keystroke(typed)).toMatchObject({ chord: '[', text: '[', bare: true })
})

test('a lone modifier is not a key press', () => {
  expect(keystroke(keyEvent('Shift', { code: 'ShiftLeft' }))).toBeUndefined()
  expect(keystroke(keyEvent('CapsLock'))).toBeUndefined()
})

describe('input method keys', () => {
  const first = { keyCode: 229, code: 'KeyG' }

  test('the input method owns every key while it composes', () => {
    expect(belongsToIme(keyEvent('Enter', { isComposing: true }), 'text', false)).toBe(true)
    expect(belongsToIme(keyEvent('s', { ctrlKey: true }), 'text', true)).toBe(true)
  })

  test('the input method owns the first key of a composition before composing is reported', () => {
    expect(belongsToIme(keyEvent('Process', first), 'text', false)).toBe(true)
    expect(belongsToIme(keyEvent('Process', first), 'sink', false)).toBe(true)
  })

  test('the input method owns no key outside text entry, and no shortcut or function key', () => {
    expect(belongsToIme(keyEvent('Process', first), 'none', false)).toBe(false)
    const save = keyEvent('Process', { keyCode: 229, code: 'KeyS', ctrlKey: true })
    expect(belongsToIme(save, 'text', false)).toBe(false)
    const search = keyEvent('Process', { keyCode: 229, code: 'F8' })
    expect(belongsToIme(search, 'text', false)).toBe(false)
  })
})

test('text fields accept text entry, but not buttons, check boxes or read-only fields', () => {
  document.body.innerHTML = `
    <input id="text"><input id="tick" type="checkbox"><input id="shown" readonly>
    <textarea id="note"></textarea><textarea id="sink" data-key-sink></textarea>
    <textarea id="idle-sink" data-key-sink readonly></textarea>
    <select id="choice"></select><button id="go"></button>`
  const kinds = [...document.body.children].map((element) => [element.id, textEntryKind(element)])
  expect(Object.fromEntries(kinds)).toEqual({
    text: 'text',
    tick: 'none',
    shown: 'none',
    note: 'text',
    sink: 'sink',
    'idle-sink': 'none',
    choice: 'text',
    go: 'none',
  })
})
