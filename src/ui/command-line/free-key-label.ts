import type { CommandId } from '#commands/index.ts'
import type { ContextValues } from '#kernel/context-keys.ts'
import { evaluate } from '#kernel/when.ts'
import { parseChords } from '#ui/keys/chord.ts'
import { commandKeys, environment, platform } from '#ui/keys/dispatch/keyboard.ts'
import { keyLabel } from '#ui/keys/key-label.ts'
import { currentRules, rulesVersion } from '#ui/keys/key-settings.ts'
import { keyTable, resolveKeys, type KeyTable } from '#ui/keys/key-table.ts'

let known: { readonly version: string; readonly table: KeyTable<CommandId> } | undefined

function currentTable(): KeyTable<CommandId> {
  const version = `${environment()} ${rulesVersion()}`
  if (known?.version !== version) {
    const table = keyTable(currentRules(), { platform, environment: environment() })
    known = { version, table }
  }
  return known.table
}

/** Label of the first key of a command that runs no other command once the palette is closed. */
export function freeKeyLabel(id: CommandId, context: ContextValues): string {
  const isCovered = context['dialogOpen'] === true || context['popupOpen'] === true
  const here = { ...context, paletteOpen: false, pageInFront: !isCovered }
  const table = currentTable()
  const isTaken = (keys: string): boolean => {
    const strokes = parseChords(keys, platform)
    return strokes.some((_, index) => {
      const pressed = strokes.slice(0, index + 1)
      const found = resolveKeys(table, pressed, (rule) => evaluate(rule.when, here))
      return found.kind === 'command' && found.command !== id
    })
  }
  const keys = commandKeys(id).find((each) => !isTaken(each))
  return keys === undefined ? '' : keyLabel(keys, platform)
}
