import { useState, type JSX, type KeyboardEvent } from 'react'
import { clockTime } from '#kernel/calendar.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { platform } from '#ui/keys/dispatch/keyboard.ts'
import { commandOf, runCommand } from '#ui/keys/dispatch/run-command.ts'
import { shellHandle } from '#ui/keys/dispatch/shell-reference.ts'
import { t } from '#ui/base/language.ts'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'
import { loadScreens } from '#ui/remote/screens.ts'
import { commandLog, foldedLog, type Logged, type LoggedRun } from '#ui/keys/command-log.ts'
import { foundLabels } from './found-commands.ts'
import { keyLabel } from '#ui/keys/key-label.ts'
import { stepInWords } from '#ui/keys/macros/macro-words.ts'
import { stepsOf } from '#ui/keys/macros/macro.ts'
import { replayMacro } from '#ui/keys/macros/replay-macro.ts'

/** Shows the commands run in this window, latest first; Enter repeats one. */
export async function openLog(): Promise<void> {
  // Step titles load with the screens.
  await loadCode(loadScreens)
  const title = t({ ko: '명령 기록', en: 'Command log' })
  const options = { width: 800, height: 520, title, fullScreen: true }
  const chosen = await openPopup(LogSheet, options)
  if (chosen) await repeat(chosen)
}

/** Repeats an entry; a procedure runs over the rows selected now. */
async function repeat(entry: Logged): Promise<void> {
  if (entry.kind === 'command') return runCommand(entry.id)
  if (entry.kind === 'open') return shellHandle().open(entry.route, entry.args)
  await replayMacro({ name: nameOf(entry), steps: stepsOf([entry]) }, false)
}

function found(text: string) {
  const runs = foldedLog(commandLog())
    .toReversed()
    .map((run) => {
      const { entry } = run
      const name = nameOf(entry)
      const keys =
        entry.kind === 'command' && entry.keys !== '' ? [keyLabel(entry.keys, platform)] : []
      return { ...run, name: { ko: name, en: name }, keys }
    })
  return foundLabels(text, runs)
}

function LogSheet({ close }: PopupProps<Logged>): JSX.Element {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const runs = found(text)
  const chosen = runs[Math.min(at, runs.length - 1)]
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, runs.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter' && chosen) close(chosen.entry)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const find = t({ ko: '기록 찾기', en: 'Find in the log' })
  return (
    <div className="key-sheet" onKeyDown={onKeyDown}>
      <input
        className="input"
        data-autofocus=""
        role="combobox"
        aria-expanded
        aria-controls="log-list"
        aria-activedescendant={chosen && `log-${runs.indexOf(chosen)}`}
        aria-label={find}
        placeholder={find}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
        }}
      />
      <p className="quiet">
        {t({ ko: '↑↓ 선택 · ↵ 다시 실행', en: '↑↓ select · ↵ run again' })}
        <span role="status">{` · ${runs.length}`}</span>
      </p>
      <div id="log-list" className="key-rows" role="listbox" aria-label={find}>
        {runs.length === 0 && (
          <p className="quiet">{t({ ko: '실행한 명령이 없습니다.', en: 'Nothing to show.' })}</p>
        )}
        {runs.map((run, index) => (
          <LogRow
            key={`${run.entry.at} ${index}`}
            run={run}
            index={index}
            chosen={run === chosen}
          />
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  readonly run: LoggedRun & { readonly keys: readonly string[] }
  readonly index: number
  readonly chosen: boolean
}

function LogRow({ run, index, chosen }: RowProps): JSX.Element {
  const { entry, times, keys } = run
  return (
    <div
      id={`log-${index}`}
      role="option"
      aria-selected={chosen}
      className="key-row"
      ref={(row) => {
        if (chosen) row?.scrollIntoView({ block: 'nearest' })
      }}
    >
      <span>{nameOf(entry)}</span>
      <span className="quiet">{clockTime(new Date(entry.at))}</span>
      <span className="quiet">{times > 1 ? `×${times}` : ''}</span>
      <span>
        {keys.map((key) => (
          <span key={key} className="key">
            {key}
          </span>
        ))}
      </span>
    </div>
  )
}

function nameOf(entry: Logged): string {
  const [step] = stepsOf([entry])
  // Navigation is logged but not a macro step.
  if (!step) return entry.kind === 'command' ? t(commandOf(entry.id).title) : ''
  return stepInWords(step)
}
