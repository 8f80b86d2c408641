import { howMany } from '#kernel/how-many.ts'
import { useEffect, useState, useSyncExternalStore, type JSX } from 'react'
import { isScanMuted } from '#ui/scanner/scan-volume.ts'
import { scanRouter } from '#ui/scanner/scanner.ts'
import { onUserSettings } from '#ui/remote/user-settings.ts'
import { t } from '#ui/base/language.ts'
import type { ScanOutcome } from '#ui/scanner/scan-router.ts'

/** Scanner state in the status line: ready, busy, or the last result. */
export function ScannerState(): JSX.Element {
  const queue = useSyncExternalStore(scanRouter.queue.subscribe, scanRouter.queue.getState)
  const [last, setLast] = useState<ScanOutcome | undefined>(undefined)
  useEffect(() => scanRouter.listen(setLast), [])
  const isMuted = useSyncExternalStore(onUserSettings, isScanMuted)
  const refused = last !== undefined && !last.ok
  return (
    <span className={refused ? 'tone-stop' : 'tone-accent'}>
      {t({ ko: '스캐너', en: 'Scanner' })} ● {stateText(queue.waiting, last)}
      {isMuted && t({ ko: ' · 소리 꺼짐', en: ' · silent' })}
    </span>
  )
}

function stateText(waiting: number, last: ScanOutcome | undefined): string {
  if (waiting > 0)
    return t({ ko: `${howMany(waiting)}건 처리 중`, en: `Processing ${howMany(waiting, 'scan')}` })
  if (!last) return t({ ko: '대기', en: 'Ready' })
  return `${last.ok ? '✓' : '✕'} ${last.scan.code.replaceAll('\u001d', '␝')}`
}
