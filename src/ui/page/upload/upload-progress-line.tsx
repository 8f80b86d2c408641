import { useEffect, useState, type JSX } from 'react'
import { howMany } from '#kernel/how-many.ts'
import { label } from '#kernel/label.ts'
import { CommandButton } from '#ui/keys/dispatch/command-button.tsx'
import { t } from '#ui/base/language.ts'
import type { UploadProgress } from './upload-state.ts'

interface ProgressLineProps {
  readonly progress: UploadProgress | undefined
}

/** What is being done, how far it is, how long it has taken, and the way out. */
export function UploadProgressLine({ progress }: ProgressLineProps): JSX.Element | null {
  const seconds = useSecondsSince(progress?.startedAt)
  if (!progress) return null
  const { title, done, total } = progress
  const share = done === undefined || !total ? undefined : done / total
  return (
    <div className="upload-progress">
      <span aria-hidden="true">{t(title)}</span>
      <span className="visually-hidden" role="status">
        {inTenths(t(title), share)}
      </span>
      <progress max={1} {...(share === undefined ? {} : { value: share })} aria-label={t(title)} />
      <span className="mono">
        {progressText(done, total)}
        {seconds > 0 && t(label(`${seconds}초`, `${seconds} s`))}
      </span>
      <CommandButton command="upload.cancel" className="upload-cancel" />
    </div>
  )
}

/** What is read out: not every row and second, but each tenth of the way. */
function inTenths(title: string, share: number | undefined): string {
  return share === undefined ? title : `${title} ${Math.floor(share * 10) * 10}%`
}

/** How many of how many; a server that is asked about all of them tells no share. */
function progressText(done: number | undefined, total: number | undefined): string {
  if (total === undefined) return ''
  const rows = t(label(`${howMany(total)}행 `, `${howMany(total, 'row')} `))
  return done === undefined ? rows : `${howMany(done)} / ${rows}`
}

function useSecondsSince(startedAt: number | undefined): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (startedAt === undefined) return undefined
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [startedAt])
  return startedAt === undefined ? 0 : Math.max(0, Math.floor((now - startedAt) / 1000))
}
