import { useState, type JSX, type KeyboardEvent } from 'react'
import { loadScreens } from '#ui/remote/screens.ts'
import { commandIds, type CommandId } from '#commands/index.ts'
import { keyProfiles } from '#keymaps/index.ts'
import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { saveBlob } from '#ui/base/file-name.ts'
import { commandKeys, environment, platform, useKeys } from '#ui/keys/dispatch/keyboard.ts'
import { resolveCommand, commandCondition } from '#ui/keys/dispatch/run-command.ts'
import { chooseFile } from '#ui/base/choose-file.ts'
import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { openPopup } from '#ui/windows/popup-stack.ts'
import { keyLabel } from '#ui/keys/key-label.ts'
import { useUndo } from './use-undo.ts'
import { findCommands } from './find-commands.ts'
import { KeyRecorder } from './key-recorder-panel.tsx'
import {
  keyProfile,
  profileRules,
  saveProfile,
  saveUserKeys,
  userKeys,
} from '#ui/keys/key-settings.ts'
import { formatKeymap, readKeymapFile } from '#ui/keys/keymap-file.ts'
import { canonicalKeys, resetKeys, unbindKeys } from '#ui/keys/rebind.ts'
import type { UserKey } from '#ui/keys/user-keys.ts'
import { describeWhen } from '#ui/keys/describe-when.ts'
import { SheetRow, SheetSearch, useSheetList } from './sheet-list.tsx'

export async function openKeys(): Promise<void> {
  const profile = t(keyProfile().title)
  const title = t(label(`단축키 변경 ·  ${profile}`, `Change shortcuts ·  ${profile}`))
  // Conditions are described with table titles that load with the screens.
  await loadScreens().catch(() => undefined)
  await openPopup(KeySheet, { width: 900, height: 660, title, fullScreen: true })
}

interface KeyRow {
  readonly id: CommandId
  readonly keys?: string
  readonly isOwn?: boolean
}

function findRows(text: string): readonly KeyRow[] {
  const own = new Set(
    userKeys().map(({ command, keys }) => `${command} ${canonicalKeys(keys, platform)}`),
  )
  return findCommands(text).flatMap((id): KeyRow[] => {
    const all = commandKeys(id)
    if (all.length === 0) return [{ id }]
    return all.map((keys) => ({
      id,
      keys,
      isOwn: own.has(`${id} ${canonicalKeys(keys, platform)}`),
    }))
  })
}

function rowId({ id, keys = '' }: KeyRow): string {
  return `key-row-${id}-${keys.replaceAll(' ', '_')}`
}

/** Changes apply immediately. If the server rejects them, they apply in this window only. */
async function applySaved(saving: Promise<void>): Promise<void> {
  try {
    await saving
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const en = `Not saved on the server, applies in this window only: ${reason}`
    notify('error', t(label(`서버에 저장하지 못해 이 창에서만 적용됩니다: ${reason}`, en)))
  }
}

type Changes = ReturnType<typeof useUndo<readonly UserKey[]>>

function bindingContext() {
  return { product: profileRules(), userKeys: userKeys() }
}

function describeChange({ id, keys }: KeyRow, ko: string, en: string): Label {
  const { title } = resolveCommand(id)
  const key = keys === undefined ? '' : ` ${keyLabel(keys, platform)}`
  return label(`${title.ko}:${key} ${ko}`, `${title.en}:${key} ${en}`)
}

async function importKeys(changes: Changes): Promise<void> {
  const file = await chooseFile('.json,application/json')
  if (!file) return
  const options = { platform, environment: environment() }
  const read = readKeymapFile(await file.text(), commandIds, options)
  if (!read) {
    notify('error', t(label('단축키 세트 파일이 아닙니다.', 'Not a keymap file.')))
    return
  }
  const { profile, keys, leftOut } = read
  if (profile !== keyProfile().id && keyProfiles.some(({ id }) => id === profile)) {
    await applySaved(saveProfile(profile))
  }
  const [ko, en] = [
    `${formatCount(keys.length)}행 가져옴`,
    `${formatCount(keys.length, 'line')} imported`,
  ]
  changes.change(
    keys,
    leftOut === 0
      ? label(ko, en)
      : label(`${ko}, ${formatCount(leftOut)}행 제외`, `${en}, ${formatCount(leftOut)} excluded`),
  )
}

function exportKeys(): void {
  const text = formatKeymap(keyProfile().id, userKeys())
  saveBlob(new Blob([text], { type: 'application/json' }), 'keymap.json')
}

