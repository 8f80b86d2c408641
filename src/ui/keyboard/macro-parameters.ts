import type { Fields } from '#kernel/field.ts'
import { procedureNamed } from '../app/palette-procedures.ts'
import { parametersOf, type Macro } from './macro.ts'

/** The parameters of a macro as fields, by what the procedures of its steps say of them. */
export function parameterFields(macro: Macro): Fields {
  const own = parametersOf(macro)
  const known: Fields = Object.assign(
    {},
    ...macro.steps.map((step) =>
      step.kind === 'procedure' ? (procedureNamed(step.name)?.input ?? {}) : {},
    ),
  )
  return Object.fromEntries(Object.entries(known).filter(([name]) => Object.hasOwn(own, name)))
}
