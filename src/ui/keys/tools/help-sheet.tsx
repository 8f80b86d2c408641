import { useMemo, useState, type JSX, type KeyboardEvent } from 'react'
import { commandIds, type CommandId } from '#commands/index.ts'
import { formatCount } from '#kernel/format-count.ts'
import type { ContextValues } from '#kernel/context-keys.ts'
import { label, type Label } from '#kernel/label.ts'
import { evaluate, parseWhen } from '#kernel/when.ts'
import { currentContext } from '#ui/keys/dispatch/context.ts'
import { KeyMark } from '#ui/keys/dispatch/key-mark.tsx'
import { commandKeys, commandKeyLabel, appWindowKeys } from '#ui/keys/dispatch/keyboard.ts'
import {
  resolveCommand,
  isOffered,
  runCommand,
  commandCondition,
} from '#ui/keys/dispatch/run-command.ts'
import { t } from '#ui/base/language.ts'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'
import { fixedKeys } from '#ui/keys/fixed-keys.ts'
import { findCommands, findLabels } from './find-commands.ts'
import { ScreenGuidePart } from './screen-guide-part.tsx'
import { describeWhen, describeWhere } from '#ui/keys/describe-when.ts'
import { openRequested } from '#ui/workspace/open-by-name.ts'

interface HelpEntry {
  readonly id?: CommandId
  readonly name: Label
  /** Key strings as in a keymap. Alternatives, not a sequence. */
  readonly keys: readonly string[]
  readonly windowKeys: readonly string[]
  readonly here: boolean
  readonly why: string
  readonly place: number
  /** Entry without a key that is not in the palette either. Listed only by a search. */
  readonly isSpare: boolean
}

export async function openHelp(): Promise<void> {
  const context = currentContext()
  const inWindow = appWindowKeys()
  const commands = commandIds.map((id) => commandEntry(id, context, inWindow.get(id)))
  const entries = [...commands, ...fixedEntries(context)]
  const Body = (props: PopupProps<HelpChoice>): JSX.Element => (
    <HelpSheet entries={entries} route={String(context['screen'] || 'Home')} close={props.close} />
  )
  const title = t(label('도움말 · 키', 'Help · keys'))
  const chosen = await openPopup(Body, { width: 800, height: 600, title, fullScreen: true })
  if (typeof chosen === 'object') openRequested(chosen.screen)
  else if (chosen) runCommand(chosen)
}

/** A command to run, or a screen to open. */
type HelpChoice = CommandId | { readonly screen: string }

function commandEntry(
  id: CommandId,
  context: ContextValues,
  inWindow: readonly string[] = [],
): HelpEntry {
  const command = resolveCommand(id)
  const keys = commandKeys(id)
  return {
    id,
    name: command.title,
    keys,
    windowKeys: inWindow,
    here: isOffered(id, context),
    why: describeWhere(command, commandCondition(id)),
    place: sortRank(id, keys),
    isSpare: keys.length === 0 && command.palette === false,
  }
}

function sortRank(id: CommandId, keys: readonly string[]): number {
  const { legend, on } = resolveCommand(id)
  const isAnywhere =
    id.startsWith('app.') || (on === undefined && commandCondition(id) === undefined)
  if (isAnywhere) return Infinity
  return legend ?? (keys.length > 0 ? 1000 : 2000)
}

function fixedEntries(context: ContextValues): HelpEntry[] {
  return fixedKeys.map(({ keys, title, when }) => ({
    name: title,
    keys,
    windowKeys: [],
    here: evaluate(parseWhen(when), context),
    why: t(describeWhen(when)),
    place: Infinity,
    isSpare: false,
  }))
}

interface SheetProps extends PopupProps<HelpChoice> {
  readonly entries: readonly HelpEntry[]
  readonly route: string
}

function useFilteredEntries(entries: readonly HelpEntry[], text: string): readonly HelpEntry[] {
  return useMemo(() => {
    const byId = new Map(entries.flatMap((entry) => (entry.id ? [[entry.id, entry]] : [])))
    const fixed = entries.filter(({ id }) => id === undefined)
    const all = [
      ...findCommands(text).flatMap((id) => byId.get(id) ?? []),
      ...findLabels(text, fixed),
    ]
    return text.trim() === '' ? all.filter(({ isSpare }) => !isSpare) : all
  }, [entries, text])
}

