// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { belongsToIme, keystroke, textEntryOf } from '#ui/keys/keystroke.ts'
import { keyEvent } from './key-event.ts'

describe('a key press is the same chord', () => {
  test('with Hangul or Latin switched on, under a modifier and without', () => {
    expect(keystroke(keyEvent('ㅏ', { code: 'KeyK', ctrlKey: true }))?.chord).toBe('Control+k')
    expect(keystroke(keyEvent('k', { ctrlKey: true }))?.chord).toBe('Control+k')
    expect(keystroke(keyEvent('ㅎ', { code: 'KeyG' }))?.chord).toBe('g')
    expect(keystroke(keyEvent('Process', { code: 'KeyG', keyCode: 229 }))?.chord).toBe('g')
  })

  test('by the letter on a layout that has its Latin letters elsewhere', () => {
    expect(keystroke(keyEvent('z', { code: 'KeyY', ctrlKey: true }))?.chord).toBe('Control+z')
  })

  test('on a Mac, where Option turns letters into signs', () => {
    expect(keystroke(keyEvent('µ', { code: 'KeyM', altKey: true }))?.chord).toBe('Alt+m')
    expect(keystroke(keyEvent('Dead', { code: 'KeyN', altKey: true }))?.chord).toBe('Alt+n')
  })

  test('with the won sign of the Korean layout in place of the backquote', () => {
    expect(keystroke(keyEvent('₩', { code: 'Backquote' }))?.chord).toBe('`')
  })

  test('for digits that Shift turns into signs, while other signs stand for themselves', () => {
    expect(keystroke(keyEvent('!'))?.chord).toBe('Shift+1')
    expect(keystroke(keyEvent('"', { code: 'Digit2', shiftKey: true }))?.chord).toBe('Shift+2')
    expect(keystroke(keyEvent('?'))?.chord).toBe('?')
    expect(keystroke(keyEvent('?', { ctrlKey: true }))?.chord).toBe('Control+?')
  })

  test('with CapsLock on', () => {
    expect(keystroke(keyEvent('S', { shiftKey: false, ctrlKey: true }))?.chord).toBe('Control+s')
  })
})

test('the numeric pad has names of its own and those of the ordinary keys second', () => {
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

test('a modifier alone is no key press', () => {
  expect(keystroke(keyEvent('Shift', { code: 'ShiftLeft' }))).toBeUndefined()
  expect(keystroke(keyEvent('CapsLock'))).toBeUndefined()
})

describe('the input method keeps', () => {
  const first = { keyCode: 229, code: 'KeyG' }

  test('every key while it composes', () => {
    expect(belongsToIme(keyEvent('Enter', { isComposing: true }), 'text', false)).toBe(true)
    expect(belongsToIme(keyEvent('s', { ctrlKey: true }), 'text', true)).toBe(true)
  })

  test('the first key of a composition, which is not yet called composing', () => {
    expect(belongsToIme(keyEvent('Process', first), 'text', false)).toBe(true)
    expect(belongsToIme(keyEvent('Process', first), 'sink', false)).toBe(true)
  })

  test('nothing where no text is entered, and no shortcut or function key', () => {
    expect(belongsToIme(keyEvent('Process', first), 'none', false)).toBe(false)
    const save = keyEvent('Process', { keyCode: 229, code: 'KeyS', ctrlKey: true })
    expect(belongsToIme(save, 'text', false)).toBe(false)
    const search = keyEvent('Process', { keyCode: 229, code: 'F8' })
    expect(belongsToIme(search, 'text', false)).toBe(false)
  })
})

test('text is entered in fields, not in buttons, ticks or fields that only show', () => {
  document.body.innerHTML = `
    <input id="text"><input id="tick" type="checkbox"><input id="shown" readonly>
    <textarea id="note"></textarea><textarea id="sink" data-key-sink></textarea>
    <textarea id="idle-sink" data-key-sink readonly></textarea>
    <select id="choice"></select><button id="go"></button>`
  const kinds = [...document.body.children].map((element) => [element.id, textEntryOf(element)])
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
