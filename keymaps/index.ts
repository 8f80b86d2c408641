import type { CommandId } from '#commands/index.ts'
import type { Keymap } from '#kernel/keymap.ts'
import { label, type Label } from '#kernel/label.ts'
import { defaultKeymap } from './default.ts'

/** A set of keys a user may choose; `default` stands beneath the others. */
export interface KeyProfile {
  readonly id: string
  readonly title: Label
  readonly maps: readonly Keymap<CommandId>[]
}

export const keyProfiles: readonly KeyProfile[] = [
  { id: 'default', title: label('기본', 'Default'), maps: [defaultKeymap] },
]
