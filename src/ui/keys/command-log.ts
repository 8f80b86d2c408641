import type { CommandId } from '#commands/index.ts'
import type { Value, WireRow } from '#kernel/field.ts'
import type { Label } from '#kernel/label.ts'
import type { Procedure } from '#kernel/operation.ts'

interface LoggedCommand {
  readonly kind: 'command'
  readonly id: CommandId
  readonly keys: string
}

export interface ScreenVisit {
  readonly kind: 'open' | 'search'
  readonly route: string
  readonly args: Readonly<Record<string, string>>
}

interface LoggedProcedure {
  readonly kind: 'procedure'
  readonly name: string
  readonly title: Label
  readonly columns: readonly string[]
  readonly answers: Readonly<Record<string, Value>>
}

type LoggedAction = LoggedCommand | ScreenVisit | LoggedProcedure

export type LogEntry = LoggedAction & { readonly at: number }

const MAX_ENTRIES = 500

let entries: readonly LogEntry[] = []
/** Number of entries ever logged. The log can drop its oldest entries while a macro is recorded. */
let totalLogged = 0

export function logPosition(): number {
  return totalLogged
}

export function entriesSince(position: number): readonly LogEntry[] {
  return totalLogged > position ? entries.slice(-(totalLogged - position)) : []
}

export function commandLog(): readonly LogEntry[] {
  return entries
}

export interface RepeatedEntry {
  readonly entry: LogEntry
  readonly times: number
}

/** Collapses repetitions of a command: fifty times "row down" become one entry. */
export function collapseRepeats(log: readonly LogEntry[]): readonly RepeatedEntry[] {
  const runs: RepeatedEntry[] = []
  for (const entry of log) {
    const last = runs.at(-1)
    const isSame =
      last?.entry.kind === 'command' && entry.kind === 'command' && last.entry.id === entry.id
    if (isSame) runs[runs.length - 1] = { entry, times: last.times + 1 }
    else runs.push({ entry, times: 1 })
  }
  return runs
}

function addEntry(done: LoggedAction): void {
  entries = [...entries, { ...done, at: Date.now() }].slice(-MAX_ENTRIES)
  totalLogged += 1
}

export function recordCommand(id: CommandId): void {
  addEntry({ kind: 'command', id, keys: '' })
}

export function recordOpen(route: string, args: Readonly<Record<string, string>>): void {
  addEntry({ kind: 'open', route, args })
}

export function recordSearch(route: string, args: Readonly<Record<string, string>>): void {
  addEntry({ kind: 'search', route, args })
}

export function recordCommandKeys(id: CommandId, keys: string): void {
  const index = entries.findLastIndex((entry) => entry.kind === 'command' && entry.id === id)
  const entry = entries[index]
  if (entry?.kind === 'command') entries = entries.with(index, { ...entry, keys })
}

export function recordProcedure(
  { name, title }: Procedure,
  row: Readonly<Partial<WireRow>>,
  answers: Readonly<Record<string, Value>>,
): void {
  const columns = Object.keys(row).filter((column) => (row[column] ?? null) !== null)
  addEntry({ kind: 'procedure', name, title, columns, answers })
}
