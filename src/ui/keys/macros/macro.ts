import type { CommandId } from '#commands/index.ts'
import type { Value, WireRow } from '#kernel/field.ts'
import type { Logged } from '#ui/keys/command-log.ts'

/** A screen that is opened, or asked by its search fields. */
export interface ScreenStep {
  readonly kind: 'open' | 'search'
  readonly route: string
  readonly args: Readonly<Record<string, string>>
}

/** One step of a macro, as the log has it. */
export type MacroStep =
  | { readonly kind: 'command'; readonly id: string }
  | ScreenStep
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

const searching = { kind: 'command', id: 'page.search' } as const

/**
 * The steps in a stretch of the log. A command that asked for a procedure is that procedure, and a
 * search that asked for something is what it asked.
 */
export function stepsOf(log: readonly Logged[]): MacroStep[] {
  const steps: MacroStep[] = []
  for (const entry of log) {
    if (entry.kind === 'command') {
      if (!passing.has(entry.id)) steps.push({ kind: 'command', id: entry.id })
    } else if (entry.kind === 'open') {
      steps.push({ kind: 'open', route: entry.route, args: { ...entry.args } })
    } else if (entry.kind === 'search') {
      const last = steps.at(-1)
      if (last?.kind === 'command' && last.id === searching.id) steps.pop()
      const { route, args } = entry
      const isPlain = Object.keys(args).length === 0
      steps.push(isPlain ? searching : { kind: 'search', route, args: { ...args } })
    } else {
      if (steps.at(-1)?.kind === 'command') steps.pop()
      const { name, columns, answers } = entry
      steps.push({ kind: 'procedure', name, columns, answers })
    }
  }
  return steps
}

/** The parameter that a search field is: two screens may search by the same name. */
export function searchParameter(route: string, name: string): string {
  return `${route}.${name}`
}

/** The parameters of a macro with what was typed for them first, over all of its steps. */
export function parametersOf(macro: Macro): Record<string, Value> {
  const answers = macro.steps.flatMap((step): [string, Value][] => {
    if (step.kind === 'procedure') return Object.entries(step.answers)
    if (step.kind !== 'search') return []
    return Object.entries(step.args).map(([name, value]) => [
      searchParameter(step.route, name),
      value,
    ])
  })
  return Object.fromEntries(answers.toReversed())
}

/** The step with the answers in the place of what was typed into the search first. */
export function answeredSearch(
  step: ScreenStep,
  answers: Readonly<Record<string, Value>>,
): ScreenStep {
  if (step.kind !== 'search') return step
  const args = Object.entries(step.args).map(([name, first]) => {
    const answer = answers[searchParameter(step.route, name)]
    return [name, answer === undefined ? first : String(answer ?? '')]
  })
  return { ...step, args: Object.fromEntries(args) }
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
  if (step.kind === 'open' || step.kind === 'search') return 'route' in step && 'args' in step
  return step.kind === 'procedure' && 'name' in step && 'columns' in step && 'answers' in step
}
