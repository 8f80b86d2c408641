import { howMany } from '#kernel/how-many.ts'
import { groupSeparator } from '#kernel/gs1/group-separator.ts'
import { label, type Label } from '#kernel/label.ts'
import type { KeyInput } from '#ui/keys/keystroke.ts'
import { t } from '#ui/base/language.ts'
import { dismissNotes, notify } from '#ui/windows/notify.tsx'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { onUserSettings, userSetting } from '#ui/remote/user-settings.ts'
import {
  PROFILE_SETTING,
  profileOfAll,
  readScanners,
  storedScanners,
  storeScanners,
  type KnownScanner,
} from './device-profile.ts'
import { meaningOf } from '#ui/scanner/codes/field-meaning.ts'
import { fieldText } from '#ui/scanner/codes/field-text.ts'
import { snapshotForScan } from './snapshot-for-scan.ts'
import { ScanRouter, unread, type ScanOutcome, type ScanTarget } from './scan-router.ts'
import { ScanHistory, type ScanRecord } from './scan-history.ts'
import { beginsWithNumber, CutOffs, patientProfile } from './slow-gaps.ts'
import { WedgeDetector, type WedgeScan } from './wedge-detector.ts'
import { defaultWedgeProfile } from './wedge-profile.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { isRestoring } from '#ui/remote/drafts.ts'
import { isOpening, loadingKeys } from '#ui/keys/loading-keys.ts'
import { scans, waitForScans } from '#ui/keys/scans-ahead.ts'
import { network } from '#ui/base/network.ts'
import { pageOf, type ScanningPage } from '#ui/tabs/page-registry.ts'
import { prefetchWhenIdle } from '#ui/base/prefetch.ts'
import type * as ScanReading from './scan-reading.ts'
import { scanSound, watchScanSound } from './scan-volume.ts'
import { currentSession } from '#ui/remote/session.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { activeTab } from '#ui/tabs/tabs.ts'

/** The Enter that follows a code put into a field. */
let confirming: KeyboardEvent | undefined

