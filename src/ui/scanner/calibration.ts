import { groupSeparator } from '#kernel/gs1/group-separator.ts'
import type { KeyInput } from '#ui/keys/keystroke.ts'
import { isImeKey, isModifierPress } from '#ui/keys/keystroke.ts'
import { afterScanMs, isLineEnd, stop, WedgeDetector } from './wedge-detector.ts'
import { wedgeKey } from './wedge-key.ts'
import { calibrate, defaultWedgeProfile, type GsKey, type WedgeProfile } from './wedge-profile.ts'

/**
 * The code that is scanned to measure a device: both cases, a sign, and two elements with a
 * separator between them. `written` is what stands in the symbol, FNC1 as GS.
 */
export const calibrationCode = {
  gs1: '(01)08801234567893(10)aBc-9(21)7Kq',
  written: '010880123456789310aBc-9\u001d217Kq',
} as const

/** How many scans are asked for. */
export const TRIALS = 5

/** What five scans have shown of a device. */
export interface DeviceFindings {
  readonly profile: WedgeProfile
  /** 95 of 100 gaps are no longer. */
  readonly gapP95Ms: number
  readonly suffix: 'Enter' | 'Tab'
  /** `none`: the scanner sends no separator, so GS1 codes cannot be read safely. */
  readonly separator: GsKey | 'none'
  readonly capsLock: boolean
  readonly hangul: boolean
}

/** What one scan of the code has shown. */
export type Trial =
  | {
      readonly ok: true
      readonly findings: Omit<DeviceFindings, 'gapP95Ms' | 'profile'> & TrialMore
    }
  /** The keys make another text: the scanner is set to another keyboard layout. */
  | { readonly ok: false; readonly read: string }

interface TrialMore {
  readonly gapsMs: readonly number[]
  readonly caps: WedgeProfile['capsLock']
}

const separators: readonly (GsKey | 'none')[] = ['none', 'F8', 'ArrowDown', 'ControlRight']

/** Reads the keys as a scan under a profile, however slowly they came. */
function readAs(keys: readonly KeyInput[], more: Partial<WedgeProfile>) {
  const seen: { code: string; suffix: 'Enter' | 'Tab'; gapsMs: readonly number[] }[] = []
  const detector = new WedgeDetector({
    profile: { ...defaultWedgeProfile, medianGapMs: 10_000, maxGapMs: 10_000, ...more },
    onScan: (scan) => seen.push(scan),
  })
  for (const key of keys) detector.keydown(key)
  return seen[0]
}

/** Code without symbology identifier and without the FNC1 some scanners send in front. */
function bare(code: string): string {
  const text = code.replace(/^\][A-Za-z]\d/, '')
  return text.startsWith(groupSeparator) ? text.slice(1) : text
}

/** Finds how a device writes the calibration code from the keys of one scan. */
export function readTrial(keys: readonly KeyInput[]): Trial {
  const expected = calibrationCode.written
  const common = {
    capsLock: keys.some((key) => key.getModifierState('CapsLock')),
    hangul: keys.some((key) => isImeKey(key) || /[ㄱ-ㅣ가-힣]/.test(key.key)),
  }
  // A separator that a profile does not know may leave no trace, as Control alone does: a code
  // without one counts only where no profile finds it.
  for (const wanted of [expected, expected.replace(groupSeparator, '')]) {
    for (const separator of separators) {
      const gsKeys = separator === 'none' ? [] : [separator]
      for (const caps of ['ignore', 'follow'] as const) {
        const scan = readAs(keys, { gsKeys, capsLock: caps })
        if (!scan || bare(scan.code) !== wanted) continue
        const sent = wanted === expected ? plainSeparator(keys, separator) : 'none'
        const { suffix, gapsMs } = scan
        return { ok: true, findings: { ...common, suffix, separator: sent, gapsMs, caps } }
      }
    }
  }
  return { ok: false, read: readAs(keys, {})?.code ?? typed(keys) }
}

/** Ctrl+] and Alt+0029 are read by every profile; which one it was is still worth telling. */
function plainSeparator(keys: readonly KeyInput[], found: GsKey | 'none'): GsKey {
  if (found !== 'none') return found
  return keys.some((key) => key.altKey) ? 'Alt+0029' : 'Control+]'
}

function typed(keys: readonly KeyInput[]): string {
  return keys
    .filter((key) => !isModifierPress(key))
    .map((key) => {
      const read = wedgeKey(key, defaultWedgeProfile)
      return read.kind === 'character' ? read.character : ''
    })
    .join('')
}

type GoodTrial = Extract<Trial, { ok: true }>['findings']

function goodOf(trials: readonly Trial[]): readonly GoodTrial[] {
  return trials.flatMap((trial) => (trial.ok ? [trial.findings] : []))
}

/** Whether the scans came from scanners that end a code or separate elements differently. */
export function areMixed(trials: readonly Trial[]): boolean {
  const ways = goodOf(trials).map(({ suffix, separator }) => `${suffix} ${separator}`)
  return new Set(ways).size > 1
}

/** Puts the findings of all trials together, once there are enough of one scanner. */
export function findings(trials: readonly Trial[]): DeviceFindings | undefined {
  const good = goodOf(trials)
  const last = good.at(-1)
  if (!last || good.length < TRIALS || areMixed(trials)) return undefined
  const gaps = good.map(({ gapsMs }) => gapsMs)
  const sorted = gaps.flat().toSorted((a, b) => a - b)
  const { suffix, separator, capsLock, hangul } = last
  const isKey = separator === 'F8' || separator === 'ArrowDown' || separator === 'ControlRight'
  const profile: WedgeProfile = {
    ...calibrate(gaps),
    gsKeys: isKey ? [separator] : [],
    // Without the lock both ways read the same; one scan under it shows which it is.
    capsLock: good.some(({ caps }) => caps === 'follow') ? 'follow' : 'ignore',
  }
  const gapP95Ms = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
  return { profile, gapP95Ms, suffix, separator, capsLock, hangul }
}

/** Keys further apart belong to different scans, or to a person. */
const pauseMs = 400

/**
 * Collects the keys of trial scans while a calibration is open. Single keys pass, so that Tab and
 * Escape still work by hand; from the second key of a burst on everything is the scanner's.
 */
export class TrialRecorder {
  readonly #onTrial: (trial: Trial) => void
  #keys: KeyInput[] = []
  #endedMs = Number.NEGATIVE_INFINITY

  constructor(onTrial: (trial: Trial) => void) {
    this.#onTrial = onTrial
  }

  readonly keydown = (event: KeyInput): 'taken' | 'pass' => {
    const last = this.#keys.at(-1)
    if (last && event.timeStamp - last.timeStamp > pauseMs) this.#keys = []
    const begins = this.#keys.length === 0
    const read = wedgeKey(event, defaultWedgeProfile)
    // The LF after CR, or a second Enter, must not press the button that starts over.
    const sinceMs = event.timeStamp - this.#endedMs
    if (begins && isLineEnd(read) && sinceMs >= 0 && sinceMs <= afterScanMs) return stop(event)
    if (begins && (isModifierPress(event) || read.kind === 'suffix' || read.kind === 'other'))
      return 'pass'
    this.#keys.push(event)
    if (read.kind === 'suffix' && this.#keys.length > 4) this.#end(event.timeStamp)
    return stop(event)
  }

  #end(endedMs: number): void {
    const keys = this.#keys
    this.#keys = []
    this.#endedMs = endedMs
    this.#onTrial(readTrial(keys))
  }
}