function moveFocus(event: KeyboardEvent<HTMLElement>): boolean {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return false
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')]
  const here = places.findIndex((place) => place === document.activeElement)
  const next = places[Math.max(0, Math.min(here + step, places.length - 1))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return true
}

function HelpSheet({ entries, route, close }: SheetProps): JSX.Element {
  const [text, setText] = useState('')
  const found = useFilteredEntries(entries, text)
  const here = found.filter((entry) => entry.here && entry.id !== undefined)
  const own = here
    .filter(({ place }) => place < Infinity)
    .toSorted((entry, other) => (text.trim() === '' ? entry.place - other.place : 0))
  const fixed = found.filter((entry) => entry.here && entry.id === undefined)
  const otherEntries = found.filter((entry) => !entry.here)
  // Enter in the field runs the first match, so the hint names it.
  const [first] = text.trim() === '' ? [] : here
  const taken = first && t(first.name)
  const countOfTotal = countText(found.length, text.trim() === '' ? undefined : entries.length)
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    const isInput = event.target instanceof HTMLInputElement
    if (event.key === 'Enter' && isInput && first?.id) close(first.id)
    else if (!moveFocus(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const keys =
    commandKeyLabel('app.keys') || t(label("명령줄에서 '단축키 변경'", "'Change shortcuts'"))
  return (
    <div className="help-sheet" onKeyDown={onKeyDown}>
      <input
        className="input"
        data-autofocus=""
        aria-label={t(label('명령 찾기', 'Find a command'))}
        placeholder={t(label('명령이나 키 찾기', 'Find a command or a key'))}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {text.trim() === '' && (
        <ScreenGuidePart route={route} keys={own} open={(screen) => close({ screen })} />
      )}
      <p className="quiet" role="status">
        {t(
          label(
            `${countOfTotal.ko} · ↑↓ 선택 · ↵ ${taken ?? '실행'} · 단축키 변경: ${keys}`,
            `${countOfTotal.en} · ↑↓ select · ↵ ${taken ?? 'run'} · change shortcuts: ${keys}`,
          ),
        )}
      </p>
      <HelpPart
        title={t(label('이 화면에서 사용 가능', 'Available here'))}
        entries={own}
        close={close}
      />
      <HelpPart
        title={t(label('어디서나 사용 가능', 'Available anywhere'))}
        entries={here.filter(({ place }) => place === Infinity)}
        close={close}
      />
      <HelpPart title={t(label('변경할 수 없는 키', 'Fixed keys'))} entries={fixed} />
      <HelpPart title={t(label('다른 곳에서', 'Elsewhere'))} entries={otherEntries} />
    </div>
  )
}

/** Without a search only the total is shown, because commands without a key are not listed then. */
function countText(found: number, total?: number): Label {
  if (total === undefined) {
    return label(`명령과 키 ${formatCount(found)}개`, `Commands and keys: ${formatCount(found)}`)
  }
  return label(
    `${formatCount(total)}개 가운데 ${formatCount(found)}개`,
    `${formatCount(found)} of ${formatCount(total)}`,
  )
}

interface PartProps {
  readonly title: string
  readonly entries: readonly HelpEntry[]
  readonly close?: (id: CommandId) => void
}

function HelpPart({ title, entries, close }: PartProps): JSX.Element | null {
  if (entries.length === 0) return null
  return (
    <section className="frame help-part">
      <h3 className="frame-title">{title}</h3>
      <ul className="help-commands">
        {entries.map((entry) => (
          <li key={entry.id ?? entry.name.en}>
            <HelpLine entry={entry} close={close} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface LineProps {
  readonly entry: HelpEntry
  readonly close: PartProps['close']
}

function HelpLine({ entry, close }: LineProps): JSX.Element {
  const { id, here } = entry
  const name = t(entry.name)
  if (close && id) {
    return (
      <button type="button" className="help-command" onClick={() => close(id)}>
        <span>{name}</span>
        <HelpKeys {...entry} />
      </button>
    )
  }
  return (
    <span className={here ? 'help-command' : 'help-command quiet'}>
      <span>
        {name}
        {!here && <span className="help-why">{entry.why}</span>}
      </span>
      <HelpKeys {...entry} />
    </span>
  )
}

/** One box per key, because two keys in one box would read as a sequence. */
function HelpKeys({ keys, windowKeys }: Pick<HelpEntry, 'keys' | 'windowKeys'>): JSX.Element {
  return (
    <span className="help-keys">
      {keys.length === 0 && <span className="quiet">—</span>}
      <KeyBoxes keys={keys} />
      {windowKeys.length > 0 && (
        <span className="quiet">{t(label('앱 창에서는', 'in an app window'))}</span>
      )}
      <KeyBoxes keys={windowKeys} />
    </span>
  )
}

function KeyBoxes({ keys }: Pick<HelpEntry, 'keys'>): JSX.Element[] {
  return keys.map((key) => <KeyMark key={key} keys={key} />)
}
