import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyEvent, type TestKey } from '#tests/ui/keyboard/key-event.ts'
import { isProvenCode } from '#ui/scanner/codes/scan-code.ts'
import { WedgeDetector } from '#ui/scanner/wedge-detector.ts'

interface Stroke {
  readonly key: string
  readonly downMs: number
  readonly upMs: number
}

/**
 * Key presses of a device that sends a report at a fixed interval: one for key down, the next for
 * key up.
 */
function deviceStrokes(code: string, startMs: number, reportMs: number, upMs = reportMs): Stroke[] {
  return [...Array.from(code), 'Enter'].map((key, index) => {
    const downMs = startMs + index * 2 * reportMs
    return { key, downMs, upMs: downMs + upMs }
  })
}

interface Happening {
  readonly atMs: number
  readonly key: string
  readonly isDown: boolean
}

/**
 * Merges the keys of several devices as the page receives them. A key that is already down repeats.
 */
function getStream(
  strokes: readonly Stroke[],
): readonly (Happening & { readonly repeat: boolean })[] {
  const happenings = strokes.flatMap(({ key, downMs, upMs }): Happening[] => [
    { atMs: downMs, key, isDown: true },
    { atMs: upMs, key, isDown: false },
  ])
  const down = new Set<string>()
  return happenings
    .toSorted((a, b) => a.atMs - b.atMs)
    .map((happening) => {
      const isRepeat = happening.isDown && down.has(happening.key)
      if (happening.isDown) down.add(happening.key)
      else down.delete(happening.key)
      return { ...happening, repeat: isRepeat }
    })
}

/** Returns the codes detected for some devices and the resulting text of the focused field. */
function read(strokes: readonly Stroke[], isProven?: (code: string) => boolean) {
  const codes: string[] = []
  const passed: string[] = []
  let mixed = 0
  let field = ''
  const detector = new WedgeDetector({
    onScan: ({ code }) => codes.push(code),
    onMixed: () => (mixed += 1),
    snapshot: () => {
      const before = field
      return () => (field = before)
    },
    ...(isProven ? { isProven } : {}),
  })
  const target = new EventTarget()
  for (const { atMs, key, isDown, repeat } of getStream(strokes)) {
    const event: TestKey = keyEvent(key, { timeStamp: 10_000 + atMs, repeat, target })
    if (!isDown) detector.keyup(event)
    else if (detector.keydown(event) === 'pass') {
      if (key.length === 1) field += key
      else passed.push(key)
    }
  }
  return { codes, mixed, field, passed }
}

const nothing = { codes: [], mixed: 1, field: '', passed: [] }

describe('two simultaneous scanners', () => {
  test('mixed parts of two codes are not read and are reported once', () => {
    const both = [...deviceStrokes('8801234567893', 0, 4), ...deviceStrokes('8809876543217', 3, 4)]
    expect(read(both)).toEqual(nothing)
  })

  test('the rest of the slower scan is discarded too, including its Enter', () => {
    const both = [...deviceStrokes('8801234567893', 0, 4), ...deviceStrokes('SKU100422', 5, 9)]
    expect(read(both)).toEqual(nothing)
    // Only two characters remain when the first scan is complete.
    const late = [...deviceStrokes('8801234567893', 0, 4), ...deviceStrokes('8809876543217', 13, 4)]
    expect(read(late)).toEqual(nothing)
  })

  test('no part of either code is read, regardless of when the second scan starts', () => {
    const code = fc.stringMatching(/^[A-Z0-9]{8,20}$/)
    const reportMs = fc.integer({ min: 2, max: 8 })
    fc.assert(
      fc.property(
        code,
        code,
        reportMs,
        reportMs,
        fc.double({ min: 0.05, max: 0.9, noNaN: true }),
        (one, other, a, b, share) => {
          const first = deviceStrokes(one, 0, a)
          const startMs = Math.floor((first.at(-1)?.downMs ?? 0) * share) + 0.5
          const { codes, field, passed } = read([...first, ...deviceStrokes(other, startMs, b)])
          expect({ codes, field, passed }).toEqual({ codes: [], field: '', passed: [] })
        },
      ),
    )
  })

  test('a manual key in the middle of a scan invalidates the scan', () => {
    const held = { key: 'X', downMs: 41, upMs: 160 }
    expect(read([...deviceStrokes('SKU100422', 0, 4), held])).toEqual(nothing)
  })
})

describe('a single scanner', () => {
  test('reads a code while a key typed earlier is still held', () => {
    const held = { key: '4', downMs: -60, upMs: 40 }
    const { codes, field } = read([held, ...deviceStrokes('8801234567893', 0, 4)], isProvenCode)
    expect([codes, field]).toEqual([['8801234567893'], '4'])
    // The key held by hand does not affect how the scanner's key releases are learned.
    const both = [...deviceStrokes('SKU100422', 1000, 4), ...deviceStrokes('SKU100755', 1003, 4)]
    const after = [held, ...deviceStrokes('8801234567893', 0, 4), ...both]
    expect(read(after, isProvenCode)).toMatchObject({ codes: ['8801234567893'], mixed: 1 })
  })

  test('reads codes sent back to back from its buffer', () => {
    const codes = ['SKU100422', 'SKU100755', 'SKU100200']
    const sent = codes.flatMap((code, index) => deviceStrokes(code, index * 80, 4))
    expect(read(sent)).toMatchObject({ codes, mixed: 0 })
  })

  test('reads overlapping key presses after a first proven code', () => {
    const rollingStrokes = (code: string, startMs: number) => deviceStrokes(code, startMs, 4, 9)
    const codes = ['8801234567893', 'SKU102437']
    const sent = codes.flatMap((code, index) => rollingStrokes(code, index * 500))
    expect(read(sent, isProvenCode)).toMatchObject({ codes, mixed: 0 })
    expect(read(rollingStrokes('SKU102437', 0), isProvenCode)).toEqual(nothing)
  })

  test('reads a code whose key releases are never seen', () => {
    const codes: string[] = []
    const detector = new WedgeDetector({ onScan: ({ code }) => codes.push(code) })
    for (const { key, downMs } of deviceStrokes('SKU100422', 0, 4)) {
      detector.keydown(keyEvent(key, { timeStamp: 10_000 + downMs }))
    }
    expect(codes).toEqual(['SKU100422'])
  })
})
