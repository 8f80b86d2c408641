import { useMemo, useState, type JSX, type KeyboardEvent } from 'react'
import { commandIds, type CommandId } from '#commands/index.ts'
import { howMany } from '#kernel/how-many.ts'
import type { ContextValues } from '#kernel/context-keys.ts'
import type { Label } from '#kernel/label.ts'
import { evaluate, parseWhen } from '#kernel/when.ts'
import { currentContext } from '#ui/keys/dispatch/context.ts'
import { KeyMark } from '#ui/keys/dispatch/key-mark.tsx'
import { allKeysOf, keyOf, keysOfOwnWindow } from '#ui/keys/dispatch/keyboard.ts'
import { commandOf, isOffered, runCommand, whenOf } from '#ui/keys/dispatch/run-command.ts'
import { t } from '#ui/base/language.ts'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'
import { fixedKeys } from '#ui/keys/fixed-keys.ts'
import { foundCommands, foundLabels } from './found-commands.ts'
import { whenInWords, whereInWords } from '#ui/keys/when-in-words.ts'

interface HelpEntry {
  /** Absent for keys that a part of the page has for itself. */
  readonly id?: CommandId
  readonly name: Label
  /** As written in a keymap, each by itself. */
  readonly keys: readonly string[]
  /** What the keys are in a window of its own, where they are more. */
  readonly windowKeys: readonly string[]
  readonly here: boolean
  /** Where it works. */
  readonly why: string
  /** Its place among those of the screen in front; of those that work anywhere Infinity. */
  readonly place: number
  /** Has neither a key nor a place in the palette, so it is shown to whoever looks for it. */
  readonly isSpare: boolean
}

/** Lists every command and its key, those of the screen in front first. Enter on one runs it. */
export async function openHelp(): Promise<void> {
  const context = currentContext()
  const inWindow = keysOfOwnWindow()
  const commands = commandIds.map((id) => commandEntry(id, context, inWindow.get(id)))
  const entries = [...commands, ...fixedEntries(context)]
  const Body = (props: PopupProps<CommandId>): JSX.Element => (
    <HelpSheet entries={entries} close={props.close} />
  )
  const title = t({ ko: '도움말 · 키', en: 'Help · keys' })
  const chosen = await openPopup(Body, { width: 800, height: 600, title, fullScreen: true })
  if (chosen) runCommand(chosen)
}

function commandEntry(
  id: CommandId,
  context: ContextValues,
  inWindow: readonly string[] = [],
): HelpEntry {
  const command = commandOf(id)
  const keys = allKeysOf(id)
  return {
    id,
    name: command.title,
    keys,
    windowKeys: inWindow,
    here: isOffered(id, context),
    why: whereInWords(command, whenOf(id)),
    place: placeOf(id, keys),
    isSpare: keys.length === 0 && command.palette === false,
  }
}

/** As the legend bar has them, then those with a key. */
function placeOf(id: CommandId, keys: readonly string[]): number {
  const { legend, on } = commandOf(id)
  const isAnywhere = id.startsWith('app.') || (on === undefined && whenOf(id) === undefined)
  if (isAnywhere) return Infinity
  return legend ?? (keys.length > 0 ? 1000 : 2000)
}

function fixedEntries(context: ContextValues): HelpEntry[] {
  return fixedKeys.map(({ keys, title, when }) => ({
    name: title,
    keys,
    windowKeys: [],
    here: evaluate(parseWhen(when), context),
    why: t(whenInWords(when)),
    place: Infinity,
    isSpare: false,
  }))
}

interface SheetProps extends PopupProps<CommandId> {
  readonly entries: readonly HelpEntry[]
}

function useFound(entries: readonly HelpEntry[], text: string): readonly HelpEntry[] {
  return useMemo(() => {
    const byId = new Map(entries.flatMap((entry) => (entry.id ? [[entry.id, entry]] : [])))
    const fixed = entries.filter(({ id }) => id === undefined)
    const all = [
      ...foundCommands(text).flatMap((id) => byId.get(id) ?? []),
      ...foundLabels(text, fixed),
    ]
    return text.trim() === '' ? all.filter(({ isSpare }) => !isSpare) : all
  }, [entries, text])
}

/** Up and down walk from the search to the commands and back. True if the key was used. */
function walk(event: KeyboardEvent<HTMLElement>): boolean {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return false
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')]
  const here = places.findIndex((place) => place === document.activeElement)
  const next = places[Math.max(0, Math.min(here + step, places.length - 1))]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return true
}

function HelpSheet({ entries, close }: SheetProps): JSX.Element {
  const [text, setText] = useState('')
  const found = useFound(entries, text)
  const here = found.filter((entry) => entry.here && entry.id !== undefined)
  const own = here.filter(({ place }) => place < Infinity)
  const fixed = found.filter((entry) => entry.here && entry.id === undefined)
  const elsewhere = found.filter((entry) => !entry.here)
  // What Enter runs in the field; it is named, as nothing else points at it.
  const [first] = text.trim() === '' ? [] : here
  const taken = first && t(first.name)
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    const isInput = event.target instanceof HTMLInputElement
    if (event.key === 'Enter' && isInput && first?.id) close(first.id)
    else if (!walk(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const keys = keyOf('app.keys') || t({ ko: "명령줄에서 '단축키 변경'", en: "'Change shortcuts'" })
  return (
    <div className="help-sheet" onKeyDown={onKeyDown}>
      <input
        className="input"
        data-autofocus=""
        aria-label={t({ ko: '명령 찾기', en: 'Find a command' })}
        placeholder={t({ ko: '명령이나 키 찾기', en: 'Find a command or a key' })}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="quiet" role="status">
        {t({
          ko: `${howMany(entries.length)}개 가운데 ${howMany(found.length)}개 · ↑↓ 선택 · ↵ ${taken ?? '실행'} · 단축키 변경: ${keys}`,
          en: `${howMany(found.length)} of ${howMany(entries.length)} · ↑↓ select · ↵ ${taken ?? 'run'} · change shortcuts: ${keys}`,
        })}
      </p>
      <HelpPart
        title={t({ ko: '이 화면에서 사용 가능', en: 'Available here' })}
        entries={text.trim() === '' ? own.toSorted((one, other) => one.place - other.place) : own}
        close={close}
      />
      <HelpPart
        title={t({ ko: '어디서나 사용 가능', en: 'Available anywhere' })}
        entries={here.filter(({ place }) => place === Infinity)}
        close={close}
      />
      <HelpPart title={t({ ko: '변경할 수 없는 키', en: 'Fixed keys' })} entries={fixed} />
      <HelpPart title={t({ ko: '다른 곳에서', en: 'Elsewhere' })} entries={elsewhere} />
    </div>
  )
}

interface PartProps {
  readonly title: string
  readonly entries: readonly HelpEntry[]
  /** Given where the commands can be run from the sheet. */
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

/** Each key in a box of its own: two of them side by side would read as a sequence. */
function HelpKeys({ keys, windowKeys }: Pick<HelpEntry, 'keys' | 'windowKeys'>): JSX.Element {
  return (
    <span className="help-keys">
      {keys.length === 0 && <span className="quiet">—</span>}
      <KeyBoxes keys={keys} />
      {windowKeys.length > 0 && (
        <span className="quiet">{t({ ko: '앱 창에서는', en: 'in an app window' })}</span>
      )}
      <KeyBoxes keys={windowKeys} />
    </span>
  )
}

function KeyBoxes({ keys }: Pick<HelpEntry, 'keys'>): JSX.Element[] {
  return keys.map((key) => <KeyMark key={key} keys={key} />)
}
