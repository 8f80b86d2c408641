import { useEffect, useState, type JSX, type KeyboardEvent } from 'react'
import { commandIds, type CommandId } from '#commands/index.ts'
import { allKeysOf, platform } from '../app/keyboard.ts'
import { commandOf } from '../app/run-command.ts'
import { t } from '../language.ts'
import { notify } from '../popups/notify.tsx'
import { openPopup } from '../popups/popup-stack.ts'
import { foundCommands } from './found-commands.ts'
import { keyLabel } from './key-label.ts'
import { KeyRecorder } from './key-recorder-panel.tsx'
import { keyProfile, profileRules, saveUserKeys, userKeys } from './key-settings.ts'
import { resetKeys, unbindKeys, type UserKey } from './rebind.ts'

/** Lists every command with its keys; Enter records a new key for the one in front. */
export async function openKeys(): Promise<void> {
  const profile = t(keyProfile().title)
  const title = t({ ko: `키 바꾸기 · ${profile}`, en: `Change keys · ${profile}` })
  await openPopup(KeySheet, { width: 860, height: 640, title, fullScreen: true })
}

async function keep(keys: readonly UserKey[]): Promise<void> {
  try {
    await saveUserKeys(keys)
  } catch (error) {
    notify('error', error instanceof Error ? error.message : String(error))
  }
}

function KeySheet(): JSX.Element {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [recording, setRecording] = useState<CommandId | undefined>(undefined)
  const [, setVersion] = useState(0)
  const found = foundCommands(text)
  const chosen = found[Math.min(at, found.length - 1)]

  async function change(keys: readonly UserKey[]): Promise<void> {
    const saving = keep(keys)
    setVersion((version) => version + 1)
    await saving
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    const mod = event.ctrlKey || event.metaKey
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter' && chosen) setRecording(chosen)
    else if (event.key === 'Delete' && mod && chosen) {
      void change(unbindKeys(chosen, profileRules(), userKeys()))
    } else if (event.key === 'Backspace' && mod && chosen) {
      void change(resetKeys(chosen, profileRules(), userKeys()))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="key-sheet" onKeyDown={onKeyDown}>
      <SheetInput
        text={text}
        change={(next) => {
          setText(next)
          setAt(0)
        }}
        chosen={chosen}
        count={found.length}
      />
      {recording && (
        <KeyRecorder
          command={recording}
          close={() => setRecording(undefined)}
          save={(keys) => {
            setRecording(undefined)
            void change(keys)
          }}
        />
      )}
      <KeyRows ids={found} chosen={chosen} choose={setAt} record={setRecording} />
      <div className="popup-buttons">
        <button type="button" className="button" onClick={() => void change([])}>
          {t({ ko: '내가 바꾼 키 모두 처음으로', en: 'Reset every key I changed' })}
        </button>
      </div>
    </div>
  )
}

interface InputProps {
  readonly text: string
  readonly change: (text: string) => void
  readonly chosen: CommandId | undefined
  readonly count: number
}

function SheetInput({ text, change, chosen, count }: InputProps): JSX.Element {
  return (
    <>
      <input
        className="input"
        data-autofocus=""
        role="combobox"
        aria-expanded
        aria-controls="key-sheet-list"
        aria-activedescendant={chosen && `key-row-${chosen}`}
        aria-label={t({ ko: '명령이나 키 찾기', en: 'Find a command or a key' })}
        placeholder={t({ ko: '명령이나 키 찾기', en: 'Find a command or a key' })}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          change(event.target.value)
        }}
      />
      <p className="quiet">
        {t({
          ko: '↵ 키 누르기 · ^Del 키 없애기 · ^⌫ 처음으로',
          en: '↵ press a key · ^Del no key · ^⌫ reset',
        })}
        <span role="status">{` · ${count} / ${commandIds.length}`}</span>
      </p>
    </>
  )
}

interface RowsProps {
  readonly ids: readonly CommandId[]
  readonly chosen: CommandId | undefined
  readonly choose: (at: number) => void
  readonly record: (id: CommandId) => void
}

function KeyRows({ ids, chosen, choose, record }: RowsProps): JSX.Element {
  const own = new Set(userKeys().map((line) => line.command))
  useEffect(() => {
    if (chosen) document.getElementById(`key-row-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <div
      id="key-sheet-list"
      className="key-rows"
      role="listbox"
      aria-label={t({ ko: '명령과 키', en: 'Commands and keys' })}
    >
      {ids.map((id, index) => (
        <div
          key={id}
          id={`key-row-${id}`}
          role="option"
          aria-selected={id === chosen}
          className="key-row"
          onClick={() => choose(index)}
          onDoubleClick={() => record(id)}
        >
          <span>{t(commandOf(id).title)}</span>
          <span className="quiet">{id}</span>
          <span className="tone-accent">{own.has(id) ? t({ ko: '내 키', en: 'mine' }) : ''}</span>
          <span className="key">{keysText(id)}</span>
        </div>
      ))}
    </div>
  )
}

function keysText(id: CommandId): string {
  const keys = allKeysOf(id).map((each) => keyLabel(each, platform))
  return keys.length > 0 ? keys.join('  ') : '—'
}
