import type { CommandId } from '#commands/index.ts'
import type { RowOption } from '#keymaps/row-options.ts'
import { currentContext } from './context.ts'
import { isOffered } from './run-command.ts'
import { keyProfile } from '#ui/keys/key-settings.ts'

export function rowOptions(): readonly RowOption[] {
  return keyProfile().options ?? []
}

export function offeredCommand(option: RowOption): CommandId | undefined {
  const context = currentContext()
  return option.commands.find((id) => isOffered(id, context))
}
