import { groupSeparator } from '#kernel/gs1/group-separator.ts'
import type { KeyInput } from '#ui/keys/keystroke.ts'
import { isImeKey, isModifierPress } from '#ui/keys/keystroke.ts'
import { afterScanMs, isLineEnd, stopEvent, WedgeDetector } from './wedge-detector.ts'
import { wedgeKey } from './wedge-key.ts'
import { calibrate, defaultWedgeProfile, type GsKey, type WedgeProfile } from './wedge-profile.ts'

/**
 * Code scanned for calibration: upper and lower case, a symbol, and two elements with a separator.
 * `written` is the content of the symbol with FNC1 as GS.
 */
export const calibrationCode = {
  gs1: '(01)08801234567893(10)aBc-9(21)7Kq',
  written: '010880123456789310aBc-9\u001d217Kq',
} as const

export const TRIALS = 5

export interface DeviceFindings {
  readonly profile: WedgeProfile
  /** 95th percentile of the gaps between keys. */
  readonly gapP95Ms: number
  readonly suffix: 'Enter' | 'Tab'
  /** `none`: the scanner sends no separator, so GS1 codes cannot be read safely. */
  readonly separator: GsKey | 'none'
  readonly capsLock: boolean
  readonly hangul: boolean
}

export type Trial =
  | {
      readonly ok: true
      readonly findings: Omit<DeviceFindings, 'gapP95Ms' | 'profile'> & TrialDetails
    }
  /** The keys spell a different text because the scanner uses another keyboard layout. */
  | { readonly ok: false; readonly read: string }

interface TrialDetails {
  readonly gapsMs: readonly number[]
  readonly caps: WedgeProfile['capsLock']
}

const separators: readonly (GsKey | 'none')[] = ['none', 'F8', 'ArrowDown', 'ControlRight']

function readWithProfile(keys: readonly KeyInput[], extra: Partial<WedgeProfile>) {
  const seen: { code: string; suffix: 'Enter' | 'Tab'; gapsMs: readonly number[] }[] = []
  const detector = new WedgeDetector({
    profile: { ...defaultWedgeProfile, medianGapMs: 10_000, maxGapMs: 10_000, ...extra },
    onScan: (scan) => seen.push(scan),
  })
  for (const key of keys) detector.keydown(key)
  return seen[0]
}

function stripIdentifier(code: string): string {
  const text = code.replace(/^\][A-Za-z]\d/, '')
  return text.startsWith(groupSeparator) ? text.slice(1) : text
}

export function readTrial(keys: readonly KeyInput[]): Trial {
  const expected = calibrationCode.written
  const common = {
    capsLock: keys.some((key) => key.getModifierState('CapsLock')),
    hangul: keys.some((key) => isImeKey(key) || /[ㄱ-ㅣ가-힣]/.test(key.key)),
  }
  // A profile can miss its separator without a trace (Control only). Accept a code without
  // separators only if no profile finds one.
  for (const wanted of [expected, expected.replace(groupSeparator, '')]) {
    for (const separator of separators) {
      const gsKeys = separator === 'none' ? [] : [separator]
      for (const caps of ['ignore', 'follow'] as const) {
        const scan = readWithProfile(keys, { gsKeys, capsLock: caps })
        if (!scan || stripIdentifier(scan.code) !== wanted) continue
        const sent = wanted === expected ? detectSeparator(keys, separator) : 'none'
        const { suffix, gapsMs } = scan
        return { ok: true, findings: { ...common, suffix, separator: sent, gapsMs, caps } }
      }
    }
  }
  return { ok: false, read: readWithProfile(keys, {})?.code ?? typedCharacters(keys) }
}

/** Every profile reads Ctrl+] and Alt+0029, so determine which of them the scanner sent. */
function detectSeparator(keys: readonly KeyInput[], found: GsKey | 'none'): GsKey {
  if (found !== 'none') return found
  return keys.some((key) => key.altKey) ? 'Alt+0029' : 'Control+]'
}

function typedCharacters(keys: readonly KeyInput[]): string {
  return keys
    .filter((key) => !isModifierPress(key))
    .map((key) => {
      const read = wedgeKey(key, defaultWedgeProfile)
      return read.kind === 'character' ? read.character : ''
    })
    .join('')
}

type GoodTrial = Extract<Trial, { ok: true }>['findings']

function validTrials(trials: readonly Trial[]): readonly GoodTrial[] {
  return trials.flatMap((trial) => (trial.ok ? [trial.findings] : []))
}

export function areInconsistent(trials: readonly Trial[]): boolean {
  const ways = validTrials(trials).map(({ suffix, separator }) => `${suffix} ${separator}`)
  return new Set(ways).size > 1
}

export function combineTrials(trials: readonly Trial[]): DeviceFindings | undefined {
  const good = validTrials(trials)
  const last = good.at(-1)
  if (!last || good.length < TRIALS || areInconsistent(trials)) return undefined
  const gaps = good.map(({ gapsMs }) => gapsMs)
  const sorted = gaps.flat().toSorted((a, b) => a - b)
  const { suffix, separator, capsLock, hangul } = last
  const isKey = separator === 'F8' || separator === 'ArrowDown' || separator === 'ControlRight'
  const profile: WedgeProfile = {
    ...calibrate(gaps),
    gsKeys: isKey ? [separator] : [],
    // Without CapsLock both readings are the same, so one scan with CapsLock decides.
    capsLock: good.some(({ caps }) => caps === 'follow') ? 'follow' : 'ignore',
  }
  const gapP95Ms = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
  return { profile, gapP95Ms, suffix, separator, capsLock, hangul }
}

/** Keys further apart belong to different scans or were typed by the user. */
const pauseMs = 400

/**
 * Collects the keys of trial scans. Single keys pass through, which keeps Tab and Escape working.
 * From the second key of a burst, all keys belong to the scanner.
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
    const isFirstKey = this.#keys.length === 0
    const read = wedgeKey(event, defaultWedgeProfile)
    // The LF after CR, or a second Enter, must not press the button that starts over.
    const sinceMs = event.timeStamp - this.#endedMs
    if (isFirstKey && isLineEnd(read) && sinceMs >= 0 && sinceMs <= afterScanMs)
      return stopEvent(event)
    if (isFirstKey && (isModifierPress(event) || read.kind === 'suffix' || read.kind === 'other'))
      return 'pass'
    this.#keys.push(event)
    if (read.kind === 'suffix' && this.#keys.length > 4) this.#end(event.timeStamp)
    return stopEvent(event)
  }

  #end(endedMs: number): void {
    const keys = this.#keys
    this.#keys = []
    this.#endedMs = endedMs
    this.#onTrial(readTrial(keys))
  }
}
