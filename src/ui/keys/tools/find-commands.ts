import { commandIds, type CommandId } from '#commands/index.ts'
import type { Label } from '#kernel/label.ts'
import { commandKeys, commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { resolveCommand } from '#ui/keys/dispatch/run-command.ts'
import { createSearchIndex } from '#ui/command-line/search-index.ts'

export function findCommands(text: string): readonly CommandId[] {
  if (text.trim() === '') return commandIds
  const index = createSearchIndex(
    commandIds.map((id) => ({
      ...resolveCommand(id).title,
      id,
      group: 'command',
      codes: [id, commandKeyLabel(id), ...commandKeys(id)],
      keywords: resolveCommand(id).keywords ?? [],
      command: id,
    })),
  )
  return index.search(text, { limit: commandIds.length }).map(({ entry }) => entry.command)
}

export function findLabels<T extends { readonly name: Label; readonly keys: readonly string[] }>(
  text: string,
  entries: readonly T[],
): readonly T[] {
  if (text.trim() === '') return entries
  const index = createSearchIndex(
    entries.map((entry, at) => ({
      ...entry.name,
      id: String(at),
      group: 'fixed',
      codes: entry.keys,
      entry,
    })),
  )
  return index.search(text, { limit: entries.length }).map((found) => found.entry.entry)
}
