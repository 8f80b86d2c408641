import type { Macro, MacroSlot } from './macro.ts'

export function renameMacro(
  macros: readonly Macro[],
  macro: Macro,
  name: string,
): readonly Macro[] {
  return macros
    .filter((other) => other === macro || other.name !== name)
    .map((other) => (other === macro ? { ...macro, name } : other))
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
  return macros.map((other) => {
    const { slot: own, ...rest } = other
    if (other === macro) return own === slot ? rest : { ...rest, slot }
    return own === slot ? rest : other
  })
}

export function removeStep(macros: readonly Macro[], macro: Macro, at: number): readonly Macro[] {
  const steps = macro.steps.filter((_, index) => index !== at)
  if (steps.length === 0) return macros.filter((other) => other !== macro)
  return macros.map((other) => (other === macro ? { ...macro, steps } : other))
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
