import type { JSX } from 'react'
import type { CommandId } from '#commands/index.ts'
import { commandIds } from '#commands/index.ts'
import type { ContextValues } from '#kernel/context-keys.ts'
import { label, type Label } from '#kernel/label.ts'
import { evaluate, parseWhen } from '#kernel/when.ts'
import { dispatcher, platform, useKeys, useKeySequence } from '#ui/keys/dispatch/keyboard.ts'
import { resolveCommand, isOffered, runCommand } from '#ui/keys/dispatch/run-command.ts'
import { parseChords } from '#ui/keys/chord.ts'
import { fixedKeys } from '#ui/keys/fixed-keys.ts'
import { keyLabel, spokenKeys } from '#ui/keys/key-label.ts'
import { offeredCommand, rowOptions } from '#ui/keys/dispatch/offered-options.ts'
import { sortByLayer } from '#ui/keys/effective-rules.ts'
import { findPage } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { topPopupKeys } from '#ui/windows/popup-stack.ts'
import { useContextValues } from './status-line.tsx'

type ActiveRules = ReturnType<typeof dispatcher.active>

interface LegendEntry {
  readonly id: CommandId
  readonly keys: string
  readonly order: number
}

const sequenceKeys: readonly FixedEntry[] = [
  { keys: 'Escape', title: label('취소', 'Cancel'), order: 1 },
]

function legendEntries(rules: ActiveRules, context: ContextValues): LegendEntry[] {
  const active = sortByLayer(rules)
  return commandIds
    .flatMap((id): LegendEntry[] => {
      const command = resolveCommand(id)
      if (command.legend === undefined || !isOffered(id, context)) return []
      const rule = active.find((candidate) => candidate.command === id)
      return rule ? [{ id, keys: rule.keys, order: command.legend }] : []
    })
    .toSorted((a, b) => a.order - b.order)
}

function optionEntries(context: ContextValues) {
  if (!isOffered('option.2', context) || context['commandMode'] !== true) return []
  return rowOptions()
    .filter((option) => offeredCommand(option) !== undefined)
    .toSorted((option, other) => option.number.localeCompare(other.number))
}

/** Built-in keys of the active part of the page that no command overrides. */
function fixedEntries(rules: ActiveRules, context: ContextValues): FixedEntry[] {
  // `app.back` lets the active part handle the key first, so the part's own meaning applies.
  const active = rules.filter(({ command }) => command !== 'app.back')
  const taken = new Set(active.map(({ sequence }) => sequence))
  return fixedKeys
    .flatMap(({ keys, title, when, legend: order }): FixedEntry[] => {
      const [key = ''] = keys
      const [chord = ''] = parseChords(key, platform)
      if (order === undefined || taken.has(chord) || !evaluate(parseWhen(when), context)) return []
      return [{ title, keys: key, order }]
    })
    .toSorted((a, b) => a.order - b.order)
}

interface FixedEntry {
  readonly title: Label
  readonly keys: string
  readonly order: number
}

/** Not shared with pages, because that would split the code of the first page. */
function LegendKey({ keys }: { readonly keys: string }): JSX.Element {
  return (
    <span className="legend-key" role="img" aria-label={spokenKeys(keys, platform)}>
      {keyLabel(keys, platform)}
    </span>
  )
}

export function LegendBar(): JSX.Element {
  useLanguage()
  useKeys()
  const context = useContextValues()
  // During a key sequence only its continuations work, and its panel shows them.
  const isPending = useKeySequence().pending !== ''
  const rules = isPending ? [] : dispatcher.active()
  const entries = legendEntries(rules, context)
  const page = findPage(activeTab().key)
  const own = topPopupKeys()
  const fixed = isPending
    ? sequenceKeys
    : fixedEntries(rules, context).filter(({ keys }) => !own.some((key) => key.keys === keys))
  return (
    <div
      className="legend-bar"
      role="toolbar"
      aria-label={t(label('사용 가능한 키', 'Available keys'))}
    >
      {[...fixed, ...own].map(({ keys, title }) => (
        <span key={keys} className="legend-entry">
          <LegendKey keys={keys} />
          {t(title)}
        </span>
      ))}
      {(isPending ? [] : optionEntries(context)).map(({ number, title }) => (
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
          <LegendKey keys={keys} />
          {t(page?.named?.(id) ?? resolveCommand(id).short ?? resolveCommand(id).title)}
        </button>
      ))}
    </div>
  )
}
