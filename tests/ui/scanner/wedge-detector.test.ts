import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyEvent, type TestKey } from '#tests/ui/keyboard/key-event.ts'
import { WedgeDetector, type WedgeScan } from '#ui/scanner/wedge-detector.ts'
import { isProvenCode } from '#ui/scanner/codes/scan-code.ts'
import { calibrate, defaultWedgeProfile, type WedgeProfile } from '#ui/scanner/wedge-profile.ts'
import { makeBurst } from './burst.ts'

function feedEvents(
  events: readonly TestKey[],
  profile: Partial<WedgeProfile> = {},
  isProven?: (code: string) => boolean,
) {
  const scans: WedgeScan[] = []
  const restored: EventTarget[] = []
  const garbledBy: string[] = []
  const detector = new WedgeDetector({
    profile: { ...defaultWedgeProfile, ...profile },
    onScan: (scan) => scans.push(scan),
    onGarbled: (key) => garbledBy.push(key),
    snapshot: (target) => () => void (target && restored.push(target)),
    ...(isProven ? { isProven } : {}),
  })
  const verdicts = events.map((event) => detector.keydown(event))
  const taken = events.filter((_, index) => verdicts[index] === 'taken')
  return { codes: scans.map((scan) => scan.code), scans, restored, taken, garbledBy }
}

const gs = '\u001d'

describe('scan detection', () => {
  test.each([0, 2, 5, 10, 20, 30])('a scan with %i ms between keys is read completely', (gapMs) => {
    expect(feedEvents(makeBurst('8801234567893', { gapMs })).codes).toEqual(['8801234567893'])
  })

  test('a scan consumes only its Enter, which never presses a button', () => {
    const events = makeBurst('8801234567893')
    const { taken } = feedEvents(events)
    expect(taken.map((event) => event.key)).toEqual(['Enter'])
    expect(taken[0]?.prevented && taken[0].stopped).toBe(true)
    expect(events.filter((event) => event.prevented)).toHaveLength(1)
  })

  test('a scan can end with Tab', () => {
    expect(feedEvents(makeBurst('A01-02-3', { suffix: 'Tab' })).scans[0]).toMatchObject({
      code: 'A01-02-3',
      suffix: 'Tab',
    })
  })

  test('a scan tolerates a few slow keys, as over Bluetooth', () => {
    const gapMs = [10, 10, 75, 10, 10, 78, 10, 10, 70]
    expect(feedEvents(makeBurst('880123456', { gapMs })).codes).toEqual(['880123456'])
  })

  test('a scan after manual typing and a pause excludes the typed text', () => {
    const typed = [
      keyEvent('4', { timeStamp: 9_000 }),
      keyEvent('0', { timeStamp: 9_150 }),
      ...makeBurst('SKU100422'),
    ]
    expect(feedEvents(typed).codes).toEqual(['SKU100422'])
  })

  test('a scan restores the focused field', () => {
    const field = new EventTarget()
    const { restored } = feedEvents(makeBurst('SKU100422', { target: field }))
    expect(restored).toEqual([field])
  })

  test('the field snapshot is taken before the first key of a scan', () => {
    let text = '40'
    const held: string[] = []
    const detector = new WedgeDetector({
      onScan: () => undefined,
      snapshot: () => {
        const before = text
        return () => held.push(before)
      },
    })
    for (const event of makeBurst('SKU100422', { target: new EventTarget() })) {
      detector.keydown(event)
      if (event.key.length === 1) text += event.key
    }
    expect(held).toEqual(['40'])
  })

  test('two consecutive scans count twice, even with the same code', () => {
    const events = [...makeBurst('BOX0001'), ...makeBurst('BOX0001', { startMs: 10_064 })]
    expect(feedEvents(events).codes).toEqual(['BOX0001', 'BOX0001'])
  })

  test('two scans at cable speed in direct succession both count', () => {
    const events = [
      ...makeBurst('BOX1', { gapMs: 1 }),
      ...makeBurst('BOX2', { gapMs: 1, startMs: 10_006 }),
    ]
    expect(feedEvents(events).codes).toEqual(['BOX1', 'BOX2'])
  })

  test('a scan survives a profile change in the middle', () => {
    const codes: string[] = []
    const detector = new WedgeDetector({ onScan: ({ code }) => codes.push(code) })
    for (const [index, event] of makeBurst('8801234567893').entries()) {
      if (index === 9) detector.setProfile(defaultWedgeProfile)
      detector.keydown(event)
    }
    expect(codes).toEqual(['8801234567893'])
  })
})

