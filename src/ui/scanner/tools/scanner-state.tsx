import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { useEffect, useState, useSyncExternalStore, type JSX } from 'react'
import { isScanMuted } from '#ui/scanner/scan-volume.ts'
import { scanRouter } from '#ui/scanner/scanner.ts'
import { onUserSettings } from '#ui/remote/user-settings.ts'
import { t } from '#ui/base/language.ts'
import type { ScanOutcome } from '#ui/scanner/scan-router.ts'

export function ScannerState(): JSX.Element {
  const queue = useSyncExternalStore(scanRouter.queue.subscribe, scanRouter.queue.getState)
  const [last, setLast] = useState<ScanOutcome | undefined>(undefined)
  useEffect(() => scanRouter.listen(setLast), [])
  const isMuted = useSyncExternalStore(onUserSettings, isScanMuted)
  const isRefused = last !== undefined && !last.ok
  return (
    <span className={isRefused ? 'tone-stop' : 'tone-accent'}>
      {t(label('스캐너', 'Scanner'))} ● {stateText(queue.waiting, last)}
      {isMuted && t(label(' · 소리 꺼짐', ' · silent'))}
    </span>
  )
}

function stateText(waiting: number, last: ScanOutcome | undefined): string {
  if (waiting > 0)
    return t(
      label(`${formatCount(waiting)}건 처리 중`, `Processing ${formatCount(waiting, 'scan')}`),
    )
  if (!last) return t(label('대기', 'Ready'))
  return `${last.ok ? '✓' : '✕'} ${last.scan.code.replaceAll('\u001d', '␝')}`
}
