import type { CommandId } from '#commands/index.ts'
import type { Keymap } from '#kernel/keymap.ts'
import { label, type Label } from '#kernel/label.ts'
import { defaultKeymap } from './default.ts'
import { functionKeysKeymap } from './function-keys.ts'
import { terminalOptions, type RowOption } from './row-options.ts'
import { vimKeymap, vimCommandNames } from './vim.ts'

/** Key bindings a user can choose. `default` is the base of all other profiles. */
export interface KeyProfile {
  readonly id: string
  readonly title: Label
  readonly maps: readonly Keymap<CommandId>[]
  /** Grids start in command mode, where letters are commands. */
  readonly commandMode?: boolean
  readonly options?: readonly RowOption[]
  readonly commandNames?: Readonly<Record<string, readonly CommandId[]>>
}

export const keyProfiles: readonly KeyProfile[] = [
  { id: 'default', title: label('기본', 'Default'), maps: [defaultKeymap] },
  {
    id: 'function-keys',
    title: label('기능키 (ERP, 5250)', 'Function keys (ERP, 5250)'),
    maps: [defaultKeymap, functionKeysKeymap],
    options: terminalOptions,
  },
  {
    id: 'vim',
    title: label('vim', 'vim'),
    maps: [defaultKeymap, vimKeymap],
    commandMode: true,
    commandNames: vimCommandNames,
  },
]