describe('manual typing', () => {
  test('slow typing is not a scan, and its Enter reaches the page', () => {
    const { codes, taken, restored } = feedEvents(makeBurst('SKU100422', { gapMs: 110 }))
    expect([codes, taken, restored]).toEqual([[], [], []])
  })

  test('fast typing with gaps mostly over 35 ms is not a scan', () => {
    expect(feedEvents(makeBurst('asdf', { gapMs: [40, 30, 60, 40] })).codes).toEqual([])
  })

  test('three quick keys and Enter are too short for a scan', () => {
    expect(feedEvents(makeBurst('123')).codes).toEqual([])
  })

  test('fast typing with a correction is not a scan', () => {
    const events = makeBurst('8801234')
    events.splice(4, 0, keyEvent('Backspace', { timeStamp: events[4]?.timeStamp ?? 0 }))
    const { codes, taken } = feedEvents(events)
    expect([codes, taken]).toEqual([[], []])
  })

  test('a held key that repeats at scanner speed is not a scan', () => {
    const held = makeBurst('1111111', { gapMs: 30 }).map((event, index) =>
      index > 0 && event.key === '1'
        ? keyEvent('1', { repeat: true, timeStamp: event.timeStamp })
        : event,
    )
    expect(feedEvents(held).codes).toEqual([])
  })

  test('a shortcut right after a letter reaches the page', () => {
    const typed = [keyEvent('1', { timeStamp: 1 }), keyEvent('s', { ctrlKey: true, timeStamp: 40 })]
    expect(feedEvents(typed).taken).toEqual([])
  })

  test('typing replayed after loading is not a scan, despite its speed', () => {
    const replayed = makeBurst('8801234567893', { gapMs: 0 }).map((event) =>
      keyEvent(event.key, { timeStamp: event.timeStamp, isTrusted: false }),
    )
    expect(feedEvents(replayed).taken).toEqual([])
  })

  test('typing followed by a pause before Enter is left to the field', () => {
    expect(feedEvents(makeBurst('8801234', { gapMs: [5, 5, 5, 5, 5, 5, 400] })).taken).toEqual([])
  })
})

describe('proven codes', () => {
  const feedProven = (events: readonly TestKey[]) => feedEvents(events, {}, isProvenCode)

  test.each(['8801234567893', '010880123456789317271231', '(01)08801234567893'])(
    '%s is a scan even from an uncalibrated slow scanner',
    (code) => {
      const { codes, taken } = feedProven(makeBurst(code, { gapMs: [60, 30, 45, 58, 33, 60, 52] }))
      expect([codes, taken.map(({ key }) => key)]).toEqual([[code], ['Enter']])
    },
  )

  test.each(['8801234567890', '20261122', '96385074', 'SKU100422'])(
    '%s at typing speed is not a scan',
    (text) => {
      expect(feedProven(makeBurst(text, { gapMs: 60 })).taken).toEqual([])
    },
  )

  test('a proven code excludes text typed right before it, which remains in the field', () => {
    const field = new EventTarget()
    const held: string[] = []
    let text = ''
    const codes: string[] = []
    const detector = new WedgeDetector({
      onScan: ({ code }) => codes.push(code),
      isProven: isProvenCode,
      snapshot: () => {
        const before = text
        return () => held.push(before)
      },
    })
    const gapMs = [70, 50, ...Array.from({ length: 13 }, () => 2)]
    for (const event of makeBurst('4A8801234567893', { gapMs, target: field })) {
      detector.keydown(event)
      if (event.key.length === 1) text += event.key
    }
    expect([codes, held]).toEqual([['8801234567893'], ['4A']])
  })

  test('a late key does not split a complete code', () => {
    // Its last thirteen digits are a valid code by themselves.
    const gapMs = [60, ...Array.from({ length: 13 }, () => 2)]
    expect(feedProven(makeBurst('08801234567893', { gapMs })).codes).toEqual(['08801234567893'])
    expect(feedProven(makeBurst('AB-8801234567890', { gapMs: [2, 2, 60, 2, 2, 2] })).codes).toEqual(
      ['AB-8801234567890'],
    )
  })
})

