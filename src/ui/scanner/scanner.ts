import { formatCount } from '#kernel/format-count.ts'
import { groupSeparator } from '#kernel/gs1/group-separator.ts'
import { label, type Label } from '#kernel/label.ts'
import type { KeyInput } from '#ui/keys/keystroke.ts'
import { synthesizeKey } from '#ui/keys/synthetic-key.ts'
import { t } from '#ui/base/language.ts'
import { dismissNotes, notify } from '#ui/windows/notify.tsx'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { onUserSettings, userSetting } from '#ui/remote/user-settings.ts'
import {
  PROFILE_SETTING,
  combineProfiles,
  readScanners,
  storedScanners,
  storeScanners,
  type KnownScanner,
} from './device-profile.ts'
import { requestFieldMeaning } from '#ui/scanner/codes/field-meaning.ts'
import { fieldText } from '#ui/scanner/codes/field-text.ts'
import { snapshotForScan } from './snapshot-for-scan.ts'
import { ScanRouter, unreadableScan, type ScanOutcome, type ScanTarget } from './scan-router.ts'
import { ScanHistory, type ScanRecord } from './scan-history.ts'
import { startsWithTypedNumber, TruncationDetector, patientProfile } from './slow-gaps.ts'
import { WedgeDetector, type WedgeScan } from './wedge-detector.ts'
import { defaultWedgeProfile } from './wedge-profile.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { isRestoring } from '#ui/remote/drafts.ts'
import { isOpening, loadingKeys } from '#ui/keys/loading-keys.ts'
import { provideScanTypeAhead, scanTypeAhead } from '#ui/keys/scan-type-ahead.ts'
import { network } from '#ui/base/network.ts'
import { findPage, type ScanConsumer } from '#ui/tabs/page-registry.ts'
import { prefetchWhenIdle } from '#ui/base/prefetch.ts'
import type * as ScanReading from './scan-reading.ts'
import { scanSound, applySoundSetting } from './scan-volume.ts'
import { currentSession } from '#ui/remote/session.ts'
import { shellState } from '#ui/base/shell-state.ts'
import { activeTab } from '#ui/tabs/tabs.ts'

let confirmedEvent: KeyboardEvent | undefined

/**
 * The focused text field accepts an unclaimed code as if it were typed and confirmed with Enter.
 */
function focusedField(): ScanTarget | undefined {
  const field = document.activeElement
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (isText && field.type === 'password') return undefined
  // The grid's sink is read-only in command mode.
  const isSink = isText && field.dataset['keySink'] !== undefined
  if (!isText || (field.readOnly && !isSink)) return undefined
  return {
    name: 'field',
    async take(scan) {
      await waitForScanEnd()
      // Some fields want the code verbatim.
      const isWhole = field.dataset['wholeCode'] !== undefined
      const text = isWhole ? scan.code : fieldText(scan, requestFieldMeaning(field))
      if (text === undefined) return { ok: false, message: notAcceptedText(scan.code) }
      field.readOnly = false
      // A form field contains one code, which the next scan replaces.
      if (field instanceof HTMLInputElement) field.select()
      // The only insertion that input methods, React and the grid's editor all handle.
      document.execCommand('insertText', false, text)
      // Let the field render before Enter. No key can arrive in between.
      await Promise.resolve()
      // The palette looks the code up and leaves the choice to the user.
      if (shellState.paletteOpen) return { ok: true, takenBy: 'palette' }
      confirmedEvent = synthesizeKey({ key: 'Enter', code: 'Enter' })
      field.dispatchEvent(confirmedEvent)
      return { ok: true }
    },
  }
}

const POLL_MS = 10

async function pollWhile(isSo: () => boolean): Promise<void> {
  while (isSo()) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}

/**
 * Waits for a pause, because text inserted during a partly received scan would be removed with it.
 */
function waitForScanEnd(): Promise<void> {
  return pollWhile(() => detector.isReceiving(performance.now()))
}

function notAcceptedText(code: string): Label {
  const shown = code.replaceAll(groupSeparator, '␝')
  return label(
    `${shown}: 이 칸에 사용할 수 없는 코드입니다.`,
    `${shown} cannot be used in this field.`,
  )
}

/** Interpreters including GS1, too large for the initial bundle. */
let scanReadingModule: typeof ScanReading | undefined

async function loadReading() {
  scanReadingModule ??= await loadCode(() => import('./scan-reading.ts'))
  return scanReadingModule
}

export const scanHistory = new ScanHistory({ who: () => currentSession().user?.userId ?? '' })

let isPageThere = false

/**
 * A code scanned while a page starts or opens is for that page in its restored state. A code
 * scanned over the login dialog is for the page below it.
 */
