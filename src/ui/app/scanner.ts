import type { KeyInput } from '../keyboard/keystroke.ts'
import { t } from '../language.ts'
import { notify } from '../popups/notify.tsx'
import { topPopup } from '../popups/popup-stack.ts'
import { snapshotField } from '../scanner/restore-field.ts'
import { ScanRouter, type ScanOutcome, type ScanTarget } from '../scanner/scan-router.ts'
import { createScanSound } from '../scanner/scan-sound.ts'
import { WedgeDetector } from '../scanner/wedge-detector.ts'
import { pageOf } from './page-registry.ts'
import { shellState } from './shell-state.ts'
import { activeTab } from './tabs.ts'

/** The Enter that follows a code put into a field. */
let confirming: KeyboardEvent | undefined

/** The text field in focus takes a code nobody else means, as if typed and confirmed with Enter. */
function focusedField(): ScanTarget | undefined {
  const field = document.activeElement
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (!isText || field.readOnly) return undefined
  return {
    name: 'field',
    async take({ code }) {
      // The only way of typing that input methods, React and the grid's editor all believe in.
      document.execCommand('insertText', false, code)
      // The field renders what it was given before it is asked to take it.
      await new Promise((resolve) => setTimeout(resolve, 0))
      const init = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }
      confirming = new KeyboardEvent('keydown', init)
      field.dispatchEvent(confirming)
      return { ok: true }
    },
  }
}

/** Brings every scan to the page in front, else to the field in focus; one queue, in order. */
export const scanRouter = new ScanRouter({ sound: createScanSound(), focusedField })

const detector = new WedgeDetector({
  onScan: ({ code }) => void scanRouter.receive(code),
  snapshot: snapshotField,
  onGarbled: (key) =>
    notify(
      'warn',
      t({
        ko: `스캐너가 보낸 키 ${key}를 읽지 못했습니다. 스캐너 설정을 확인하세요.`,
        en: `The scanner sent ${key}, which is no part of a code. Check its settings.`,
      }),
    ),
})

/** First to see every key press, but for the Enter of our own that confirms a scan. */
export function scannerKeys(event: KeyInput): 'taken' | 'pass' {
  return event === confirming ? 'pass' : detector.keydown(event)
}

/** Says what nobody took; a page shows its own answers itself. */
function tell({ ok, message, takenBy }: ScanOutcome): void {
  if (!ok && message && takenBy === undefined) notify('warn', t(message))
}

/** Takes scans for the page in front; the answer stops it. */
export function startScanner(): () => void {
  const stopListening = scanRouter.listen(tell)
  const leave = scanRouter.addStation({
    name: 'page',
    take: (scan) => {
      if (topPopup() || shellState.paletteOpen) return undefined
      return pageOf(activeTab().key)?.accept?.(scan)
    },
  })
  return () => {
    stopListening()
    leave()
  }
}