const { minLength, maxGapMs } = defaultWedgeProfile
const isRolled = (gapMs: number) => gapMs < 60

function splitAtPauses(gapsMs: readonly number[]): number[][] {
  const bursts: number[][] = [[]]
  for (const gap of gapsMs) {
    if (gap > maxGapMs) bursts.push([])
    else bursts.at(-1)?.push(gap)
  }
  return bursts
}

test('fast typing is never taken for a scan, regardless of the text', () => {
  // 8,000 keystrokes an hour in bursts. Most gaps are at least 80 ms, with a few rolled keys.
  const gap = fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 60, max: 130 }) },
    { weight: 1, arbitrary: fc.integer({ min: 130, max: 900 }) },
    { weight: 1, arbitrary: fc.integer({ min: 15, max: 60 }) },
  )
  const typed = fc.oneof(
    fc.stringMatching(/^[A-Z0-9-]{1,20}$/),
    fc.stringMatching(/^20\d{2}(0[1-9]|1[0-2])[0-2]\d$/),
    fc.stringMatching(/^\d{1,9}$/),
  )
  const session = fc.array(fc.tuple(typed, fc.array(gap, { minLength: 21, maxLength: 21 })), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(session, (lines) => {
      // Rolled keys are never the majority of a burst and never more than three in a row, because
      // fingers alternate.
      fc.pre(
        lines.every(([text, gaps]) => {
          const typedGaps = gaps.slice(0, text.length)
          const rolled = typedGaps.map(isRolled)
          const isLong = rolled.some(
            (candidate, index) => candidate && rolled[index + 1] && rolled[index + 2],
          )
          const isMost = splitAtPauses(typedGaps).some((some) => {
            return some.length >= minLength && some.filter(isRolled).length * 2 > some.length
          })
          return !isLong && !isMost && rolled.filter(Boolean).length * 3 < text.length
        }),
      )
      let startMs = 10_000
      const events = lines.flatMap(([text, gapMs]) => {
        const keys = makeBurst(text, { gapMs, startMs })
        startMs = (keys.at(-1)?.timeStamp ?? 0) + 400
        return keys
      })
      const { codes, taken } = feedEvents(events, {}, isProvenCode)
      expect([codes, taken]).toEqual([[], []])
    }),
    { numRuns: 500 },
  )
})

describe('host input modes', () => {
  test.each(['latin', 'windows', 'mac'] as const)(
    'a code of letters, digits and symbols is read correctly (%s)',
    (host) => {
      expect(feedEvents(makeBurst('LOC-A-01/x_y:Z', { host })).codes).toEqual(['LOC-A-01/x_y:Z'])
    },
  )

  test('CapsLock does not affect a scanner that ignores it', () => {
    expect(feedEvents(makeBurst('Lot-a1', { capsLock: true })).codes).toEqual(['Lot-a1'])
  })

  test('scanners that follow CapsLock and scanners that ignore it are both read under CapsLock', () => {
    const read = (events: ReturnType<typeof makeBurst>) =>
      feedEvents(events, { capsLock: 'either' }).codes
    expect(read(makeBurst('LOT-A1', { capsLock: true }))).toEqual(['LOT-A1'])
    // A scanner that follows CapsLock omits Shift for capitals, as if the code were lower case.
    expect(read(makeBurst('lot-a1', { capsLock: true }))).toEqual(['LOT-A1'])
    expect(read(makeBurst('LOt-A1', { capsLock: true }))).toEqual(['LOt-A1'])
    expect(read(makeBurst('lot-a1'))).toEqual(['lot-a1'])
  })

  test('a follow-CapsLock profile corrects the case of the code', () => {
    const events = makeBurst('lOT-A1', { capsLock: true })
    expect(feedEvents(events, { capsLock: 'follow' }).codes).toEqual(['Lot-a1'])
  })

  test('codes of printable characters are read correctly in Hangul mode', () => {
    const printable = fc
      .integer({ min: 0x21, max: 0x7e })
      .map((unit) => String.fromCharCode(unit))
      .filter((character) => !'=+\\|\'",<>`~{}'.includes(character))
    const code = fc.array(printable, { minLength: 4, maxLength: 40 }).map((all) => all.join(''))
    fc.assert(
      fc.property(code, fc.constantFrom('latin', 'windows', 'mac'), (text, host) => {
        expect(feedEvents(makeBurst(text, { host })).codes).toEqual([text])
      }),
    )
  })
})

