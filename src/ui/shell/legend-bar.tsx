import type { JSX } from 'react'
import type { CommandId } from '#commands/index.ts'
import { commandIds } from '#commands/index.ts'
import { dispatcher, platform } from '../app/keyboard.ts'
import { commandOf, isOffered, runCommand } from '../app/run-command.ts'
import { offeredCommand, rowOptions } from '../keyboard/offered-options.ts'
import { keyLabel } from '../keyboard/key-label.ts'
import { shownFirst } from '../keyboard/standing-rules.ts'
import { t, useLanguage } from '../language.ts'
import { useContextValues } from './status-line.tsx'

interface LegendEntry {
  readonly id: CommandId
  readonly keys: string
  readonly order: number
}

/** The commands that work at this moment and have a key, in the order they ask for. */
function legendEntries(context: ReturnType<typeof useContextValues>): LegendEntry[] {
  const active = shownFirst(dispatcher.active())
  return commandIds
    .flatMap((id): LegendEntry[] => {
      const command = commandOf(id)
      if (command.legend === undefined || !isOffered(command, context)) return []
      const rule = active.find((each) => each.command === id)
      return rule ? [{ id, keys: keyLabel(rule.keys, platform), order: command.legend }] : []
    })
    .toSorted((a, b) => a.order - b.order)
}

/** What the numbers beside rows stand for, where they can be typed. */
function optionEntries(context: ReturnType<typeof useContextValues>) {
  if (!isOffered(commandOf('option.2'), context) || context['commandMode'] !== true) return []
  return rowOptions()
    .filter((option) => offeredCommand(option) !== undefined)
    .toSorted((one, other) => one.number.localeCompare(other.number))
}

/** The keys that work right here, right now; each can be clicked too. */
export function LegendBar(): JSX.Element {
  useLanguage()
  const context = useContextValues()
  const entries = legendEntries(context)
  return (
    <div className="legend-bar" role="toolbar" aria-label={t({ ko: '지금 되는 키', en: 'Keys' })}>
      {optionEntries(context).map(({ number, title }) => (
        <span key={number} className="legend-entry legend-option">
          {number}={t(title)}
        </span>
      ))}
      {entries.map(({ id, keys }) => (
        <button
          key={id}
          type="button"
          className="legend-entry"
          data-last={id === 'app.help' || undefined}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => runCommand(id)}
        >
          <span className="legend-key">{keys}</span>
          {t(commandOf(id).short ?? commandOf(id).title)}
        </button>
      ))}
    </div>
  )
}
