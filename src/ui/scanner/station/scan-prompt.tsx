import { useEffect, useRef, useSyncExternalStore, type JSX, type KeyboardEvent } from 'react'
import { useSnapshot } from 'valtio'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { network } from '#ui/base/network.ts'
import { t } from '#ui/base/language.ts'
import { promptLabel, quantityTitle, type ScanSession } from './scan-session.ts'

/** Input for codes that cannot be scanned. It retains the focus while the station is open. */
export function ScanPrompt({ session }: { session: ScanSession }): JSX.Element {
  const { station } = session
  const input = useRef<HTMLInputElement>(null)
  const text = useSyncExternalStore(session.listeners.add, () => session.text)
  const mode = useSyncExternalStore(session.listeners.add, () => session.mode)
  const { retrying } = useSnapshot(network)
  const waiting = useSyncExternalStore(station.listeners.add, () => station.waiting)
  useEffect(() => {
    session.connect(() => {
      input.current?.focus({ preventScroll: true })
      return input.current !== null
    })
  }, [session])

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return
    const step = steps[event.key]
    if (step !== undefined) session.lines.walk(step)
    else if (event.key === 'Enter') session.submit()
    else return
    event.preventDefault()
  }
  const state = useSyncExternalStore(session.listeners.add, () => station.state)
  const { code: of = '' } = (mode === 'quantity' && station.scanQuantity) || {}
  const name = `${of} ${t(promptLabel(station.screen, mode, state))}`.trim()
  return (
    <div className="scan-prompt" data-zone="page" data-mode={mode}>
      <label>
        <span className="scan-prompt-name">{name} ▸</span>
        <input
          ref={input}
          className="scan-prompt-input"
          value={text}
          autoComplete="off"
          spellCheck={false}
          inputMode={mode === 'quantity' ? 'decimal' : 'text'}
          placeholder={t(label('스캔하거나 입력', 'Scan or type'))}
          onChange={({ target }) => session.type(target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      {state.quantity !== undefined && (
        <span className="scan-quantity">
          {t(label('다음 스캔', 'Next scan'))} ×{state.quantity.toLocaleString()}
        </span>
      )}
      {waiting > 0 && (
        <span className="tone-warn" role="status">
          {t(waitingText(waiting, retrying > 0))}
        </span>
      )}
      <span className="scan-keys">
        <PromptKey
          keys={commandKeyLabel('page.search')}
          text={t(promptLabel(station.screen, 'document'))}
        />
        <PromptKey
          keys={commandKeyLabel('scan.quantity')}
          text={t(quantityTitle(station.screen))}
        />
        <PromptKey
          keys={commandKeyLabel('scan.undo')}
          text={t(label('마지막 스캔 취소', 'Undo last scan'))}
        />
        <PromptKey keys={commandKeyLabel('page.act')} text={t(station.screen.finish.title)} />
      </span>
    </div>
  )
}

function waitingText(count: number, isCut: boolean): Label {
  return isCut
    ? label(`연결 끊김 · ${formatCount(count)}건 대기`, `Offline · ${formatCount(count)} waiting`)
    : label(`${formatCount(count)}건 처리 중`, `Processing ${formatCount(count, 'scan')}`)
}

const steps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
}

function PromptKey({ keys, text }: { keys: string; text: string }): JSX.Element {
  return (
    <span>
      <span className="key">{keys}</span> {text}
    </span>
  )
}