function isPagePending(): boolean {
  return isPageUnavailable() || isOpening()
}

function isPageUnavailable(): boolean {
  const { phase } = currentSession()
  const isStarting = phase === 'loading' || (phase === 'in' && !isPageThere)
  return isStarting || isRestoring(activeTab().key) || network.renewing > 0
}

export const scanRouter = new ScanRouter({
  sound: scanSound,
  focusedField,
  ready: async () => {
    await pollWhile(isPagePending)
    await waitForScanEnd()
  },
  read: async (code, claim) => {
    if (currentSession().phase !== 'in') return unreadableScan(code, notLoggedIn)
    const { readScan } = await loadReading()
    return readScan(code, claim ? claim.owners() : findPage(activeTab().key)?.owners?.())
  },
})

const notLoggedIn = label(
  '로그인한 뒤 스캔하세요. 이 스캔은 입력되지 않았습니다.',
  'Log in before scanning. This scan was ignored.',
)
const noScanInPassword = label(
  '비밀번호 입력란에는 스캔할 수 없습니다.',
  'You cannot scan into a password field.',
)
const mixedInputText = label(
  '입력이 섞여 스캔을 취소했습니다. 한 번에 하나씩 다시 스캔하세요.',
  'Mixed input: the scan was cancelled. Scan again, one at a time.',
)
const truncatedScanText = label(
  '스캔의 앞부분이 누락되었을 수 있습니다. 다시 스캔하세요.',
  'The beginning of the scan may be missing. Scan again.',
)

/** Time at which this window started listening. A code that started before it can be incomplete. */
let listeningSinceMs = Infinity

/** Reason to reject every scan in this state, or undefined. */
function currentRefusal(): Label | undefined {
  const { phase } = currentSession()
  if (phase === 'out' || phase === 'failed') return notLoggedIn
  const here = document.activeElement
  const isPassword = here instanceof HTMLInputElement && here.type === 'password'
  // Scans over the login dialog wait for the page below it.
  return isPassword && network.renewing === 0 ? noScanInPassword : undefined
}

export function receiveScan(code: string): void {
  const refusal = currentRefusal()
  if (refusal) rejectUnlogged(refusal)
  else scanRouter.receive(code)
}

/** Rejects a scan without logging its content, because it can be a password. */
function rejectUnlogged(reason: Label): void {
  scanSound.play('no')
  scanHistory.recordUnread(reason)
  notify('warn', t(reason))
}

const truncationDetector = new TruncationDetector()

function mayBeTruncated(scan: WedgeScan): boolean {
  if (scanReadingModule?.isProvenCode(scan.code) === true) return false
  const isTakingNumber = activeStation()?.isTakingNumber() === true
  return isTakingNumber ? startsWithTypedNumber(scan, profile) : truncationDetector.isTruncatedEnd()
}

function isTypingHere(): boolean {
  const here = document.activeElement
  const isField = here instanceof HTMLElement && here.dataset['keySink'] === undefined
  return isField && activeStation() === undefined && focusedField() !== undefined
}

const detector = new WedgeDetector({
  onScan(scan) {
    if (scan.startMs - listeningSinceMs <= detector.maxGapMs) rejectUnlogged(truncatedScanText)
    else if (currentRefusal() === undefined && mayBeTruncated(scan))
      rejectUnlogged(truncatedScanText)
    else receiveScan(scan.code)
  },
  snapshot: snapshotForScan,
  takeBack: (sinceMs) => loadingKeys.removeSince(sinceMs),
  isProven: (code) => scanReadingModule?.isProvenCode(code) === true,
  // Password managers and programs type as fast as scanners, and so do fast typists. Codes are
  // upper case, while names, words and passwords contain lower-case letters.
  isTyped: (code) =>
    /[a-z]/.test(code) && (currentRefusal() !== undefined || (!/\d/.test(code) && isTypingHere())),
  onMixed: () => rejectUnlogged(mixedInputText),
  onGarbled: (key) =>
    rejectUnlogged(
      label(
        `스캐너가 보낸 키를 읽지 못했습니다: ${key}. '스캐너 설정'을 실행하세요.`,
        `Unreadable key from the scanner: ${key}. Run 'Set up scanner'.`,
      ),
    ),
})

let savedScanners = storedScanners()

let profile = defaultWedgeProfile
let slowProfile = patientProfile(profile)

function updateProfiles(): void {
  profile = combineProfiles(savedScanners) ?? defaultWedgeProfile
  slowProfile = patientProfile(profile)
}

