import type { JSX } from 'react'
import type { CommandId } from '#commands/index.ts'
import { keyLabel, spokenKeys } from '#ui/keys/key-label.ts'
import { allKeysOf, platform } from './keyboard.ts'

interface KeyMarkProps {
  /** As written in a keymap. */
  readonly keys: string
}

/** A key as it is written on the page, called by its name to those who hear the page. */
export function KeyMark({ keys }: KeyMarkProps): JSX.Element {
  return (
    <span className="key" role="img" aria-label={spokenKeys(keys, platform)}>
      {keyLabel(keys, platform)}
    </span>
  )
}

/** The first key of a command; nothing where it has none. */
export function CommandKey({ of }: { readonly of: CommandId }): JSX.Element | null {
  const [keys] = allKeysOf(of)
  return keys === undefined ? null : <KeyMark keys={keys} />
}
