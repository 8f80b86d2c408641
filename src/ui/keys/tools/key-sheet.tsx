import { useState, type JSX, type KeyboardEvent } from 'react'
import { loadScreens } from '#ui/remote/screens.ts'
import { commandIds, type CommandId } from '#commands/index.ts'
import { keyProfiles } from '#keymaps/index.ts'
import { howMany } from '#kernel/how-many.ts'
import { label, type Label } from '#kernel/label.ts'
import { saveBlob } from '#ui/base/file-name.ts'
import { environment, platform, useKeys } from '#ui/keys/dispatch/keyboard.ts'
import { commandOf, whenOf } from '#ui/keys/dispatch/run-command.ts'
import { chooseFile } from '#ui/base/choose-file.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { openPopup } from '#ui/windows/popup-stack.ts'
import { keyLabel } from '#ui/keys/key-label.ts'
import { useUndone } from './use-undone.ts'
import { KeyRecorder } from './key-recorder-panel.tsx'
import { KeyRows, keyRows, rowName, type KeyRow } from './key-rows.tsx'
import {
  keyProfile,
  profileRules,
  saveProfile,
  saveUserKeys,
  userKeys,
} from '#ui/keys/key-settings.ts'
import { keymapText, readKeymapFile } from '#ui/keys/keymap-file.ts'
import { resetKeys, unbindKeys } from '#ui/keys/rebind.ts'
import type { UserKey } from '#ui/keys/user-keys.ts'
import { whenInWords } from '#ui/keys/when-in-words.ts'

/** Lists every command with its keys; Enter records a new key for the selected one. */
export async function openKeys(): Promise<void> {
  const profile = t(keyProfile().title)
  const title = t({ ko: `단축키 변경 ·  ${profile}`, en: `Change shortcuts ·  ${profile}` })
  // Conditions are described by tables that load with the screens.
  await loadScreens().catch(() => undefined)
  await openPopup(KeySheet, { width: 900, height: 660, title, fullScreen: true })
}

/** Changes apply immediately; if the server rejects them they apply in this window only. */
async function keep(saving: Promise<void>): Promise<void> {
  try {
    await saving
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const en = `Not saved on the server, applies in this window only: ${reason}`
    notify('error', t({ ko: `서버에 저장하지 못해 이 창에서만 적용됩니다: ${reason}`, en }))
  }
}

type Changes = ReturnType<typeof useUndone<readonly UserKey[]>>

function given() {
  return { product: profileRules(), userKeys: userKeys() }
}

function named({ id, keys }: KeyRow, ko: string, en: string): Label {
  const { title } = commandOf(id)
  const key = keys === undefined ? '' : ` ${keyLabel(keys, platform)}`
  return label(`${title.ko}:${key} ${ko}`, `${title.en}:${key} ${en}`)
}

async function importKeys(changes: Changes): Promise<void> {
  const file = await chooseFile('.json,application/json')
  if (!file) return
  const read = readKeymapFile(await file.text(), commandIds, {
    platform,
    environment: environment(),
  })
  if (!read) {
    notify('error', t({ ko: '단축키 세트 파일이 아닙니다.', en: 'Not a keymap file.' }))
    return
  }
  const { profile, keys, leftOut } = read
  if (profile !== keyProfile().id && keyProfiles.some(({ id }) => id === profile)) {
    await keep(saveProfile(profile))
  }
  const [ko, en] = [`${howMany(keys.length)}행 가져옴`, `${howMany(keys.length, 'line')} imported`]
  changes.change(
    keys,
    leftOut === 0
      ? label(ko, en)
      : label(`${ko}, ${howMany(leftOut)}행 제외`, `${en}, ${howMany(leftOut)} excluded`),
  )
}

function exportKeys(): void {
  const text = keymapText(keyProfile().id, userKeys())
  saveBlob(new Blob([text], { type: 'application/json' }), 'keymap.json')
}

interface Recording {
  readonly id: CommandId
  /** The key to replace. */
  readonly instead: string | undefined
}

const SHEET_PAGE = 10
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: SHEET_PAGE,
  PageUp: -SHEET_PAGE,
}

/** Control and Command shortcuts of the sheet. Returns true if handled. */
function actWithMod(event: KeyboardEvent, chosen: KeyRow | undefined, changes: Changes): boolean {
  if (event.code === 'KeyZ') changes.undo()
  else if (event.code === 'KeyE') exportKeys()
  else if (event.code === 'KeyI') void importKeys(changes)
  else if (event.key === 'Delete' && chosen?.keys !== undefined) {
    const left = unbindKeys(chosen.id, given(), platform, chosen.keys)
    changes.change(left, named(chosen, '삭제했습니다.', 'removed'))
  } else if (event.key === 'Backspace' && chosen) {
    const keys = resetKeys(chosen.id, given(), platform)
    changes.change(keys, named({ ...chosen, keys: undefined }, '기본값으로 되돌렸습니다.', 'reset'))
  } else return false
  return true
}

