import type { JSX } from 'react'
import type { CommandId } from '#commands/index.ts'
import { keyLabel, spokenKeys } from '#ui/keys/key-label.ts'
import { commandKeys, platform } from './keyboard.ts'

interface KeyMarkProps {
  readonly keys: string
}

export function KeyMark({ keys }: KeyMarkProps): JSX.Element {
  return (
    <span className="key" role="img" aria-label={spokenKeys(keys, platform)}>
      {keyLabel(keys, platform)}
    </span>
  )
}

export function CommandKey({ of }: { readonly of: CommandId }): JSX.Element | null {
  const [keys] = commandKeys(of)
  return keys === undefined ? null : <KeyMark keys={keys} />
}
