import type { Macro, MacroSlot } from './macro.ts'

/** The macro under another name; it takes the place of one that has the name already. */
export function renamed(macros: readonly Macro[], macro: Macro, name: string): readonly Macro[] {
  return macros
    .filter((each) => each === macro || each.name !== name)
    .map((each) => (each === macro ? { ...macro, name } : each))
}

/** Gives a number to a macro, or takes it away where it had it; whichever had it before loses it. */
export function withSlot(
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

/** Takes a step out; a macro without steps is none. */
export function withoutStep(macros: readonly Macro[], macro: Macro, at: number): readonly Macro[] {
  const steps = macro.steps.filter((_, index) => index !== at)
  if (steps.length === 0) return macros.filter((each) => each !== macro)
  return macros.map((each) => (each === macro ? { ...macro, steps } : each))
}

/** Puts a step one place earlier or later. */
export function withStepMoved(
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
