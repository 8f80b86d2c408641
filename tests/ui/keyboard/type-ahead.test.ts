import { expect, test } from 'vitest'
import { keystroke } from '#ui/keyboard/keystroke.ts'
import { TypeAhead, type Replay, type TypeAheadOptions } from '#ui/keyboard/type-ahead.ts'
import { keyEvent, type TestKey } from './key-event.ts'

function queue(options: Partial<TypeAheadOptions> = {}) {
  const replayed: Replay[] = []
  const typeAhead = new TypeAhead({ replay: (item) => replayed.push(item), ...options })
  const type = (...keys: (string | TestKey)[]) => {
    for (const key of keys) {
      const event = typeof key === 'string' ? keyEvent(key) : key
      const stroke = keystroke(event)
      if (stroke) typeAhead.take(event, stroke)
    }
  }
  const seen = () =>
    replayed.map((item) => (item.kind === 'text' ? `"${item.text}"` : item.key.stroke.chord))
  return { typeAhead, type, seen }
}

test('runs of characters come back as text, other keys one by one, in the order typed', () => {
  const { typeAhead, type, seen } = queue()
  typeAhead.begin()
  type('A', '0', '1', 'Tab', '5', keyEvent('s', { ctrlKey: true }), 'Enter')
  typeAhead.ready()
  expect(seen()).toEqual(['"A01"', 'Tab', '"5"', 'Control+s', 'Enter'])
  expect(typeAhead.count).toBe(0)
})

test('single jamo, as macOS sends them outside a field, come back as syllables', () => {
  const { typeAhead, type, seen } = queue()
  typeAhead.begin()
  for (const [key, code] of [
    ['ㅈ', 'KeyW'],
    ['ㅐ', 'KeyO'],
    ['ㄱ', 'KeyR'],
    ['ㅗ', 'KeyH'],
  ] as const) {
    type(keyEvent(key, { code }))
  }
  typeAhead.ready()
  expect(seen()).toEqual(['"재고"'])
})

test('keys meant for a screen that failed to open reach no other screen', () => {
  const dropped: unknown[] = []
  const { typeAhead, type, seen } = queue({ onDropped: (...told) => dropped.push(told) })
  typeAhead.begin()
  type('F8', 'Enter')
  typeAhead.fail()
  typeAhead.begin()
  typeAhead.ready()
  expect(seen()).toEqual([])
  expect(dropped).toEqual([[2, 'error']])
})

test('when a replayed key opens another screen, the rest waits for that one', () => {
  const replayed: string[] = []
  const typeAhead: TypeAhead = new TypeAhead({
    replay: (item) => {
      if (item.kind !== 'key') return
      replayed.push(item.key.stroke.chord)
      if (item.key.stroke.chord === 'Enter') typeAhead.begin()
    },
  })
  typeAhead.begin()
  for (const key of ['Enter', 'F8', 'F4']) {
    const event = keyEvent(key)
    const stroke = keystroke(event)
    if (stroke) typeAhead.take(event, stroke)
  }
  typeAhead.ready()
  expect(replayed).toEqual(['Enter'])
  typeAhead.ready()
  expect(replayed).toEqual(['Enter', 'F8', 'F4'])
})

test('beyond the limit keys are refused, and that is said', () => {
  const dropped: unknown[] = []
  const { typeAhead, type, seen } = queue({ limit: 2, onDropped: (...told) => dropped.push(told) })
  typeAhead.begin()
  type('F1', 'F2', 'F3')
  typeAhead.ready()
  expect(seen()).toEqual(['F1', 'F2'])
  expect(dropped).toEqual([[1, 'full']])
})