/** The text field in focus takes a code nobody else means, as if typed and confirmed with Enter. */
function focusedField(): ScanTarget | undefined {
  const field = document.activeElement
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (isText && field.type === 'password') return undefined
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

/** How often it is looked whether what a scan waits for is over. */
const LOOK_MS = 10

async function waitWhile(isSo: () => boolean): Promise<void> {
  while (isSo()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
}

/** Until no half scan stands in the field: what is put into it then would be taken out again. */
function betweenScans(): Promise<void> {
  return waitWhile(() => detector.isReceiving(performance.now()))
}

function notHere(code: string): Label {
  const shown = code.replaceAll(groupSeparator, '␝')
  return label(
    `${shown}: 이 칸에 사용할 수 없는 코드입니다.`,
    `${shown} cannot be used in this field.`,
  )
}

/** What takes codes apart, the whole of GS1 with it: more than the first page needs. */
let reading: typeof ScanReading | undefined

async function loadReading() {
  reading ??= await loadCode(() => import('./scan-reading.ts'))
  return reading
}

/** Every scan of this window and what became of it. */
export const scanHistory = new ScanHistory({ who: () => currentSession().user?.userId ?? '' })

/** The page of somebody who is logged in takes scans. */
let isPageThere = false

/**
 * A code scanned while the page starts or a screen opens is for that screen, as it was before a
 * reload; one scanned over the login that a session's end has brought up is for the page behind it.
 */
function isPageComing(): boolean {
  return isPageAway() || isOpening()
}

function isPageAway(): boolean {
  const { phase } = currentSession()
  const isStarting = phase === 'loading' || (phase === 'in' && !isPageThere)
  return isStarting || isRestoring(activeTab().key) || network.renewing > 0
}

/** Brings every scan to the page in front, else to the field in focus; one queue, in order. */
export const scanRouter = new ScanRouter({
  sound: scanSound,
  focusedField,
  ready: async () => {
    await waitWhile(isPageComing)
    await betweenScans()
  },
  read: async (code, claim) => {
    if (currentSession().phase !== 'in') return unread(code, notLoggedIn)
    const { readScan } = await loadReading()
    return readScan(code, claim ? claim.owners() : pageOf(activeTab().key)?.owners?.())
  },
})

const notLoggedIn = label(
  '로그인한 뒤 스캔하세요. 이 스캔은 입력되지 않았습니다.',
  'Log in before scanning. This scan was ignored.',
)
const noPassword = label(
  '비밀번호 입력란에는 스캔할 수 없습니다.',
  'You cannot scan into a password field.',
)
const mixedUp = label(
  '입력이 섞여 스캔을 취소했습니다. 한 번에 하나씩 다시 스캔하세요.',
  'Mixed input: the scan was cancelled. Scan again, one at a time.',
)
const cutOff = label(
  '스캔의 앞부분이 빠졌을 수 있습니다. 다시 스캔하세요.',
  'The beginning of the scan may be missing. Scan again.',
)

/** When this window began to hear keys; a code that began right then may have begun before it. */
let hearsSinceMs = Infinity

/** Why a scan is for nobody here, whatever it is; undefined where it is looked at. */
function refusalHere(): Label | undefined {
  const { phase } = currentSession()
  if (phase === 'out' || phase === 'failed') return notLoggedIn
  const here = document.activeElement
  const isPassword = here instanceof HTMLInputElement && here.type === 'password'
  // Behind the login over the page its scans wait.
  return isPassword && network.renewing === 0 ? noPassword : undefined
}

/** Takes a code from any scanner. */
export function receiveScan(code: string): void {
  const refusal = refusalHere()
  if (refusal) refuseUnread(refusal)
  else scanRouter.receive(code)
}

/** Refuses what came from a scanner without looking at it: it might be a password typed by a device. */
function refuseUnread(reason: Label): void {
  scanSound.play('no')
  scanHistory.noteUnread(reason)
  notify('warn', t(reason))
}

const cutOffs = new CutOffs()

/** Whether a scan may lack its beginning, or hold a number that was typed. */
function mayBeCut(scan: WedgeScan): boolean {
  if (reading?.isProvenCode(scan.code) === true) return false
  const isTakingNumber = stationInFront()?.isTakingNumber() === true
  return isTakingNumber ? beginsWithNumber(scan, profile) : cutOffs.isTail()
}

/** Whether what is typed goes into a text field as it is. */
function isTypingHere(): boolean {
  const here = document.activeElement
  const isField = here instanceof HTMLElement && here.dataset['keySink'] === undefined
  return isField && stationInFront() === undefined && focusedField() !== undefined
}

const detector = new WedgeDetector({
  onScan(scan) {
    if (scan.startMs - hearsSinceMs <= detector.maxGapMs) refuseUnread(cutOff)
    else if (refusalHere() === undefined && mayBeCut(scan)) refuseUnread(cutOff)
    else receiveScan(scan.code)
  },
  snapshot: snapshotForScan,
  takeBack: (sinceMs) => loadingKeys.withdraw(sinceMs),
  isProven: (code) => reading?.isProvenCode(code) === true,
  // Password managers type as fast as scanners; codes are printed in capitals, names and passwords
  // have small letters. Words are typed as fast by a program, or by Hangul keys in rolling hands.
  isTyped: (code) =>
    /[a-z]/.test(code) && (refusalHere() !== undefined || (!/\d/.test(code) && isTypingHere())),
  onMixed: () => refuseUnread(mixedUp),
  onGarbled: (key) =>
    refuseUnread({
      ko: `스캐너가 보낸 키를 읽지 못했습니다: ${key}. '스캐너 설정'을 실행하세요.`,
      en: `Unreadable key from the scanner: ${key}. Run 'Set up scanner'.`,
    }),
})

let known = storedScanners()

/** How scans are told from typing, by the scanners that are known. */
let profile = defaultWedgeProfile
let patient = patientProfile(profile)

function readByKnown(): void {
  profile = profileOfAll(known) ?? defaultWedgeProfile
  patient = patientProfile(profile)
}

/** A key press on its way to the detector. */
function detect(event: KeyInput): 'taken' | 'pass' {
  detector.setProfile(stationInFront() ? patient : profile)
  cutOffs.note(event, detector.maxGapMs)
  return detector.keydown(event)
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

async function scansTaken(): Promise<boolean> {
  let isTaken = true
  const stop = scanRouter.listen(({ ok }) => {
    isTaken &&= ok
  })
  await waitWhile(scans.isWaiting)
  stop()
  return isTaken
}

type KeyTaker = (event: KeyInput) => 'taken' | 'pass'

/** Gets the keys instead of the detector while a calibration is open. */
let recorder: KeyTaker | undefined

/** Hands every key press to a calibration; returns stop. */
export function recordTrials(taker: KeyTaker): () => void {
  recorder = taker
  return () => {
    if (recorder === taker) recorder = undefined
  }
}

/** The key press looked at last: the page's keyboard may begin to listen while it is on its way. */
let heard: { readonly event: KeyInput; readonly answer: 'taken' | 'pass' } | undefined

/** First to see every key press, but for the Enter of our own that confirms a scan. */
export function scannerKeys(event: KeyInput): 'taken' | 'pass' {
  if (event === confirming) return 'pass'
  if (heard?.event !== event) heard = { event, answer: (recorder ?? detect)(event) }
  return heard.answer
}

/** Where the page's own keyboard is not there yet, or will not be. */
function hearAside(event: KeyboardEvent): void {
  if (!isPageThere && scannerKeys(event) === 'pass' && event.key === 'Escape') dismissNotes()
}

/** Says why a scan was refused; the station in front shows its own answers in large itself. */
function tell({ ok, message, takenBy }: ScanOutcome): void {
  const { key, screen } = activeTab()
  const isShown = pageOf(key)?.station !== undefined && screen?.route === takenBy
  if (!ok && message && !isShown) notify('warn', t(message))
}

/**
 * Hears of scans from now to the end of the window, whoever is logged in. Where the page's keyboard
 * is there, key presses come by `scannerKeys`.
 */
export function startScans(): void {
  hearsSinceMs = performance.now()
  readByKnown()
  prefetchWhenIdle(loadReading)
  waitForScans({
    isComing: () => detector.isReceiving(performance.now()),
    isWaiting: () => scanRouter.waitingCodes().length > 0 && !isPageAway(),
    taken: scansTaken,
  })
  window.addEventListener('keydown', hearAside, true)
  window.addEventListener('keyup', detector.keyup, true)
  window.addEventListener('pagehide', giveUpWaiting)
  scanRouter.listen(tell)
  scanRouter.listen(scanHistory.note)
  onUserSettings(takeKeptScanners)
  watchScanSound()
  scanHistory.keepIn(sessionStorage)
  sayLost()
}

const lost = label(
  '페이지를 떠나 입력되지 않은 스캔입니다. 다시 스캔하세요.',
  'You left the page before this scan was entered. Scan again.',
)

/** What waits here is lost with the page, unlike what a station has; the log says so. */
function giveUpWaiting(event: PageTransitionEvent): void {
  if (event.persisted) return
  for (const code of scanRouter.waitingCodes()) scanHistory.noteLost(code, lost)
}

/** Leaving a page takes no longer than that. */
const LEAVING_MS = 5000

/** Tells of the scans that went with the page before this one. */
function sayLost(): void {
  const sinceMs = performance.timeOrigin - LEAVING_MS
  const isOfNow = ({ at, message }: ScanRecord): boolean =>
    message?.en === lost.en && at.getTime() >= sinceMs
  const count = scanHistory.records().filter(isOfNow).length
  if (count === 0) return
  const said = {
    ko: `스캔 ${howMany(count)}건: ${lost.ko}`,
    en: `${howMany(count, 'scan')}: ${lost.en}`,
  }
  notify('warn', t(said))
}

function isPageInFront(): boolean {
  return !topPopup() && !shellState.paletteOpen
}

/** The station that every scan is for at this moment. */
function stationInFront(): ScanningPage | undefined {
  return isPageInFront() ? pageOf(activeTab().key)?.station : undefined
}

/** Takes scans for the page in front until the returned function is called. */
export function startScanner(): () => void {
  const leave = scanRouter.addStation({
    name: 'page',
    claim: (code) => stationInFront()?.claim(code),
    async take(scan) {
      const { key, screen } = activeTab()
      const answer = isPageInFront() ? await pageOf(key)?.accept?.(scan) : undefined
      return answer && { takenBy: screen?.route, ...answer }
    },
  })
  isPageThere = true
  return () => {
    isPageThere = false
    leave()
  }
}
