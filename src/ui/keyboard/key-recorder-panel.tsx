import { useEffect, useEffectEvent, useMemo, useState, type JSX } from 'react'
import { commandIds, type CommandId } from '#commands/index.ts'
import { environment, platform } from '../app/keyboard.ts'
import { commandOf } from '../app/run-command.ts'
import { t } from '../language.ts'
import { keyLabel } from './key-label.ts'
import { recordKeys } from './key-recorder.ts'
import { profileRules, userKeys } from './key-settings.ts'
import { problemInWords } from './problem-in-words.ts'
import { bindKeys, type UserKey } from './rebind.ts'

interface RecorderProps {
  readonly command: CommandId
  readonly close: () => void
  readonly save: (keys: readonly UserKey[]) => void
}

/** Shows the keys as they are pressed and, before they are kept, what they would collide with. */
export function KeyRecorder({ command, close, save }: RecorderProps): JSX.Element {
  const [strokes, setStrokes] = useState<readonly string[]>([])
  const binding = useMemo(() => {
    const given = { product: profileRules(), userKeys: userKeys() }
    if (strokes.length === 0) return undefined
    return bindKeys(command, strokes.join(' '), given, {
      platform,
      environment: environment(),
    })
  }, [command, strokes])
  const accept = useEffectEvent(() => {
    if (binding && !binding.refused) save(binding.userKeys)
  })
  const cancel = useEffectEvent(close)
  useEffect(
    () =>
      recordKeys((heard) => {
        if (heard === 'cancel') cancel()
        else if (heard === 'accept') accept()
        else setStrokes(heard)
      }),
    [],
  )
  return (
    <section className="frame key-recorder" role="alertdialog" aria-live="assertive">
      <h3 className="frame-title">{t(commandOf(command).title)}</h3>
      <p>
        <span className="legend-key">
          {strokes.length > 0
            ? keyLabel(strokes.join(' '), platform)
            : t({ ko: '키를 누르세요', en: 'Press the keys' })}
        </span>{' '}
        <span className="quiet">
          {t({
            ko: '↵ 저장 · ⌫ 하나 지우기 · Esc 그만',
            en: '↵ save · ⌫ take one back · Esc cancel',
          })}
        </span>
      </p>
      {binding?.problems.map((problem) => (
        <p
          key={`${problem.kind} ${problem.message.en}`}
          className={problem.kind === 'reserved' ? 'tone-stop' : 'tone-warn'}
        >
          {t(problemInWords(problem, (id) => titleOf(id)))}
        </p>
      ))}
    </section>
  )
}

function titleOf(id: string): { ko: string; en: string } {
  const known = commandIds.find((each) => each === id)
  return known ? commandOf(known).title : { ko: id, en: id }
}