function passToDetector(event: KeyInput): 'taken' | 'pass' {
  detector.setProfile(activeStation() ? slowProfile : profile)
  truncationDetector.recordKey(event, detector.maxGapMs)
  return detector.keydown(event)
}

export function knownScanners(): readonly KnownScanner[] {
  return savedScanners
}

export function setScanners(scanners: readonly KnownScanner[]): void {
  savedScanners = scanners
  storeScanners(scanners)
  updateProfiles()
}

/** Without locally calibrated scanners, uses those the user calibrated elsewhere. */
function loadStoredScanners(): void {
  if (storedScanners().length > 0) return
  savedScanners = readScanners(userSetting(PROFILE_SETTING))
  updateProfiles()
}

async function waitForScans(): Promise<boolean> {
  let isTaken = true
  const stop = scanRouter.listen(({ ok }) => {
    isTaken &&= ok
  })
  await pollWhile(scanTypeAhead.isWaiting)
  stop()
  return isTaken
}

type KeyConsumer = (event: KeyInput) => 'taken' | 'pass'

let recorder: KeyConsumer | undefined

export function captureKeys(taker: KeyConsumer): () => void {
  recorder = taker
  return () => {
    if (recorder === taker) recorder = undefined
  }
}

/** Last key press and its result, because two listeners can pass the same event. */
let lastPress: { readonly event: KeyInput; readonly answer: 'taken' | 'pass' } | undefined

export function scannerKeys(event: KeyInput): 'taken' | 'pass' {
  if (event === confirmedEvent) return 'pass'
  if (lastPress?.event !== event) lastPress = { event, answer: (recorder ?? passToDetector)(event) }
  return lastPress.answer
}

function handleKeysBeforeShell(event: KeyboardEvent): void {
  if (!isPageThere && scannerKeys(event) === 'pass' && event.key === 'Escape') dismissNotes()
}

function notifyRefusal({ ok, message, takenBy }: ScanOutcome): void {
  const { key, screen } = activeTab()
  const isShown = findPage(key)?.station !== undefined && screen?.route === takenBy
  if (!ok && message && !isShown) notify('warn', t(message))
}

/**
 * Listens for scans for the lifetime of the window. The workspace's own listener calls
 * `scannerKeys` while it is mounted.
 */
export function startScans(): void {
  listeningSinceMs = performance.now()
  updateProfiles()
  prefetchWhenIdle(loadReading)
  provideScanTypeAhead({
    isComing: () => detector.isReceiving(performance.now()),
    isWaiting: () => scanRouter.waitingCodes().length > 0 && !isPageUnavailable(),
    taken: waitForScans,
  })
  window.addEventListener('keydown', handleKeysBeforeShell, true)
  window.addEventListener('keyup', detector.keyup, true)
  window.addEventListener('pagehide', logLostScans)
  scanRouter.listen(notifyRefusal)
  scanRouter.listen(scanHistory.record)
  onUserSettings(loadStoredScanners)
  applySoundSetting()
  scanHistory.persistIn(sessionStorage)
  reportLostScans()
}

const scanLostText = label(
  '페이지를 떠나 입력되지 않은 스캔입니다. 다시 스캔하세요.',
  'You left the page before this scan was entered. Scan again.',
)

/** Logs waiting scans, which are lost with the page unless a station has them. */
function logLostScans(event: PageTransitionEvent): void {
  if (event.persisted) return
  for (const code of scanRouter.waitingCodes()) scanHistory.recordLost(code, scanLostText)
}

const UNLOAD_MS = 5000

function reportLostScans(): void {
  const sinceMs = performance.timeOrigin - UNLOAD_MS
  const isRecent = ({ at, message }: ScanRecord): boolean =>
    message?.en === scanLostText.en && at.getTime() >= sinceMs
  const count = scanHistory.records().filter(isRecent).length
  if (count === 0) return
  const lostText = label(
    `스캔 ${formatCount(count)}건: ${scanLostText.ko}`,
    `${formatCount(count, 'scan')}: ${scanLostText.en}`,
  )
  notify('warn', t(lostText))
}

function isPageActive(): boolean {
  return !topPopup() && !shellState.paletteOpen
}

function activeStation(): ScanConsumer | undefined {
  return isPageActive() ? findPage(activeTab().key)?.station : undefined
}

export function startScanner(): () => void {
  const removeStation = scanRouter.addStation({
    name: 'page',
    claim: (code) => activeStation()?.claim(code),
    async take(scan) {
      const { key, screen } = activeTab()
      const response = isPageActive() ? await findPage(key)?.accept?.(scan) : undefined
      return response && { takenBy: screen?.route, ...response }
    },
  })
  isPageThere = true
  return () => {
    isPageThere = false
    removeStation()
  }
}
