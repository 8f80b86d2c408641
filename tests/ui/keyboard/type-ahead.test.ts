import { expect, test } from 'vitest'
import { keystroke } from '#ui/keys/keystroke.ts'
import { TypeAhead, type Replay, type TypeAheadOptions } from '#ui/keys/type-ahead.ts'
import { keyEvent, type TestKey } from './key-event.ts'

function createQueue(options: Partial<TypeAheadOptions> = {}) {
  const replayed: Replay[] = []
  const typeAhead = new TypeAhead({ replay: (item) => replayed.push(item), ...options })
  const type = (...keys: (string | TestKey)[]) => {
    for (const key of keys) {
      const event = typeof key === 'string' ? keyEvent(key) : key
      const stroke = keystroke(event)
      if (stroke) typeAhead.take(event, stroke)
    }
  }
  const describeReplayed = () =>
    replayed.map((item) => (item.kind === 'text' ? `"${item.text}"` : item.key.stroke.chord))
  return { typeAhead, type, seen: describeReplayed }
}

test('characters are replayed as text and other keys one by one, in order', () => {
  const { typeAhead, type, seen } = createQueue()
  typeAhead.begin()
  type('A', '0', '1', 'Tab', '5', keyEvent('s', { ctrlKey: true }), 'Enter')
  typeAhead.replayAll()
  expect(seen()).toEqual(['"A01"', 'Tab', '"5"', 'Control+s', 'Enter'])
  expect(typeAhead.count).toBe(0)
})

test('single jamo, as macOS sends them outside a field, are replayed as syllables', () => {
  const { typeAhead, type, seen } = createQueue()
  typeAhead.begin()
  for (const [key, code] of [
    ['ㅈ', 'KeyW'],
    ['ㅐ', 'KeyO'],
    ['ㄱ', 'KeyR'],
    ['ㅗ', 'KeyH'],
  ] as const) {
    type(keyEvent(key, { code }))
  }
  typeAhead.replayAll()
  expect(seen()).toEqual(['"재고"'])
})

test('keys typed for a screen that failed to open reach no other screen', () => {
  const dropped: unknown[] = []
  const { typeAhead, type, seen } = createQueue({
    onDropped: (...reported) => dropped.push(reported),
  })
  typeAhead.begin()
  type('F8', 'Enter')
  typeAhead.dropAfterFailure()
  typeAhead.begin()
  typeAhead.replayAll()
  expect(seen()).toEqual([])
  expect(dropped).toEqual([[2, 'error']])
})

test('the remaining keys wait when a replayed key opens another screen', () => {
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
  typeAhead.replayAll()
  expect(replayed).toEqual(['Enter'])
  typeAhead.replayAll()
  expect(replayed).toEqual(['Enter', 'F8', 'F4'])
})

test('keys beyond the limit are rejected and reported', () => {
  const dropped: unknown[] = []
  const { typeAhead, type, seen } = createQueue({
    limit: 2,
    onDropped: (...reported) => dropped.push(reported),
  })
  typeAhead.begin()
  type('F1', 'F2', 'F3')
  typeAhead.replayAll()
  expect(seen()).toEqual(['F1', 'F2'])
  expect(dropped).toEqual([[1, 'full']])
})

/** Composed text with the key presses that produced it. */
function composedText(text: string, timeStamp = 0) {
  const keys = Array.from(text, (key) => {
    const event = keyEvent(key, { code: 'KeyG' })
    return { stroke: { chord: 'g', alternates: [], bare: true, text: 'g' }, init: event }
  })
  return { text, keys, timeStamp }
}

test('composed text keeps its place among the keys and joins adjacent typed text', () => {
  const { typeAhead, type, seen } = createQueue()
  typeAhead.begin()
  type('A', '1')
  typeAhead.takeText(composedText('이른 회사'))
  type('B', 'Enter')
  typeAhead.takeText(composedText('둘'))
  typeAhead.replayAll()
  expect(seen()).toEqual(['"A1이른 회사B"', 'Enter', '"둘"'])
})

test('a letter that opens an input runs as a command, and the letters after it are text', () => {
  let isTyping = false
  const replayed: string[] = []
  const typeAhead = new TypeAhead({
    takesText: () => isTyping,
    replay: (item) => {
      replayed.push(item.kind === 'text' ? `"${item.text}"` : item.key.stroke.chord)
      isTyping ||= item.kind === 'key' && item.key.stroke.chord === 'i'
    },
  })
  typeAhead.begin()
  for (const key of ['o', 'i', 'A', '1', 'Enter']) {
    const event = keyEvent(key)
    const stroke = keystroke(event)
    if (stroke) typeAhead.take(event, stroke)
  }
  typeAhead.replayAll()
  expect(replayed).toEqual(['o', 'i', '"A1"', 'Enter'])
})

test('the keys of composed text are commands where no text is accepted', () => {
  const { typeAhead, seen } = createQueue({ takesText: () => false })
  typeAhead.begin()
  typeAhead.takeText(composedText('ㅎㅎ'))
  typeAhead.replayAll()
  expect(seen()).toEqual(['g', 'g'])
})

test('a popup over a loading screen receives queued keys while it is open', () => {
  let isOpen = true
  const replayed: string[] = []
  const typeAhead = new TypeAhead({
    takesEarly: () => isOpen,
    replay: (item) => {
      if (item.kind === 'key') replayed.push(item.key.stroke.chord)
      isOpen &&= replayed.at(-1) !== 'Enter'
    },
  })
  typeAhead.begin()
  for (const key of ['ArrowUp', 'Enter', 'F8']) {
    const event = keyEvent(key)
    const stroke = keystroke(event)
    if (stroke) typeAhead.take(event, stroke)
  }
  typeAhead.replayEarlyKeys()
  expect([replayed, typeAhead.holding, typeAhead.count]).toEqual([['ArrowUp', 'Enter'], true, 1])
  typeAhead.replayAll()
  expect(replayed).toEqual(['ArrowUp', 'Enter', 'F8'])
})

test('a composition withdrawn as a scan is removed, and the other keys count as dropped', () => {
  const dropped: unknown[] = []
  const { typeAhead, seen } = createQueue({ onDropped: (...reported) => dropped.push(reported) })
  typeAhead.begin()
  typeAhead.takeText(composedText('한글', 1000))
  typeAhead.takeText(composedText('ㅣㅒㅊ', 2000))
  typeAhead.removeSince(2000)
  typeAhead.dropAfterFailure()
  expect(seen()).toEqual([])
  expect(dropped).toEqual([[2, 'error']])
})

test('speeding up a replay delivers all keys immediately and stops queueing new ones', async () => {
  const pauses: (() => void)[] = []
  const pause = () => new Promise<void>((resolve) => pauses.push(resolve))
  const { typeAhead, type, seen } = createQueue({ pause })
  typeAhead.replayWithoutPauses()
  typeAhead.begin()
  type('A', 'Tab', 'B')
  typeAhead.replayWithoutPauses()
  expect([seen(), typeAhead.holding]).toEqual([[], true])
  typeAhead.replayAll()
  expect([seen(), typeAhead.draining]).toEqual([[], true])
  typeAhead.replayWithoutPauses()
  expect([seen(), typeAhead.draining, typeAhead.holding]).toEqual([
    ['"A"', 'Tab', '"B"'],
    false,
    false,
  ])
  pauses.pop()?.()
  await expect.poll(() => pauses.length).toBe(0)
  typeAhead.begin()
  type('F8')
  typeAhead.replayAll()
  await expect.poll(() => pauses.length).toBe(1)
  expect(typeAhead.draining).toBe(true)
})
