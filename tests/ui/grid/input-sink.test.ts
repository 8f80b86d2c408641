// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { snapshotForScan } from '#ui/scanner/snapshot-for-scan.ts'
import { InputSink, type SinkHost } from '#ui/grid/edit/input-sink.ts'

let seen: string[] = []
let sink: InputSink

function createHost(isEditable: boolean): SinkHost {
  return {
    beginEdit: () => (isEditable ? '' : null),
    commit: (text) => (seen.push(`commit ${text}`), null),
    commitOrHold: (text) => void seen.push(`commit ${text}`),
    endEdit: () => undefined,
    step: (key) => void seen.push(`step ${key}`),
    key: ({ key }) => (seen.push(`key ${key}`), true),
    editKey: () => false,
    onRejected: (text) => void seen.push(`refused ${text}`),
    onScan: () => void seen.push('scanned'),
    onTextChange: () => undefined,
    showError: () => undefined,
    onFocusChange: () => undefined,
    clipboard: { copy: () => undefined, cut: () => undefined, paste: () => undefined },
  }
}

function type(text: string): void {
  for (const letter of text) {
    sink.element.value += letter
    sink.element.dispatchEvent(new InputEvent('input', { bubbles: true }))
    vi.advanceTimersByTime(140)
  }
}

function press(key: string): void {
  const init = { key, code: key, bubbles: true, cancelable: true }
  sink.element.dispatchEvent(new KeyboardEvent('keydown', init))
}

beforeEach(() => {
  vi.useFakeTimers()
  seen = []
})
afterEach(() => {
  vi.useRealTimers()
  sink.element.remove()
})

function show(isEditable: boolean): void {
  sink = new InputSink(createHost(isEditable))
  document.body.append(sink.element)
  sink.focus()
}

describe('a read-only cell', () => {
  beforeEach(() => show(false))

  test.each(['Enter', 'Tab'])(
    'typed text is reported on %s, which does not move the cursor',
    (key) => {
      type('RC-20261127-0004')
      press(key)
      expect(seen).toEqual(['refused RC-20261127-0004'])
      press(key)
      expect(seen).toEqual(['refused RC-20261127-0004', `key ${key}`])
    },
  )

  test('typed text is cleared after a pause', () => {
    type('1')
    vi.advanceTimersByTime(1500)
    press('Enter')
    expect(seen).toEqual(['key Enter'])
  })

  test('another key clears the typed text', () => {
    type('12')
    press('ArrowDown')
    press('Enter')
    expect(seen).toEqual(['key ArrowDown', 'key Enter'])
  })

  test('a scan is not reported as typed text', () => {
    const restore = snapshotForScan(sink.element)
    type('8801')
    restore?.()
    press('Enter')
    expect(seen).toEqual(['scanned', 'key Enter'])
  })
})

test('text typed into an editable cell is committed, as before', () => {
  show(true)
  type('12')
  press('Enter')
  expect(seen).toEqual(['commit 12', 'step Enter'])
})
