import type { JSX } from 'react'
import { commandKeyLabel, platform, useKeySequence } from '#ui/keys/dispatch/keyboard.ts'
import { resolveCommand } from '#ui/keys/dispatch/run-command.ts'
import { t } from '#ui/base/language.ts'
import { keyLabel } from '#ui/keys/key-label.ts'
import { useMacroRun } from '#ui/keys/macros/macro-run.ts'
import { useRecording } from '#ui/keys/recording.ts'
import { label } from '#kernel/label.ts'

export function WhichKey(): JSX.Element | null {
  const { pending, choices } = useKeySequence()
  const isRecording = useRecording()
  const run = useMacroRun()
  if (pending === '' && run) {
    return (
      <div className="macro-recording tone-warn" role="status">
        ▶ {run.name} {run.step} / {run.steps} · Esc {t(label('중지', 'stops'))}
      </div>
    )
  }
  if (pending === '' && isRecording) {
    return (
      <div className="macro-recording tone-stop" role="status">
        ● {t(label('매크로 기록 중', 'Recording a macro'))} {commandKeyLabel('app.record-macro')}
      </div>
    )
  }
  if (pending === '') return null
  return (
    <div className="which-key" role="status">
      <span className="legend-key">{keyLabel(pending, platform)}</span>
      <span className="quiet">{t(label('다음 키', 'next key'))}</span>
      {choices.map((choice) => (
        <span key={choice.keys} className="which-key-choice">
          <span className="key">{keyLabel(choice.keys, platform)}</span>
          {t(resolveCommand(choice.command).title)}
        </span>
      ))}
    </div>
  )
}
