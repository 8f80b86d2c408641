import { groupSeparator } from '#kernel/gs1/group-separator.ts'
import { label, type Label } from '#kernel/label.ts'
import type { KeyInput } from '../keyboard/keystroke.ts'
import { t } from '../language.ts'
import { notify } from '../popups/notify.tsx'
import { topPopup } from '../popups/popup-stack.ts'
import { onUserSettings, userSetting } from '../keyboard/user-settings.ts'
import {
  PROFILE_SETTING,
  profileOfAll,
  readScanners,
  storedScanners,
  storeScanners,
  type KnownScanner,
} from '../scanner/device-profile.ts'
import { meaningOf } from '../scanner/field-meaning.ts'
import { fieldText } from '../scanner/field-text.ts'
import { snapshotField } from '../scanner/restore-field.ts'
import { ScanRouter, type ScanOutcome, type ScanTarget } from '../scanner/scan-router.ts'
import { ScanHistory } from '../scanner/scan-history.ts'
import { WedgeDetector } from '../scanner/wedge-detector.ts'
import { loadedScreen } from '../screens.ts'
import { defaultWedgeProfile } from '../scanner/wedge-profile.ts'
import { loadCode } from './chunk-reload.ts'
import { loadingKeys, waitForScans } from './loading-keys.ts'
import { pageOf } from './page-registry.ts'
import { prefetchWhenIdle } from './prefetch.ts'
import type * as ScanReading from './scan-reading.ts'
import { scanSound, watchScanSound } from './scan-volume.ts'
import { currentSession } from './session.ts'
import { shellState } from './shell-state.ts'
import { activeTab } from './tabs.ts'

/** The Enter that follows a code put into a field. */
let confirming: KeyboardEvent | undefined

/** The text field in focus takes a code nobody else means, as if typed and confirmed with Enter. */
function focusedField(): ScanTarget | undefined {
  const field = document.activeElement
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  // Nobody logs in with goods: neither a user's number nor a password is scanned.
  if (!currentSession().user || (isText && field.type === 'password')) return undefined
  // A grid's sink is read-only against the input method while letters are commands.
  const isSink = isText && field.dataset['keySink'] !== undefined
  if (!isText || (field.readOnly && !isSink)) return undefined
  return {
    name: 'field',
    async take(scan) {
      await betweenScans()
      // A field for whatever is scanned takes it whole.
      const isWhole = field.dataset['wholeCode'] !== undefined
      const text = isWhole ? scan.code : fieldText(scan, meaningOf(field))
      if (text === undefined) return { ok: false, message: notHere(scan.code) }
      field.readOnly = false
      // A form's field holds one code: the next scan is another one, not more of it.
      if (field instanceof HTMLInputElement) field.select()
      // The only way of typing that input methods, React and the grid's editor all believe in.
      document.execCommand('insertText', false, text)
      // The field renders what it was given before it is asked to take it; no key comes between.
      await Promise.resolve()
      // The command line looks the code up; what it finds is for the user to choose.
      if (shellState.paletteOpen) return { ok: true, takenBy: 'palette' }
      const init = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }
      confirming = new KeyboardEvent('keydown', init)
      field.dispatchEvent(confirming)
      return { ok: true }
    },
  }
}

/** Until no half scan stands in the field: what is put into it then would be taken out again. */
async function betweenScans(): Promise<void> {
  while (detector.isReceiving(performance.now())) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function notHere(code: string): Label {
  const shown = code.replaceAll(groupSeparator, '␝')
  return label(`${shown}: 이 칸에 쓸 수 없는 코드입니다`, `${shown} is nothing for this field`)
}

/** What takes codes apart, the whole of GS1 with it: more than the first page needs. */
let reading: typeof ScanReading | undefined

async function loadReading() {
  reading ??= await loadCode(() => import('./scan-reading.ts'))
  return reading
}

/** Every scan of this window and what became of it. */
export const scanHistory = new ScanHistory({ who: () => currentSession().user?.userId ?? '' })

/** Brings every scan to the page in front, else to the field in focus; one queue, in order. */
export const scanRouter = new ScanRouter({
  sound: scanSound,
  focusedField,
  // A code scanned while a screen opens is for that screen, and for the owner of its goods.
  read: async (code) => {
    while (loadingKeys.holding) await new Promise((resolve) => setTimeout(resolve, 10))
    return (await loadReading()).readScan(code)
  },
})

const detector = new WedgeDetector({
  onScan({ code, timeStamp, gapsMs }) {
    const startMs = gapsMs.reduce((at, gap) => at - gap, timeStamp)
    // Sums of gaps are off by a hair, and no hand presses a key half a millisecond before a scan.
    loadingKeys.withdraw(startMs - 0.5)
    scanRouter.receive(code)
  },
  snapshot: snapshotField,
  isProven: (code) => reading?.isProvenCode(code) === true,
  onGarbled: (key) => {
    const said = {
      ko: `스캐너가 보낸 키 ${key}를 읽지 못했습니다. '스캐너 맞추기'로 설정하세요.`,
      en: `The scanner sent ${key}, which is no part of a code. Calibrate it.`,
    }
    scanHistory.noteGarbled(said)
    notify('warn', t(said))
  },
})

let known = storedScanners()

function readByKnown(): void {
  detector.setProfile(profileOfAll(known) ?? defaultWedgeProfile)
}

/** The scanners measured at this machine, or by the user elsewhere; none is the default. */
export function knownScanners(): readonly KnownScanner[] {
  return known
}

/** Reads the scans of these scanners from now on and keeps them on this machine. */
export function setScanners(scanners: readonly KnownScanner[]): void {
  known = scanners
  storeScanners(scanners)
  readByKnown()
}

/** A machine where nothing was measured uses what the user has measured elsewhere. */
function takeKeptScanners(): void {
  if (storedScanners().length > 0) return
  known = readScanners(userSetting(PROFILE_SETTING))
  readByKnown()
}

type KeyTaker = (event: KeyInput) => 'taken' | 'pass'

/** Gets the keys instead of the detector while a calibration is open. */
let recorder: KeyTaker | undefined

/** Hands every key press to a calibration; the answer ends it. */
export function recordTrials(taker: KeyTaker): () => void {
  recorder = taker
  return () => {
    if (recorder === taker) recorder = undefined
  }
}

/** First to see every key press, but for the Enter of our own that confirms a scan. */
export function scannerKeys(event: KeyInput): 'taken' | 'pass' {
  if (event === confirming) return 'pass'
  return (recorder ?? detector.keydown)(event)
}

/** Says why a scan was refused; a station shows its own answers in large itself. */
function tell({ ok, message, takenBy = '' }: ScanOutcome): void {
  if (!ok && message && loadedScreen(takenBy)?.kind !== 'scan') notify('warn', t(message))
}

/** Takes scans for the page in front; the answer stops it. */
export function startScanner(): () => void {
  readByKnown()
  prefetchWhenIdle(loadReading)
  waitForScans(() => detector.isReceiving(performance.now()))
  const stops = [
    scanRouter.listen(tell),
    scanRouter.listen(scanHistory.note),
    onUserSettings(takeKeptScanners),
    watchScanSound(),
    scanHistory.keepIn(sessionStorage),
  ]
  const leave = scanRouter.addStation({
    name: 'page',
    async take(scan) {
      if (topPopup() || shellState.paletteOpen) return undefined
      const { key, screen } = activeTab()
      const answer = await pageOf(key)?.accept?.(scan)
      return answer && { takenBy: screen?.route, ...answer }
    },
  })
  return () => {
    for (const stop of stops) stop()
    leave()
  }
}
