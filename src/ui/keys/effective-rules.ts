import { implies } from '#kernel/when.ts'
import type { BoundRule } from './key-table.ts'

/** Rules that can fire, excluding `null` rules and the rules they unbind completely. */
export function effectiveRules<CommandId extends string>(
  rules: readonly BoundRule<CommandId>[],
): BoundRule<CommandId>[] {
  const isUnbound = (rule: BoundRule, index: number): boolean =>
    rules
      .slice(index + 1)
      .some(
        (later) =>
          later.command === null &&
          later.sequence === rule.sequence &&
          (later.of === undefined || later.of === rule.command) &&
          implies(rule.when, later.when),
      )
  return rules.filter((rule, index) => rule.command !== null && !isUnbound(rule, index))
}

export function sortByLayer<CommandId extends string>(
  rules: readonly BoundRule<CommandId>[],
): BoundRule<CommandId>[] {
  return rules.toSorted((rule, other) => other.layer - rule.layer)
}

export function keysByCommand<CommandId extends string>(
  rules: readonly BoundRule<CommandId>[],
): ReadonlyMap<CommandId, readonly string[]> {
  const keys = new Map<CommandId, string[]>()
  for (const { command, keys: written, sequence } of effectiveBindings(rules)) {
    const known = keys.get(command) ?? []
    const isKnown = known.some((candidate) => candidate === written || candidate === sequence)
    if (!isKnown) keys.set(command, [...known, written])
  }
  return keys
}

function effectiveBindings<CommandId extends string>(rules: readonly BoundRule<CommandId>[]) {
  return sortByLayer(effectiveRules(rules)).flatMap((rule) =>
    rule.command === null ? [] : [{ ...rule, command: rule.command }],
  )
}