function KeySheet(): JSX.Element {
  useKeys()
  const changes = useUndone(userKeys, (keys) => void keep(saveUserKeys(keys)))
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [recording, setRecording] = useState<Recording | undefined>(undefined)
  const rows = keyRows(text)
  const chosen = rows[Math.min(at, rows.length - 1)]

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    const step = steps[event.key]
    const used = step === undefined ? actOn(event) : go(step)
    if (!used) return
    event.preventDefault()
    event.stopPropagation()
  }
  function go(step: number): boolean {
    const from = Math.min(at, rows.length - 1)
    setAt(Math.max(0, Math.min(from + step, rows.length - 1)))
    return true
  }
  function actOn(event: KeyboardEvent): boolean {
    if (event.target instanceof HTMLButtonElement && event.key === 'Enter') return false
    const mod = event.ctrlKey || event.metaKey
    if (mod) return actWithMod(event, chosen, changes)
    if (!chosen) return false
    if (event.key === 'Enter') setRecording({ id: chosen.id, instead: chosen.keys })
    else if (event.key === 'Insert') setRecording({ id: chosen.id, instead: undefined })
    else return false
    return true
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
        count={new Set(rows.map(({ id }) => id)).size}
      />
      {recording && (
        <KeyRecorder
          command={recording.id}
          instead={recording.instead}
          close={() => setRecording(undefined)}
          save={(keys, written) => {
            setRecording(undefined)
            const row = { id: recording.id, keys: written, own: true }
            changes.change(keys, named(row, '저장했습니다.', 'kept'))
          }}
        />
      )}
      <KeyRows
        rows={rows}
        chosen={chosen}
        choose={setAt}
        record={(row) => setRecording({ id: row.id, instead: row.keys })}
      />
      <SheetFoot chosen={chosen} said={changes.said} />
      <SheetButtons changes={changes} />
    </div>
  )
}

function SheetFoot({
  chosen,
  said,
}: {
  readonly chosen: KeyRow | undefined
  readonly said: Label | undefined
}): JSX.Element {
  const when = chosen && (whenOf(chosen.id) ?? 'always')
  return (
    <p className="key-sheet-foot">
      <span className="quiet">
        {when !== undefined &&
          `${t({ ko: '사용 조건', en: 'Available' })}: ${t(whenInWords(when))}`}
      </span>
      <span role="status" className="tone-accent">
        {said && t(said)}
      </span>
    </p>
  )
}

function SheetButtons({ changes }: { readonly changes: Changes }): JSX.Element {
  const reset = label('내 키를 모두 처음으로', 'All my keys reset')
  return (
    <div className="popup-buttons">
      <button type="button" className="button" onClick={exportKeys}>
        {t({ ko: '파일로 저장', en: 'Save as a file' })} <span className="key">^E</span>
      </button>
      <button type="button" className="button" onClick={() => void importKeys(changes)}>
        {t({ ko: '파일에서 가져오기', en: 'From a file' })} <span className="key">^I</span>
      </button>
      <button type="button" className="button" onClick={() => changes.change([], reset)}>
        {t({ ko: '변경한 단축키 모두 기본값으로', en: 'Reset all changed shortcuts' })}
      </button>
      <button type="button" className="button" onClick={changes.undo}>
        {t({ ko: '되돌리기', en: 'Undo' })} <span className="key">^Z</span>
      </button>
    </div>
  )
}

interface InputProps {
  readonly text: string
  readonly change: (text: string) => void
  readonly chosen: KeyRow | undefined
  readonly count: number
}

function SheetInput({ text, change, chosen, count }: InputProps): JSX.Element {
  const find = t({ ko: '명령이나 키 찾기', en: 'Find a command or a key' })
  return (
    <>
      <input
        className="input"
        data-autofocus=""
        role="combobox"
        aria-expanded
        aria-controls="key-sheet-list"
        aria-activedescendant={chosen && rowName(chosen)}
        aria-label={find}
        placeholder={find}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          change(event.target.value)
        }}
      />
      <p className="quiet">
        {t({
          ko: '↵ 단축키 변경 · Ins 단축키 추가 · ^Del 단축키 삭제 · ^⌫ 기본값 · ^Z 실행 취소',
          en: '↵ change · Ins add · ^Del remove · ^⌫ reset · ^Z undo',
        })}
        <span role="status">{` · ${count} / ${commandIds.length}`}</span>
      </p>
    </>
  )
}
