import type { CommandId } from '#commands/index.ts'
import type { Value, WireRow } from '#kernel/field.ts'
import type { Logged } from './command-log.ts'

/** One step of a macro, as the log has it. */
export type MacroStep =
  | { readonly kind: 'command'; readonly id: string }
  | { readonly kind: 'open'; readonly route: string; readonly args: Record<string, string> }
  | {
      readonly kind: 'procedure'
      readonly name: string
      /** Taken from each row the macro is replayed over. */
      readonly columns: readonly string[]
      /** What was typed while recording: the parameters, asked for again. */
      readonly answers: Readonly<Record<string, Value>>
    }

/** Numbers a macro may be called by, so that keys can be given to them. */
export const macroSlots = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
export type MacroSlot = (typeof macroSlots)[number]

export interface Macro {
  readonly name: string
  readonly steps: readonly MacroStep[]
  /** Number it is called by. */
  readonly slot?: MacroSlot
}

/** Finding and looking is no part of the work. */
const passing: ReadonlySet<CommandId> = new Set<CommandId>([
  'app.palette',
  'app.commands',
  'app.recall',
  'app.menu',
  'app.favourites',
  'app.help',
  'app.keys',
  'app.command-log',
  'app.macros',
  'app.record-macro',
  'macro.1',
  'macro.2',
  'macro.3',
  'macro.4',
  'macro.5',
  'macro.6',
  'macro.7',
  'macro.8',
  'macro.9',
])

/** The steps in a stretch of the log. A command that asked for a procedure is that procedure. */
export function stepsOf(log: readonly Logged[]): MacroStep[] {
  const steps: MacroStep[] = []
  for (const entry of log) {
    if (entry.kind === 'command') {
      if (!passing.has(entry.id)) steps.push({ kind: 'command', id: entry.id })
    } else if (entry.kind === 'open') {
      steps.push({ kind: 'open', route: entry.route, args: { ...entry.args } })
    } else {
      if (steps.at(-1)?.kind === 'command') steps.pop()
      const { name, columns, answers } = entry
      steps.push({ kind: 'procedure', name, columns, answers })
    }
  }
  return steps
}

/** The parameters of a macro with what was typed for them first, over all of its steps. */
export function parametersOf(macro: Macro): Record<string, Value> {
  const answers = macro.steps.flatMap((step) =>
    step.kind === 'procedure' ? Object.entries(step.answers) : [],
  )
  return Object.fromEntries(answers.toReversed())
}

/**
 * The rows a procedure step is carried out for, numbered: columns from each row, parameters from
 * the answers. A row that lacks one of the columns is left out and counted.
 */
export function rowsForStep(
  step: Extract<MacroStep, { kind: 'procedure' }>,
  rows: readonly WireRow[],
  answers: Readonly<Record<string, Value>>,
): { readonly rows: readonly WireRow[]; readonly left: number } {
  const parameters = Object.fromEntries(
    Object.keys(step.answers).map((name) => [name, answers[name] ?? step.answers[name] ?? null]),
  )
  const sources = step.columns.length === 0 ? [{}] : rows
  const fitting = sources.filter((row: WireRow) =>
    step.columns.every((column) => (row[column] ?? null) !== null),
  )
  const distinct = new Map(
    fitting.map((row: WireRow) => {
      const own = Object.fromEntries(step.columns.map((column) => [column, row[column] ?? null]))
      return [JSON.stringify(own), { ...own, ...parameters }] as const
    }),
  )
  return {
    rows: [...distinct.values()].map((row, index) => ({ ...row, NO: index + 1 })),
    left: sources.length - fitting.length,
  }
}

/** Reads what the server kept; a macro that says nothing readable is left out. */
export function readMacros(stored: unknown): readonly Macro[] {
  if (!Array.isArray(stored)) return []
  return stored.filter((macro: unknown): macro is Macro => {
    if (typeof macro !== 'object' || macro === null) return false
    if (!('name' in macro) || !('steps' in macro) || !Array.isArray(macro.steps)) return false
    const slot = 'slot' in macro ? macro.slot : undefined
    if (slot !== undefined && !macroSlots.some((each) => each === slot)) return false
    return typeof macro.name === 'string' && macro.steps.every(isStep)
  })
}

function isStep(step: unknown): step is MacroStep {
  if (typeof step !== 'object' || step === null || !('kind' in step)) return false
  if (step.kind === 'command') return 'id' in step && typeof step.id === 'string'
  if (step.kind === 'open') return 'route' in step && 'args' in step
  return step.kind === 'procedure' && 'name' in step && 'columns' in step && 'answers' in step
}
