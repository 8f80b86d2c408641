import type { JSX } from 'react'
import { isFinished, jobTitle, useJobs } from '#ui/remote/jobs.ts'
import { commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { runCommand } from '#ui/keys/dispatch/run-command.ts'
import { t } from '#ui/base/language.ts'
import { label } from '#kernel/label.ts'

export function JobsState(): JSX.Element | null {
  const running = useJobs().filter((job) => !isFinished(job))
  const [newest] = running
  if (!newest) return null
  const many = running.length > 1 ? ` ${running.length}` : ''
  return (
    <button
      type="button"
      className="status-jobs"
      tabIndex={-1}
      style={{ '--done': `${newest.PROGRESS}%` } as object}
      title={newest.TEXT}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => runCommand('app.jobs')}
    >
      {t(label('작업', 'Job'))}
      {many} · {jobTitle(newest)} {newest.PROGRESS}% {commandKeyLabel('app.jobs')}
    </button>
  )
}
