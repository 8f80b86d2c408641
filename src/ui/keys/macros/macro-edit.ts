import type { Macro, MacroSlot } from './macro.ts'

/** Renames a macro; an existing one of that name is replaced. */
export function renameMacro(
  macros: readonly Macro[],
  macro: Macro,
  name: string,
): readonly Macro[] {
  return macros
    .filter((each) => each === macro || each.name !== name)
    .map((each) => (each === macro ? { ...macro, name } : each))
}

/** Assigns a slot, or removes it if the macro has it already; another macro loses it. */
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

/** Removes a step; a macro without steps is deleted. */
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
