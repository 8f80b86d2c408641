import type { JSX } from 'react'
import { clockTime } from '#kernel/calendar.ts'
import { label } from '#kernel/label.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { platform } from '#ui/keys/dispatch/keyboard.ts'
import { resolveCommand, runCommand } from '#ui/keys/dispatch/run-command.ts'
import { shellHandle } from '#ui/keys/dispatch/shell-reference.ts'
import { t } from '#ui/base/language.ts'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'
import { loadScreens } from '#ui/remote/screens.ts'
import { commandLog, collapseRepeats, type LogEntry } from '#ui/keys/command-log.ts'
import { findLabels } from './find-commands.ts'
import { keyLabel } from '#ui/keys/key-label.ts'
import { describeStep } from '#ui/keys/macros/describe-step.ts'
import { toSteps } from '#ui/keys/macros/macro.ts'
import { replayMacro } from '#ui/keys/macros/replay-macro.ts'
import { SheetRow, SheetSearch, useSheetList } from './sheet-list.tsx'

export async function openLog(): Promise<void> {
  // Step titles load with the screens.
  await loadCode(loadScreens)
  const title = t(label('명령 기록', 'Command log'))
  const options = { width: 800, height: 520, title, fullScreen: true }
  const chosen = await openPopup(LogSheet, options)
  if (chosen) await repeat(chosen)
}

/** Repeats an entry. A procedure runs for the currently selected rows. */
async function repeat(entry: LogEntry): Promise<void> {
  if (entry.kind === 'command') return runCommand(entry.id)
  if (entry.kind === 'open') return shellHandle().open(entry.route, entry.args)
  await replayMacro({ name: entryName(entry), steps: toSteps([entry]) }, false)
}

function findRuns(text: string) {
  const runs = collapseRepeats(commandLog())
    .toReversed()
    .map((run) => {
      const { entry } = run
      const name = entryName(entry)
      const keys =
        entry.kind === 'command' && entry.keys !== '' ? [keyLabel(entry.keys, platform)] : []
      return { ...run, name: label(name, name), keys }
    })
  return findLabels(text, runs)
}

function LogSheet({ close }: PopupProps<LogEntry>): JSX.Element {
  const list = useSheetList(findRuns)
  const { rows, chosen } = list
  const find = t(label('기록 찾기', 'Find in the log'))
  return (
    <div
      className="key-sheet"
      onKeyDown={(event) =>
        list.onKeyDown(event, ({ key }) => {
          if (key !== 'Enter' || !chosen) return false
          close(chosen.entry)
          return true
        })
      }
    >
      <SheetSearch
        {...list}
        label={find}
        list="log-list"
        active={chosen && `log-${rows.indexOf(chosen)}`}
      />
      <p className="quiet">
        {t(label('↑↓ 선택 · ↵ 다시 실행', '↑↓ select · ↵ run again'))}
        <span role="status">{` · ${rows.length}`}</span>
      </p>
      <div id="log-list" className="key-rows" role="listbox" aria-label={find}>
        {rows.length === 0 && (
          <p className="quiet">{t(label('실행한 명령이 없습니다.', 'Nothing to show.'))}</p>
        )}
        {rows.map(({ entry, name, times, keys }, index) => (
          <SheetRow
            key={`${entry.at} ${index}`}
            id={`log-${index}`}
            isChosen={rows[index] === chosen}
          >
            <span>{t(name)}</span>
            <span className="quiet">{clockTime(new Date(entry.at))}</span>
            <span className="quiet">{times > 1 ? `×${times}` : ''}</span>
            <span>
              {keys.map((key) => (
                <span key={key} className="key">
                  {key}
                </span>
              ))}
            </span>
          </SheetRow>
        ))}
      </div>
    </div>
  )
}

function entryName(entry: LogEntry): string {
  const [step] = toSteps([entry])
  // Navigation is logged but is not a macro step.
  if (!step) return entry.kind === 'command' ? t(resolveCommand(entry.id).title) : ''
  return describeStep(step)
}
