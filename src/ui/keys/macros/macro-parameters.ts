import type { Fields } from '#kernel/field.ts'
import { findProcedure } from '#ui/remote/palette-procedures.ts'
import { searchColumns } from '#ui/remote/search-columns.ts'
import { loadedScreen } from '#ui/remote/screens.ts'
import { macroParameters, searchParameter, type Macro, type MacroStep } from './macro.ts'

export function parameterFields(macro: Macro): Fields {
  const own = macroParameters(macro)
  const known: Fields = Object.assign({}, ...macro.steps.map(stepFields))
  return Object.fromEntries(Object.entries(known).filter(([name]) => Object.hasOwn(own, name)))
}

/** Parameters that accept search syntax: operators, ranges, patterns. */
export function searchedParameters(macro: Macro): ReadonlySet<string> {
  const searches = macro.steps.filter((step) => step.kind === 'search')
  return new Set(searches.flatMap((step) => Object.keys(stepFields(step))))
}

function stepFields(step: MacroStep): Fields {
  if (step.kind === 'procedure') return findProcedure(step.name)?.input ?? {}
  const screen = step.kind === 'search' ? loadedScreen(step.route) : undefined
  if (step.kind !== 'search' || !screen) return {}
  return Object.fromEntries(
    // Even a required condition can be empty in a replay.
    searchColumns(screen).map((column) => [
      searchParameter(step.route, column.name),
      { ...column, required: false },
    ]),
  )
}
