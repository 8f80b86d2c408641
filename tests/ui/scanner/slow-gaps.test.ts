import { expect, test } from 'vitest'
import fc from 'fast-check'
import { keyEvent, type TestKey } from '#tests/ui/keyboard/key-event.ts'
import { isProvenCode } from '#ui/scanner/codes/scan-code.ts'
import { startsWithTypedNumber, TruncationDetector, patientProfile } from '#ui/scanner/slow-gaps.ts'
import { WedgeDetector, type WedgeScan } from '#ui/scanner/wedge-detector.ts'
import { defaultWedgeProfile } from '#ui/scanner/wedge-profile.ts'
import { makeBurst } from './burst.ts'

function getScans(events: readonly TestKey[], profile = patientProfile(defaultWedgeProfile)) {
  const scans: WedgeScan[] = []
  const options = { profile, isProven: isProvenCode }
  const detector = new WedgeDetector({ ...options, onScan: (scan) => scans.push(scan) })
  for (const event of events) detector.keydown(event)
  return scans
}

test('a station reads all of 2,000 scans with one slow gap anywhere', () => {
  const code = fc.stringMatching(/^[A-Z0-9][A-Z0-9-]{3,18}[A-Z0-9]$/)
  const host = fc.constantFrom('latin', 'windows', 'mac')
  const suffix = fc.constantFrom('Enter', 'Tab')
  const wrong: unknown[] = []
  fc.assert(
    fc.property(
      fc.array(fc.tuple(code, host, suffix, fc.nat(20), fc.integer({ min: 81, max: 250 })), {
        minLength: 20,
        maxLength: 20,
      }),
      (scans) => {
        let startMs = 10_000
        for (const [text, on, end, at, slowMs] of scans) {
          // A single letter before a valid code can also be typed by hand.
          if (at % text.length === 0 && isProvenCode(text.slice(1))) continue
          const gapMs = Array.from({ length: text.length }, () => 8)
          gapMs[at % text.length] = slowMs
          const keys = makeBurst(text, { gapMs, host: on, suffix: end, startMs })
          const [read, ...more] = getScans(keys)
          if (read?.code !== text || more.length > 0)
            wrong.push([text, on, end, at, slowMs, read?.code])
          startMs = (keys.at(-1)?.timeStamp ?? 0) + 300
        }
      },
    ),
    { numRuns: 100 },
  )
  expect(wrong).toEqual([])
})

test('a pause inside a code does not split off a part that is a valid code', () => {
  for (const [before, rest] of [
    ['A-', '00000000'],
    ['LOT7', '8801234567893'],
  ] as const) {
    const gapMs = Array.from(before + rest, (_, index) => (index === before.length - 1 ? 200 : 8))
    expect(getScans(makeBurst(before + rest, { gapMs })).map(({ code }) => code)).toEqual([
      before + rest,
    ])
  }
  const [typed] = getScans(
    makeBurst('X8801234567893', { gapMs: [200, ...Array<number>(13).fill(8)] }),
  )
  expect(typed?.code).toBe('8801234567893')
})

test('typing at a station prompt is not a scan, even with the patient profile', () => {
  const profile = patientProfile(defaultWedgeProfile)
  expect(getScans(makeBurst('SKU100385', { gapMs: 110 }), profile)).toEqual([])
  expect(getScans(makeBurst('SKU100385', { gapMs: [200, 45, 60, 245, 50, 40] }), profile)).toEqual(
    [],
  )
})

test('a burst shortly after another key outside a station may be the tail of a code', () => {
  const isTail = (events: readonly TestKey[]): boolean => {
    const cutOffs = new TruncationDetector()
    for (const event of events) cutOffs.recordKey(event, defaultWedgeProfile.maxGapMs)
    return cutOffs.isTruncatedEnd()
  }
  expect(isTail(makeBurst('SKU100385', { gapMs: [150] }))).toBe(true)
  expect(isTail(makeBurst('SKU100385', { gapMs: [150], host: 'windows' }))).toBe(true)
  expect(isTail(makeBurst('SKU100385'))).toBe(false)
  expect(isTail([keyEvent('4', { timeStamp: 9_000 }), ...makeBurst('SKU100385')])).toBe(false)
  const shortcut = keyEvent('s', { ctrlKey: true, timeStamp: 9_900 })
  expect(isTail([shortcut, ...makeBurst('SKU100385')])).toBe(false)
  // The Enter of the previous scan has completed the code.
  const two = [...makeBurst('BOX1', { gapMs: 1 }), ...makeBurst('BOX2', { startMs: 10_104 })]
  expect(isTail(two)).toBe(false)
})

test('a typed number is distinguished from the start of a code by what follows', () => {
  const read = (code: string, gapMs: readonly number[]) => {
    const [scan] = getScans(makeBurst(code, { gapMs }))
    return scan && startsWithTypedNumber(scan, defaultWedgeProfile)
  }
  expect(read('12SKU100385', [120, 200])).toBe(true)
  expect(read('SKU100385', [150])).toBe(false)
  expect(read('12345678', [8, 8, 8, 8, 8, 8, 8, 200])).toBe(false)
})
