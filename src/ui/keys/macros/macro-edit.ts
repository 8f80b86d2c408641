import type { Macro, MacroSlot } from './macro.ts'

export function renameMacro(
  macros: readonly Macro[],
  macro: Macro,
  name: string,
): readonly Macro[] {
  return macros
    .filter((each) => each === macro || each.name !== name)
    .map((each) => (each === macro ? { ...macro, name } : each))
}

/**
 * Assigns a slot to a macro and removes it from any other. Clears the slot if the macro already has
 * it.
 */
export function assignSlot(
  macros: readonly Macro[],
  macro: Macro,
  slot: MacroSlot,
): readonly Macro[] {
  return macros.map((each) => {
    const { slot: own, ...rest } = each
    if (each === macro) return own === slot ? rest : { ...rest, slot }
    return own === slot ? rest : each
  })
}

export function removeStep(macros: readonly Macro[], macro: Macro, at: number): readonly Macro[] {
  const steps = macro.steps.filter((_, index) => index !== at)
  if (steps.length === 0) return macros.filter((each) => each !== macro)
  return macros.map((each) => (each === macro ? { ...macro, steps } : each))
}

export function moveStep(
  macros: readonly Macro[],
  macro: Macro,
  at: number,
  by: 1 | -1,
): readonly Macro[] {
  const step = macro.steps[at]
  const other = macro.steps[at + by]
  if (!step || !other) return macros
  const steps = macro.steps.with(at, other).with(at + by, step)
  return macros.map((each) => (each === macro ? { ...macro, steps } : each))
}
