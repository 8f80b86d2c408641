// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import {
  areInconsistent,
  calibrationCode,
  combineTrials,
  readTrial,
  TrialRecorder,
  type Trial,
} from '#ui/scanner/calibration.ts'
import {
  combineProfiles,
  readProfile,
  readScanners,
  storedScanners,
  storeScanners,
  addScanner,
} from '#ui/scanner/device-profile.ts'
import { WedgeDetector } from '#ui/scanner/wedge-detector.ts'
import { defaultWedgeProfile } from '#ui/scanner/wedge-profile.ts'
import { makeBurst, type Burst } from './burst.ts'
import { keyEvent } from '#tests/ui/keyboard/key-event.ts'

const { written } = calibrationCode

/** Output of a scanner that follows CapsLock: capitals without Shift. */
function swappedCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}

function calibrateFrom(options: Burst, code: string = written) {
  const trials = Array.from({ length: 5 }, () => readTrial(makeBurst(code, options)))
  return combineTrials(trials)
}

describe('five scans of the calibration sheet', () => {
  test.each(['Control+]', 'Alt+0029', 'F8', 'ArrowDown'] as const)(
    'five scans of the calibration sheet show that the separator is sent as %s',
    (gs) => {
      expect(calibrateFrom({ gs })).toMatchObject({ separator: gs, suffix: 'Enter', hangul: false })
    },
  )

  test('five scans of the calibration sheet detect suffix, speed, CapsLock and Hangul mode', () => {
    expect(calibrateFrom({ suffix: 'Tab', gapMs: 30 })).toMatchObject({
      suffix: 'Tab',
      gapP95Ms: 30,
      profile: { medianGapMs: 45, maxGapMs: 90 },
    })
    expect(calibrateFrom({ host: 'windows' })).toMatchObject({ hangul: true })
    expect(calibrateFrom({ host: 'mac' })).toMatchObject({ hangul: true })
    expect(calibrateFrom({ capsLock: true })).toMatchObject({
      capsLock: true,
      profile: { capsLock: 'ignore' },
    })
  })

  test('five scans of the calibration sheet detect a missing separator and a leading symbology identifier', () => {
    expect(calibrateFrom({}, written.replace('\u001d', ''))).toMatchObject({ separator: 'none' })
    expect(calibrateFrom({}, `]d2${written}`)).toMatchObject({ separator: 'Control+]' })
  })

  test.each(['F8', 'ArrowDown', 'ControlRight'] as const)(
    'five scans of the calibration sheet can make %s a separator for this scanner only',
    (gs) => {
      expect(calibrateFrom({ gs })?.profile.gsKeys).toEqual([gs])
      expect(calibrateFrom({})?.profile.gsKeys).toEqual([])
    },
  )

  test('five scans of the calibration sheet give a result, while four give none', () => {
    const trials = Array.from({ length: 4 }, () => readTrial(makeBurst(written)))
    expect(combineTrials(trials)).toBeUndefined()
  })

  test('five scans of the calibration sheet do not count if the keys produce another text because the layout is wrong', () => {
    const trial = readTrial(makeBurst('o1o88'))
    expect(trial).toEqual({ ok: false, read: 'o1o88' })
    expect(combineTrials([trial])).toBeUndefined()
  })
})

test('scans of two scanners are not merged into one profile', () => {
  const [first, second] = [
    readTrial(makeBurst(written)),
    readTrial(makeBurst(written, { suffix: 'Tab' })),
  ]
  const f8 = readTrial(makeBurst(written, { gs: 'F8' }))
  expect(
    [
      [first, first, second],
      [first, f8],
      [first, first],
    ].map(areInconsistent),
  ).toEqual([true, true, false])
  expect(combineTrials([first, first, first, first, second])).toBeUndefined()
})

test('one of five scans under CapsLock is enough to detect that the scanner follows it', () => {
  const locked = readTrial(makeBurst(swappedCase(written), { capsLock: true }))
  const plain = readTrial(makeBurst(written))
  for (const trials of [
    [locked, plain, plain, plain, plain],
    [plain, plain, plain, plain, locked],
  ]) {
    expect(combineTrials(trials)?.profile.capsLock).toBe('follow')
  }
  expect(combineTrials(Array(5).fill(plain))?.profile.capsLock).toBe('ignore')
})

test('a device calibrated as slow is read, though the default profile treats it as typing', () => {
  const slow = { gapMs: 60, gs: 'F8' } as const
  const profile = calibrateFrom(slow)?.profile
  const scanned: string[] = []
  const detector = new WedgeDetector({ onScan: ({ code }) => scanned.push(code) })
  for (const key of makeBurst(written, slow)) detector.keydown(key)
  expect(scanned).toEqual([])
  if (profile) detector.setProfile(profile)
  for (const key of makeBurst(written, { ...slow, startMs: 90_000 })) detector.keydown(key)
  expect(scanned).toEqual([written])
})

