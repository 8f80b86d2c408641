// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { Dispatcher } from '#ui/keys/dispatcher.ts'
import { TypeAhead, type Replay } from '#ui/keys/type-ahead.ts'
import { snapshotField } from '#ui/base/restore-field.ts'
import { WedgeDetector } from '#ui/scanner/wedge-detector.ts'
import { keyEvent } from '#tests/ui/keyboard/key-event.ts'
import { makeBurst } from './burst.ts'

let replayed: Replay[] = []
let scanned: string[] = []

function startLoading() {
  const typeAhead = new TypeAhead({ replay: (item) => replayed.push(item) })
  const detector = new WedgeDetector({
    snapshot: snapshotField,
    takeBack: (sinceMs) => typeAhead.removeSince(sinceMs),
    onScan: ({ code }) => scanned.push(code),
  })
  const dispatcher = new Dispatcher<string>({
    rules: [],
    evaluateContext: () => ({}),
    run: () => {},
    scanner: detector.keydown,
    typeAhead,
  })
  typeAhead.begin()
  return { typeAhead, detector, dispatcher }
}

beforeEach(() => {
  replayed = []
  scanned = []
})

test('a loading screen receives earlier typing but not a scan', () => {
  const { typeAhead, dispatcher } = startLoading()
  dispatcher.handle(keyEvent('7', { timeStamp: 1000 }))
  for (const key of makeBurst('8801234567893', { gapMs: 0.1, startMs: 2000 }))
    dispatcher.handle(key)
  typeAhead.replayAll()
  expect(scanned).toEqual(['8801234567893'])
  expect(replayed).toMatchObject([{ kind: 'text', text: '7' }])
})

test('two simultaneous scans during loading are discarded, and earlier typing is replayed', () => {
  const { typeAhead, dispatcher, detector } = startLoading()
  dispatcher.handle(keyEvent('7', { timeStamp: 1000 }))
  const keys = [...Array.from('8801234'), 'Enter']
  // The second device presses each key before the first has released its own.
  keys.forEach((key, index) => {
    dispatcher.handle(keyEvent(key, { timeStamp: 2000 + index * 10 }))
    const other = index < 7 ? 'ABCDEFG'.charAt(index) : 'Enter'
    dispatcher.handle(keyEvent(other, { timeStamp: 2004 + index * 10 }))
    detector.keyup(keyEvent(key, { timeStamp: 2006 + index * 10 }))
    detector.keyup(keyEvent(other, { timeStamp: 2009 + index * 10 }))
  })
  typeAhead.replayAll()
  expect(scanned).toEqual([])
  expect(replayed).toMatchObject([{ kind: 'text', text: '7' }])
})

test('the detector reports that the rest of an incomplete scan is still expected', () => {
  const { detector, dispatcher } = startLoading()
  const keys = makeBurst('8801234567893', { startMs: 2000, suffix: 'none' })
  for (const key of keys) dispatcher.handle(key)
  const last = keys.at(-1)?.timeStamp ?? 0
  expect(detector.isReceiving(last + 20)).toBe(true)
  expect(detector.isReceiving(last + 1000)).toBe(false)
})

test('every field that received part of a scan is restored, even if the focus moved during the scan', () => {
  const [first, second] = ['12', 'x'].map((value) => {
    const field = document.createElement('input')
    field.value = value
    document.body.append(field)
    return field
  })
  if (!first || !second) throw new Error('no fields')
  const detector = new WedgeDetector({
    snapshot: snapshotField,
    onScan: ({ code }) => scanned.push(code),
  })
  for (const [index, key] of makeBurst('8801234567893').entries()) {
    const target = index < 4 ? first : second
    const taken = detector.keydown(keyEvent(key.key, { ...key, target }))
    if (taken === 'pass') target.value += key.key
  }
  expect(scanned).toEqual(['8801234567893'])
  expect([first.value, second.value]).toEqual(['12', 'x'])
})
