import { useEffect, type JSX } from 'react'
import type { CommandId } from '#commands/index.ts'
import { allKeysOf, platform } from '#ui/keys/dispatch/keyboard.ts'
import { commandOf } from '#ui/keys/dispatch/run-command.ts'
import { t } from '#ui/base/language.ts'
import { foundCommands } from './found-commands.ts'
import { keyLabel } from '#ui/keys/key-label.ts'
import { userKeys } from '#ui/keys/key-settings.ts'
import { parseChords } from '#ui/keys/chord.ts'

/** One key of a command, or a command without keys. */
export interface KeyRow {
  readonly id: CommandId
  /** As written in the keymap; undefined if the command has no key. */
  readonly keys: string | undefined
  readonly own: boolean
}

/** A row for each key of the matching commands. */
export function keyRows(text: string): readonly KeyRow[] {
  const sequence = (keys: string): string => parseChords(keys, platform).join(' ')
  const own = new Set(
    userKeys().flatMap(({ command, keys }) => (command ? [`${command} ${sequence(keys)}`] : [])),
  )
  return foundCommands(text).flatMap((id): KeyRow[] => {
    const all = allKeysOf(id)
    if (all.length === 0) return [{ id, keys: undefined, own: false }]
    return all.map((keys) => ({ id, keys, own: own.has(`${id} ${sequence(keys)}`) }))
  })
}

export function rowName({ id, keys = '' }: KeyRow): string {
  return `key-row-${id}-${keys.replaceAll(' ', '_')}`
}

interface RowsProps {
  readonly rows: readonly KeyRow[]
  readonly chosen: KeyRow | undefined
  readonly choose: (at: number) => void
  readonly record: (row: KeyRow) => void
}

export function KeyRows({ rows, chosen, choose, record }: RowsProps): JSX.Element {
  const name = chosen && rowName(chosen)
  useEffect(() => {
    if (name) document.getElementById(name)?.scrollIntoView({ block: 'nearest' })
  }, [name])
  return (
    <div
      id="key-sheet-list"
      className="key-rows"
      role="listbox"
      aria-label={t({ ko: '명령과 키', en: 'Commands and keys' })}
    >
      {rows.map((row, index) => (
        <div
          key={rowName(row)}
          id={rowName(row)}
          role="option"
          aria-selected={row === chosen}
          className="key-row"
          onClick={() => choose(index)}
          onDoubleClick={() => record(row)}
        >
          <span>{t(commandOf(row.id).title)}</span>
          <span className="quiet">{row.id}</span>
          <span className="tone-accent">{row.own ? t({ ko: '내 키', en: 'mine' }) : ''}</span>
          <span>
            {row.keys === undefined ? (
              '—'
            ) : (
              <span className="key">{keyLabel(row.keys, platform)}</span>
            )}
          </span>
        </div>
      ))}
    </div>
  )
}