test('calibration passes manual keys on and consumes the keys of a scan', () => {
  const trials: Trial[] = []
  const recorder = new TrialRecorder((trial) => trials.push(trial))
  const hand = ['Tab', 'Escape', 'Enter', 'Shift'].map((key) => recorder.keydown(keyEvent(key)))
  expect(hand).toEqual(['pass', 'pass', 'pass', 'pass'])
  const answers = makeBurst(written, { startMs: 50_000 }).map((key) => recorder.keydown(key))
  expect(answers).not.toContain('pass')
  expect(trials).toEqual([expect.objectContaining({ ok: true })])
})

test('calibration accepts right Control from a scanner as a separator and ignores it from a hand', () => {
  const trials: Trial[] = []
  const recorder = new TrialRecorder((trial) => trials.push(trial))
  expect(recorder.keydown(keyEvent('Control', { code: 'ControlRight' }))).toBe('pass')
  for (const key of makeBurst(written, { gs: 'ControlRight' })) recorder.keydown(key)
  expect(trials).toEqual([
    expect.objectContaining({ findings: expect.objectContaining({ separator: 'ControlRight' }) }),
  ])
})

test('manual keys and Enter count neither as a trial nor as part of the next scan', () => {
  const trials: Trial[] = []
  const recorder = new TrialRecorder((trial) => trials.push(trial))
  for (const key of makeBurst('12', { gapMs: 90 })) recorder.keydown(key)
  expect(trials).toEqual([])
  for (const key of makeBurst(written, { startMs: 50_000 })) recorder.keydown(key)
  expect(trials).toEqual([expect.objectContaining({ ok: true })])
})

test.each([
  ['a second Enter', keyEvent('Enter')],
  ['LF as Ctrl+J', keyEvent('j', { ctrlKey: true })],
])(
  '%s after a trial is swallowed and belongs to no trial, but a manual Enter passes',
  (_, event) => {
    const trials: Trial[] = []
    const recorder = new TrialRecorder((trial) => trials.push(trial))
    const sent = makeBurst(written)
    for (const key of sent) recorder.keydown(key)
    const endMs = sent.at(-1)?.timeStamp ?? 0
    const echo = keyEvent(event.key, { ctrlKey: event.ctrlKey, timeStamp: endMs + 5 })
    expect([recorder.keydown(echo), echo.prevented]).toEqual(['taken', true])
    expect(recorder.keydown(keyEvent('Enter', { timeStamp: endMs + 300 }))).toBe('pass')
    for (const key of makeBurst(written, { startMs: endMs + 350 })) recorder.keydown(key)
    expect(trials.map(({ ok }) => ok)).toEqual([true, true])
  },
)

describe('stored scanners of a machine', () => {
  beforeEach(() => localStorage.clear())
  const slow = { ...defaultWedgeProfile, medianGapMs: 90, maxGapMs: 240 }
  const odd = { ...defaultWedgeProfile, gsKeys: ['F8' as const], capsLock: 'follow' as const }

  test('stored scanners of a machine remain in the browser by name until the list is emptied', () => {
    const one = [{ name: 'Bluetooth', profile: slow }]
    const both = addScanner(one, { name: 'USB', profile: odd })
    storeScanners(both)
    expect(storedScanners()).toEqual(both)
    const again = addScanner(both, { name: 'Bluetooth', profile: odd })
    expect(again.map(({ name }) => name)).toEqual(['USB', 'Bluetooth'])
    storeScanners([])
    expect(storedScanners()).toEqual([])
  })

  test('stored scanners of a machine combine into one profile that reads all scanners', () => {
    const scanners = [
      { name: 'Bluetooth', profile: slow },
      { name: 'USB', profile: odd },
    ]
    expect(combineProfiles(scanners)).toMatchObject({
      medianGapMs: 90,
      maxGapMs: 240,
      gsKeys: ['F8'],
      // One scanner follows CapsLock and the other does not. The order of measurement must not
      // matter.
      capsLock: 'either',
    })
    expect(combineProfiles(scanners.toReversed())?.capsLock).toBe('either')
    expect(combineProfiles(scanners.slice(1))?.capsLock).toBe('follow')
    expect(combineProfiles([])).toBeUndefined()
  })

  test('stored scanners of a machine require a name that is a text', () => {
    expect(readScanners([{ name: 7, profile: slow }, { profile: slow }])).toEqual([])
  })

  test('a profile stored for the entire machine is read as one scanner', () => {
    localStorage.setItem('scanner-profile', JSON.stringify(slow))
    expect(storedScanners()).toEqual([{ name: '', profile: slow }])
  })

  test.each([
    null,
    'x',
    {},
    { ...defaultWedgeProfile, maxGapMs: 0 },
    { ...defaultWedgeProfile, maxGapMs: 9000 },
    { medianGapMs: 'fast' },
  ])('an invalid profile is ignored: %j', (stored) => {
    expect(readProfile(stored)).toBeUndefined()
    expect(readScanners([{ name: 'x', profile: stored }, stored])).toEqual([])
  })
})