function handleModKey(event: KeyboardEvent, chosen: KeyRow | undefined, changes: Changes): boolean {
  if (event.code === 'KeyZ') changes.undo()
  else if (event.code === 'KeyE') exportKeys()
  else if (event.code === 'KeyI') void importKeys(changes)
  else if (event.key === 'Delete' && chosen?.keys !== undefined) {
    const remaining = unbindKeys(chosen.id, bindingContext(), platform, chosen.keys)
    changes.change(remaining, describeChange(chosen, '삭제했습니다.', 'Removed.'))
  } else if (event.key === 'Backspace' && chosen) {
    const keys = resetKeys(chosen.id, bindingContext(), platform)
    changes.change(
      keys,
      describeChange({ id: chosen.id }, '기본값으로 되돌렸습니다.', 'Reset to default.'),
    )
  } else return false
  return true
}

function KeySheet(): JSX.Element {
  useKeys()
  const changes = useUndo(userKeys, (keys) => void applySaved(saveUserKeys(keys)))
  const list = useSheetList(findRows)
  const { rows, chosen } = list
  /** The row whose key is being replaced. A row without keys gets a new one. */
  const [recording, setRecording] = useState<KeyRow | undefined>(undefined)

  function handleKey(event: KeyboardEvent): boolean {
    if (event.target instanceof HTMLButtonElement && event.key === 'Enter') return false
    if (event.ctrlKey || event.metaKey) return handleModKey(event, chosen, changes)
    if (!chosen) return false
    if (event.key === 'Enter') setRecording(chosen)
    else if (event.key === 'Insert') setRecording({ id: chosen.id })
    else return false
    return true
  }
  const when = chosen && t(describeWhen(commandCondition(chosen.id) ?? 'always'))
  return (
    <div className="key-sheet" onKeyDown={(event) => list.onKeyDown(event, handleKey)}>
      <SheetSearch
        {...list}
        label={t(label('명령이나 키 찾기', 'Find a command or a key'))}
        list="key-sheet-list"
        active={chosen && rowId(chosen)}
      />
      <p className="quiet">
        {t(
          label(
            '↵ 단축키 변경 · Ins 단축키 추가 · ^Del 단축키 삭제 · ^⌫ 기본값 · ^Z 실행 취소',
            '↵ change · Ins add · ^Del remove · ^⌫ reset · ^Z undo',
          ),
        )}
        <span role="status">
          {` · ${new Set(rows.map(({ id }) => id)).size} / ${commandIds.length}`}
        </span>
      </p>
      {recording && (
        <KeyRecorder
          command={recording.id}
          instead={recording.keys}
          close={() => setRecording(undefined)}
          save={(all, keys) => {
            setRecording(undefined)
            changes.change(
              all,
              describeChange({ id: recording.id, keys }, '저장했습니다.', 'Saved.'),
            )
          }}
        />
      )}
      <KeyRows list={list} record={setRecording} />
      <p className="key-sheet-foot">
        <span className="quiet">
          {when && `${t(label('사용 조건', 'Available when'))}: ${when}`}
        </span>
        <span role="status" className="tone-accent">
          {changes.said && t(changes.said)}
        </span>
      </p>
      <SheetButtons changes={changes} />
    </div>
  )
}

interface RowsProps {
  readonly list: ReturnType<typeof useSheetList<KeyRow>>
  readonly record: (row: KeyRow) => void
}

function KeyRows({ list: { rows, chosen, choose }, record }: RowsProps): JSX.Element {
  return (
    <div
      id="key-sheet-list"
      className="key-rows"
      role="listbox"
      aria-label={t(label('명령과 키', 'Commands and keys'))}
    >
      {rows.map((row, index) => (
        <SheetRow
          key={rowId(row)}
          id={rowId(row)}
          isChosen={row === chosen}
          onClick={() => choose(index)}
          onDoubleClick={() => record(row)}
        >
          <span>{t(resolveCommand(row.id).title)}</span>
          <span className="quiet">{row.id}</span>
          <span className="tone-accent">{row.isOwn && t(label('내 키', 'mine'))}</span>
          <span>
            {row.keys ? <span className="key">{keyLabel(row.keys, platform)}</span> : '—'}
          </span>
        </SheetRow>
      ))}
    </div>
  )
}

function SheetButtons({ changes }: { readonly changes: Changes }): JSX.Element {
  const reset = label(
    '변경한 단축키를 모두 기본값으로 되돌렸습니다.',
    'All changed shortcuts were reset.',
  )
  return (
    <div className="popup-buttons">
      <button type="button" className="button" onClick={exportKeys}>
        {t(label('파일로 저장', 'Save as a file'))} <span className="key">^E</span>
      </button>
      <button type="button" className="button" onClick={() => void importKeys(changes)}>
        {t(label('파일에서 가져오기', 'From a file'))} <span className="key">^I</span>
      </button>
      <button type="button" className="button" onClick={() => changes.change([], reset)}>
        {t(label('변경한 단축키 모두 기본값으로', 'Reset all changed shortcuts'))}
      </button>
      <button type="button" className="button" onClick={changes.undo}>
        {t(label('되돌리기', 'Undo'))} <span className="key">^Z</span>
      </button>
    </div>
  )
}
