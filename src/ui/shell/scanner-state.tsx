import { useSyncExternalStore, type JSX } from 'react'
import { t } from '../language.ts'

let note: string | undefined
const listeners = new Set<() => void>()

/** Says in the status line what the scanner does; undefined when it waits. */
export function setScannerNote(text: string | undefined): void {
  note = text
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The scanner's part of the status line. */
export function ScannerState(): JSX.Element {
  const text = useSyncExternalStore(subscribe, () => note)
  return (
    <span className="tone-accent">
      {t({ ko: '스캐너', en: 'Scanner' })} ● {text ?? t({ ko: '대기', en: 'ready' })}
    </span>
  )
}
