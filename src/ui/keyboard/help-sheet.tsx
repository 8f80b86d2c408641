import { useMemo, useState, type JSX } from 'react'
import { commandIds, type CommandId } from '#commands/index.ts'
import { currentContext } from '../app/context.ts'
import { allKeysOf, keysOfOwnWindow, platform } from '../app/keyboard.ts'
import { commandOf, isOffered, runCommand } from '../app/run-command.ts'
import { t } from '../language.ts'
import { openPopup, type PopupProps } from '../popups/popup-stack.ts'
import { foundCommands } from './found-commands.ts'
import { keyLabel } from './key-label.ts'
import { whenInWords } from './when-in-words.ts'

interface HelpEntry {
  readonly id: CommandId
  readonly keys: string
  /** What the keys are in a window of its own, where they are more. */
  readonly windowKeys: string
  readonly here: boolean
}

/** Lists every command and its key, those that work at this moment first. Enter on one runs it. */
export async function openHelp(): Promise<void> {
  const context = currentContext()
  const inWindow = keysOfOwnWindow()
  const entries = commandIds.map((id): HelpEntry => ({
    id,
    keys: written(allKeysOf(id)),
    windowKeys: written(inWindow.get(id) ?? []),
    here: isOffered(commandOf(id), context),
  }))
  const Body = (props: PopupProps<CommandId>): JSX.Element => (
    <HelpSheet entries={entries} close={props.close} />
  )
  const title = t({ ko: '도움말 · 키', en: 'Help · keys' })
  const chosen = await openPopup(Body, { width: 800, height: 600, title, fullScreen: true })
  if (chosen) runCommand(chosen)
}

function written(keys: readonly string[]): string {
  return keys.map((each) => keyLabel(each, platform)).join('  ')
}

interface SheetProps extends PopupProps<CommandId> {
  readonly entries: readonly HelpEntry[]
}

function useFound(entries: readonly HelpEntry[], text: string): readonly HelpEntry[] {
  return useMemo(() => {
    const byId = new Map(entries.map((entry) => [entry.id, entry]))
    return foundCommands(text).flatMap((id) => byId.get(id) ?? [])
  }, [entries, text])
}

/** Why a command does not work at this moment. */
function why(id: CommandId): string {
  const { on, when } = commandOf(id)
  const row = on && t({ ko: `${on.title.ko} 행에서`, en: `on a row of ${on.title.en}` })
  return [row, when && t(whenInWords(when))].filter((part) => part !== undefined).join(' · ')
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
      <p className="quiet" role="status">
        {t({
          ko: `${entries.length}개 가운데 ${found.length}개 · 키 바꾸기: 명령줄에서 '키 바꾸기'`,
          en: `${found.length} of ${entries.length} · to change keys: 'Change keys'`,
        })}
      </p>
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
        {entries.map(({ id, keys, windowKeys }) => {
          const name = t(commandOf(id).title)
          return (
            <li key={id}>
              {close ? (
                <button type="button" className="help-command" onClick={() => close(id)}>
                  <span>{name}</span>
                  <HelpKeys keys={keys} windowKeys={windowKeys} />
                </button>
              ) : (
                <span className="help-command quiet">
                  <span>
                    {name}
                    <span className="help-why">{why(id)}</span>
                  </span>
                  <HelpKeys keys={keys} windowKeys={windowKeys} />
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function HelpKeys({ keys, windowKeys }: Pick<HelpEntry, 'keys' | 'windowKeys'>): JSX.Element {
  return (
    <span className="key">
      {keys || '—'}
      {windowKeys && (
        <span className="quiet"> {t({ ko: `앱 창 ${windowKeys}`, en: `app ${windowKeys}` })}</span>
      )}
    </span>
  )
}
