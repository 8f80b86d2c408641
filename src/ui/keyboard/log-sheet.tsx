import type { JSX } from 'react'
import { clockTime } from '#kernel/calendar.ts'
import { platform } from '../app/keyboard.ts'
import { commandOf } from '../app/run-command.ts'
import { t } from '../language.ts'
import { openPopup } from '../popups/popup-stack.ts'
import { commandLog, type Logged } from './command-log.ts'
import { keyLabel } from './key-label.ts'

/** Shows what was carried out in this window, latest first, with the keys that did it. */
export async function openLog(): Promise<void> {
  const title = t({ ko: '명령 기록', en: 'Command log' })
  await openPopup(LogSheet, { width: 800, height: 520, title, fullScreen: true })
}

function LogSheet(): JSX.Element {
  const entries = commandLog().toReversed()
  return (
    <div className="key-sheet">
      <div className="key-rows" role="log" tabIndex={0} data-autofocus="">
        {entries.length === 0 && (
          <p className="quiet">{t({ ko: '아직 없습니다.', en: 'Nothing yet.' })}</p>
        )}
        {entries.map((entry, index) => (
          // Entries are never reordered while the window is open.
          <div key={entries.length - index} className="key-row">
            <span>{nameOf(entry)}</span>
            <span className="quiet">{clockTime(new Date(entry.at))}</span>
            <span />
            <span className="key">
              {entry.kind === 'command' && entry.keys !== '' ? keyLabel(entry.keys, platform) : ''}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

function nameOf(entry: Logged): string {
  if (entry.kind === 'command') return t(commandOf(entry.id).title)
  if (entry.kind === 'open') {
    const args = Object.entries(entry.args).map(([name, value]) => `${name}=${value}`)
    return [t({ ko: '열기', en: 'Open' }), entry.route, ...args].join(' ')
  }
  return t(entry.title)
}
