import { useEffect, useEffectEvent, useMemo, useState, type JSX } from 'react'
import { commandIds, type CommandId } from '#commands/index.ts'
import { environment, platform } from '#ui/keys/dispatch/keyboard.ts'
import { resolveCommand, commandCondition } from '#ui/keys/dispatch/run-command.ts'
import { t } from '#ui/base/language.ts'
import { keyLabel } from '#ui/keys/key-label.ts'
import { recordKeys } from '#ui/keys/key-recorder.ts'
import { profileRules, userKeys } from '#ui/keys/key-settings.ts'
import { problemMessage } from '#ui/keys/problem-message.ts'
import type { KeyProblem } from '#ui/keys/conflicts.ts'
import { bindKeys, portableKeys, unbindKeys } from '#ui/keys/rebind.ts'
import type { UserKey } from '#ui/keys/user-keys.ts'
import { label } from '#kernel/label.ts'

interface RecorderProps {
  readonly command: CommandId
  readonly instead: string | undefined
  readonly close: () => void
  readonly save: (keys: readonly UserKey[], written: string) => void
}

export function KeyRecorder({ command, instead, close, save }: RecorderProps): JSX.Element {
  const [strokes, setStrokes] = useState<readonly string[]>([])
  const binding = useMemo(() => {
    if (strokes.length === 0) return undefined
    const product = profileRules()
    const own = { product, userKeys: userKeys() }
    const remaining =
      instead === undefined ? own.userKeys : unbindKeys(command, own, platform, instead)
    const given = { product, userKeys: remaining, offered: commandCondition(command) }
    return bindKeys(command, portableKeys(strokes, platform), given, {
      platform,
      environment: environment(),
    })
  }, [command, instead, strokes])
  const accept = useEffectEvent(() => {
    if (binding && !binding.refused) save(binding.userKeys, portableKeys(strokes, platform))
  })
  const warnings = binding ? distinctMessages(binding.problems) : []
  const cancel = useEffectEvent(close)
  useEffect(
    () =>
      recordKeys((recorded) => {
        if (recorded === 'cancel') cancel()
        else if (recorded === 'accept') accept()
        else setStrokes(recorded)
      }),
    [],
  )
  return (
    <section className="frame key-recorder" role="alertdialog" aria-live="assertive">
      <h3 className="frame-title">{t(resolveCommand(command).title)}</h3>
      <p>
        <span className="legend-key">
          {strokes.length > 0
            ? keyLabel(strokes.join(' '), platform)
            : t(label('키를 누르세요.', 'Press the keys.'))}
        </span>{' '}
        <span className="quiet">
          {t(label('↵ 저장 · ⌫ 하나 지우기 · Esc 취소', '↵ save · ⌫ delete one · Esc cancel'))}
        </span>
      </p>
      {warnings.map(({ text, refuses }) => (
        <p key={text} className={refuses ? 'tone-stop' : 'tone-warn'}>
          {text}
        </p>
      ))}
      {binding?.refused === true && (
        <p className="tone-stop">{t(label('다른 키를 누르세요.', 'Press another key.'))}</p>
      )}
    </section>
  )
}

/** Removes duplicate messages, because a command can lose the key in several places. */
function distinctMessages(problems: readonly KeyProblem[]) {
  const byText = new Map(
    problems.map((problem) => [t(problemMessage(problem, commandTitle)), problem.refuses === true]),
  )
  return [...byText].map(([text, refuses]) => ({ text, refuses }))
}

function commandTitle(id: string): { ko: string; en: string } {
  const known = commandIds.find((commandId) => commandId === id)
  return known ? resolveCommand(known).title : label(id, id)
}
