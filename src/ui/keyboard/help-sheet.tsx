import { useMemo, useState, type JSX } from 'react'
import { commandIds, type CommandId } from '#commands/index.ts'
import { currentContext } from '../app/context.ts'
import { keyOf } from '../app/keyboard.ts'
import { commandOf, isOffered, runCommand } from '../app/run-command.ts'
import { t } from '../language.ts'
import { createSearchIndex } from '../palette/search-index.ts'
import { openPopup, type PopupProps } from '../popups/popup-stack.ts'

interface HelpEntry {
  readonly id: CommandId
  readonly keys: string
  readonly here: boolean
}

/** Lists every command and its key, those that work at this moment first. Enter on one runs it. */
export async function openHelp(): Promise<void> {
  const context = currentContext()
  const entries = commandIds.map((id): HelpEntry => ({
    id,
    keys: keyOf(id),
    here: isOffered(commandOf(id), context),
  }))
  const Body = (props: PopupProps<CommandId>): JSX.Element => (
    <HelpSheet entries={entries} close={props.close} />
  )
  const title = t({ ko: '도움말 · 키', en: 'Help · keys' })
  const chosen = await openPopup(Body, { width: 800, height: 600, title, fullScreen: true })
  if (chosen) runCommand(chosen)
}

interface SheetProps extends PopupProps<CommandId> {
  readonly entries: readonly HelpEntry[]
}

function useFound(entries: readonly HelpEntry[], text: string): readonly HelpEntry[] {
  const index = useMemo(
    () =>
      createSearchIndex(
        entries.map((entry) => ({
          ...commandOf(entry.id).title,
          id: entry.id,
          group: 'command',
          codes: [entry.id, entry.keys],
          keywords: commandOf(entry.id).keywords ?? [],
          entry,
        })),
      ),
    [entries],
  )
  return text.trim() === ''
    ? entries
    : index.search(text, { limit: entries.length }).map((hit) => hit.entry.entry)
}

function HelpSheet({ entries, close }: SheetProps): JSX.Element {
  const [text, setText] = useState('')
  const found = useFound(entries, text)
  const here = found.filter((entry) => entry.here)
  const elsewhere = found.filter((entry) => !entry.here)
  return (
    <div className="help-sheet">
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
      <HelpPart
        title={t({ ko: '여기서 되는 것', en: 'Works here' })}
        entries={here}
        close={close}
      />
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
        {entries.map(({ id, keys }) => {
          const name = t(commandOf(id).title)
          return (
            <li key={id}>
              {close ? (
                <button type="button" className="help-command" onClick={() => close(id)}>
                  <span>{name}</span>
                  <span className="key">{keys || '—'}</span>
                </button>
              ) : (
                <span className="help-command quiet">
                  <span>{name}</span>
                  <span className="key">{keys || '—'}</span>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