describe('GS separators', () => {
  const code = `010880123456789310L261107${gs}17270719`

  test.each(['Control+]', 'Alt+0029'] as const)('a GS sent as %s is always recognized', (sent) => {
    expect(feedEvents(makeBurst(code, { gs: sent })).codes).toEqual([code])
  })

  test.each(['F8', 'ArrowDown'] as const)(
    'a GS sent as %s is data on a device configured for it',
    (sent) => {
      const { codes, taken } = feedEvents(makeBurst(code, { gs: sent }), { gsKeys: [sent] })
      expect(codes).toEqual([code])
      expect(taken.map((event) => event.key)).toEqual([sent, 'Enter'])
    },
  )

  test('the keys of a GS sent as Alt+0029 are consumed, but manually typed Alt and digits pass', () => {
    const { taken } = feedEvents(makeBurst(code, { gs: 'Alt+0029' }))
    expect(taken.map((event) => event.key)).toEqual(['0', '0', '2', '9', 'Enter'])
    const second = { code: 'Numpad2', altKey: true }
    const byHand = [
      keyEvent('7', { timeStamp: 1 }),
      keyEvent('8', { timeStamp: 70 }),
      keyEvent('2', { ...second, timeStamp: 140 }),
    ]
    expect(feedEvents(byHand).taken).toEqual([])
  })

  test('F8 after a few quick keys is not taken as a separator', () => {
    const typedKeys = (gapMs: number) => [
      keyEvent('1', { timeStamp: 1 }),
      keyEvent('2', { timeStamp: 1 + gapMs }),
      keyEvent('3', { timeStamp: 1 + 2 * gapMs }),
      keyEvent('F8', { timeStamp: 1 + 3 * gapMs }),
    ]
    expect(feedEvents(typedKeys(60), { gsKeys: ['F8'] }).taken).toEqual([])
    expect(feedEvents(typedKeys(10)).taken).toEqual([])
  })

  test('manual F8 and ArrowDown are ordinary keys even on a configured device', () => {
    const byHand = [
      keyEvent('F8', { timeStamp: 1 }),
      keyEvent('1', { timeStamp: 500 }),
      keyEvent('ArrowDown', { timeStamp: 900 }),
    ]
    expect(feedEvents(byHand, { gsKeys: ['F8', 'ArrowDown'] }).taken).toEqual([])
  })

  test('a GS key on an unconfigured device invalidates the scan and is reported', () => {
    const { codes, taken, garbledBy } = feedEvents(makeBurst(code, { gs: 'F8' }))
    expect([codes, garbledBy]).toEqual([[], ['F8']])
    expect(taken.map((event) => event.key)).toEqual(['F8', 'Enter'])
  })
})

describe('keys after the suffix', () => {
  const scanned = makeBurst('8801234567893')
  const endMs = scanned.at(-1)?.timeStamp ?? 0

  test.each([
    ['LF as Ctrl+J, which would open the downloads', keyEvent('j', { ctrlKey: true })],
    ['a second Enter', keyEvent('Enter')],
  ])('%s is swallowed', (_, event) => {
    const late = keyEvent(event.key, { ctrlKey: event.ctrlKey, timeStamp: endMs + 10 })
    expect(feedEvents([...scanned, late]).taken.at(-1)).toBe(late)
  })

  test('a manual Enter shortly afterwards reaches the page', () => {
    const late = keyEvent('Enter', { timeStamp: endMs + 300 })
    expect(feedEvents([...scanned, late]).taken.at(-1)).not.toBe(late)
  })
})

test('calibration fits a slow scanner and is never stricter than the default profile', () => {
  const slow = calibrate([
    [60, 55, 62, 58, 90],
    [61, 57, 60, 59, 95],
  ])
  expect(slow.maxGapMs).toBeCloseTo(285)
  expect(feedEvents(makeBurst('8801234567893', { gapMs: 62 }), slow).codes).toEqual([
    '8801234567893',
  ])
  expect(feedEvents(makeBurst('8801234567893', { gapMs: 62 })).codes).toEqual([])
  expect(calibrate([[2, 2, 2]])).toMatchObject({ medianGapMs: 35, maxGapMs: 80 })
  expect(() => calibrate([])).toThrow('at least one scan')
})
