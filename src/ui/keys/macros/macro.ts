import type { Value, WireRow } from '#kernel/field.ts'
import type { LogEntry, ScreenVisit } from '#ui/keys/command-log.ts'

export type ScreenStep = ScreenVisit

export type MacroStep =
  | { readonly kind: 'command'; readonly id: string }
  | ScreenStep
  | {
      readonly kind: 'procedure'
      readonly name: string
      readonly columns: readonly string[]
      readonly answers: Readonly<Record<string, Value>>
    }

export const macroSlots = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
export type MacroSlot = (typeof macroSlots)[number]

export interface Macro {
  readonly name: string
  readonly steps: readonly MacroStep[]
  readonly slot?: MacroSlot
}

/** Commands that replay macros or open the palette, menu or tools are not recorded. */
const notRecorded =
  /^(?:macro\.\d|app\.(?:palette|commands|recall|menu|favourites|help|keys|command-log|macros|record-macro))$/

const searching = { kind: 'command', id: 'page.search' } as const

/**
 * Converts log entries to steps. A command that prompted for a procedure's input becomes that
 * procedure. A search with conditions replaces the plain search command.
 */
export function toSteps(log: readonly LogEntry[]): MacroStep[] {
  const steps: MacroStep[] = []
  for (const entry of log) {
    if (entry.kind === 'command') {
      if (!notRecorded.test(entry.id)) steps.push({ kind: 'command', id: entry.id })
    } else if (entry.kind === 'procedure') {
      if (steps.at(-1)?.kind === 'command') steps.pop()
      const { name, columns, answers } = entry
      steps.push({ kind: 'procedure', name, columns, answers })
    } else {
      const { kind, route, args } = entry
      const last = steps.at(-1)
      const isSearch = kind === 'search'
      if (isSearch && last?.kind === 'command' && last.id === searching.id) steps.pop()
      const isPlain = isSearch && Object.keys(args).length === 0
      steps.push(isPlain ? searching : { kind, route, args: { ...args } })
    }
  }
  return steps
}

/** Qualified by route, because two screens can have search fields of the same name. */
export function searchParameter(route: string, name: string): string {
  return `${route}.${name}`
}

export function macroParameters(macro: Macro): Record<string, Value> {
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

export function applyResponses(
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
 * Returns numbered rows for a procedure step, with columns from each row and parameters from the
 * answers. Skips rows that lack a column and counts them in `left`.
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

export function readMacros(stored: unknown): readonly Macro[] {
  if (!Array.isArray(stored)) return []
  return stored.filter((macro: unknown): macro is Macro => {
    if (typeof macro !== 'object' || macro === null) return false
    if (!('name' in macro) || !('steps' in macro) || !Array.isArray(macro.steps)) return false
    const slot = 'slot' in macro ? macro.slot : undefined
    if (slot !== undefined && !macroSlots.some((macroSlot) => macroSlot === slot)) return false
    return typeof macro.name === 'string' && macro.steps.every(isStep)
  })
}

function isStep(step: unknown): step is MacroStep {
  if (typeof step !== 'object' || step === null || !('kind' in step)) return false
  if (step.kind === 'command') return 'id' in step && typeof step.id === 'string'
  if (step.kind === 'open' || step.kind === 'search') return 'route' in step && 'args' in step
  return step.kind === 'procedure' && 'name' in step && 'columns' in step && 'answers' in step
}
