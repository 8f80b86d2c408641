import { useState, type JSX, type KeyboardEvent } from 'react'
import { formatDate } from '#kernel/date-format.ts'
import { label, type Label } from '#kernel/label.ts'
import { cancelJob, isFinished, jobTitle, useJobs, type Job } from '#ui/remote/jobs.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { showMessage, showErrors } from '#ui/windows/message.tsx'
import { notify } from '#ui/windows/notify.tsx'
import { openPopup } from '#ui/windows/popup-stack.ts'
import { popupSize } from '#ui/windows/popup-page.ts'

export async function openJobs(): Promise<void> {
  const title = t(label('내 작업', 'My jobs'))
  await openPopup(JobsPopup, { ...popupSize('CommonPopup'), title })
}

async function confirmAndCancel(job: Job): Promise<void> {
  if (isFinished(job)) return
  const text = t(label(`‘${jobTitle(job)}’ 작업을 중지할까요?`, `Stop the job “${jobTitle(job)}”?`))
  if (!(await showMessage({ kind: 'question', text }))) return
  await showErrors(async () => notify('info', await cancelJob(job)))
}

function JobsPopup(): JSX.Element {
  useLanguage()
  const jobs = useJobs()
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, jobs.length - 1)

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const here = jobs[at]
    if (step !== undefined) setChosen(Math.min(Math.max(at + step, 0), jobs.length - 1))
    else if (event.key === 'Delete' && here) void confirmAndCancel(here)
    else return
    event.preventDefault()
  }
  if (jobs.length === 0) {
    return (
      <p className="popup-wait">{t(label('진행 중인 작업이 없습니다.', 'No jobs are running.'))}</p>
    )
  }
  return (
    <div className="help-list">
      <div
        className="help-rows jobs-rows"
        role="listbox"
        tabIndex={0}
        data-autofocus=""
        aria-label={t(label('내 작업', 'My jobs'))}
        aria-activedescendant={jobs[at] && `job-${jobs[at].JOB_ID}`}
        onKeyDown={onKeyDown}
      >
        {jobs.map((job, index) => (
          <JobRow
            key={job.JOB_ID}
            job={job}
            isChosen={index === at}
            choose={() => setChosen(index)}
          />
        ))}
      </div>
      <p className="help-foot">
        ↑↓ {t(label('이동', 'move'))} · Del {t(label('중지', 'stop'))}
      </p>
    </div>
  )
}

interface RowProps {
  readonly job: Job
  readonly isChosen: boolean
  readonly choose: () => void
}

const states: Readonly<Record<Job['STATE'], Label>> = {
  QUEUED: label('대기', 'Waiting'),
  RUNNING: label('진행', 'Running'),
  DONE: label('완료', 'Done'),
  FAILED: label('실패', 'Failed'),
  CANCELLED: label('중지', 'Stopped'),
}

function JobRow({ job, isChosen, choose }: RowProps): JSX.Element {
  return (
    <div
      id={`job-${job.JOB_ID}`}
      role="option"
      aria-selected={isChosen}
      className="help-row job-row"
      data-state={job.STATE}
      style={{ '--done': `${job.PROGRESS}%` } as object}
      onClick={choose}
    >
      <span>{jobTitle(job)}</span>
      <span className="mono">{t(states[job.STATE])}</span>
      <span className="mono" data-number="">
        {job.PROGRESS}%
      </span>
      <span className="mono quiet">{formatDate(job.CREATED_AT)}</span>
      <span className="quiet job-text">{job.TEXT}</span>
    </div>
  )
}
