import type { KeyEnvironment, KeyRule } from '#kernel/keymap.ts'
import { label, type Label } from '#kernel/label.ts'
import { areMutuallyExclusive, implies, parseWhen } from '#kernel/when.ts'
import { isBareChord, type Platform } from './chord.ts'
import { findFixedKey } from './fixed-keys.ts'
import { keyTable, type BoundRule } from './key-table.ts'
import { reservedReason } from './reserved-keys.ts'
import { effectiveRules } from './effective-rules.ts'

type KeyProblemKind =
  /** Two commands on the same strokes where neither condition is narrower. */
  | 'same'
  /** A later rule covers every case in which this one would fire. */
  | 'unreachable'
  /** The strokes of one rule are a prefix of the other's. */
  | 'prefix'
  /** The browser, the system or the input method reserves the key. */
  | 'reserved'
  /** A single-character shortcut that always works and cannot be switched off (WCAG 2.2, 2.1.4). */
  | 'bare'
  // The kinds below are reported only while the user is choosing a key.
  | 'narrows'
  | 'fixed'
  | 'letters'
  | 'app-only'

export interface KeyProblem {
  readonly kind: KeyProblemKind
  readonly rule: KeyRule
  readonly other?: KeyRule
  readonly message: Label
  readonly refuses?: boolean
  readonly reason?: Label
}

export interface ConflictOptions {
  readonly platform: Platform
  readonly environment: KeyEnvironment
}

/** Conditions that restrict a bare key to a focused component or let the user switch it off. */
const containers = parseWhen(
  'commandMode || singleKeys || grid || form || paletteOpen || dialogOpen || zone == menu' +
    ' || zone == tabs || zone == search || zone == chart || zone == home',
)

/**
 * Returns all problems of a rule set in one environment. A later rule with a narrower condition is
 * an exception, not a conflict. `null` rules and the rules they unbind are ignored.
 */
export function findKeyProblems(rules: readonly KeyRule[], options: ConflictOptions): KeyProblem[] {
  const bound = effectiveRules(keyTable(rules, options).rules)
  return [
    ...bound.flatMap((rule, index) =>
      bound.slice(index + 1).flatMap((later) => pairProblem(rule, later)),
    ),
    ...bound.flatMap((rule) => reservedProblem(rule, options)),
    ...bound.flatMap(findBareKeyProblem),
  ]
}

export function findConflicts(
  candidate: KeyRule,
  rules: readonly KeyRule[],
  options: ConflictOptions,
): KeyProblem[] {
  const [added] = keyTable([candidate], options).rules
  if (!added) return []
  const others = effectiveRules(keyTable(rules, options).rules)
  return [
    ...others.flatMap((rule) => [...pairProblem(rule, added), ...findNarrowedRule(rule, added)]),
    ...reservedProblem(added, options),
    ...findBareKeyProblem(added),
    ...candidateProblems(added, options),
  ]
}

/** An exception is valid, but the user should see which command had the key. */
function findNarrowedRule(rule: BoundRule, added: BoundRule): KeyProblem[] {
  const isException =
    rule.sequence === added.sequence &&
    rule.command !== added.command &&
    !areMutuallyExclusive(rule.when, added.when) &&
    !implies(rule.when, added.when) &&
    implies(added.when, rule.when)
  return isException ? [toPairProblem('narrows', rule, added)] : []
}

function candidateProblems(rule: BoundRule, options: ConflictOptions): KeyProblem[] {
  const reserved = rule.chords.flatMap((chord): KeyProblem[] => {
    const fixed = findFixedKey(chord, options.platform)
    const tabReason = reservedReason(chord, { ...options, environment: 'tab' })
    return [
      ...(fixed ? [toSingleProblem('fixed', rule, fixed.title, fixed.yields !== true)] : []),
      ...(tabReason && !reservedReason(chord, options)
        ? [toSingleProblem('app-only', rule, tabReason)]
        : []),
    ]
  })
  if (!rule.bare) return reserved
  return [
    ...reserved,
    toSingleProblem('letters', rule, label('글자 단축키입니다', 'a single-letter shortcut')),
  ]
}

function pairProblem(rule: BoundRule, later: BoundRule): KeyProblem[] {
  const isSame = rule.sequence === later.sequence
  const isPrefix =
    rule.sequence.startsWith(`${later.sequence} `) || later.sequence.startsWith(`${rule.sequence} `)
  if ((!isSame && !isPrefix) || rule.command === later.command) return []
  if (areMutuallyExclusive(rule.when, later.when)) return []
  if (isPrefix) return [toPairProblem('prefix', rule, later)]
  if (implies(rule.when, later.when)) return [toPairProblem('unreachable', rule, later)]
  return implies(later.when, rule.when) ? [] : [toPairProblem('same', rule, later)]
}

function reservedProblem(rule: BoundRule, options: ConflictOptions): KeyProblem[] {
  return rule.chords.flatMap((chord) => {
    const reason = reservedReason(chord, options)
    return reason ? [toSingleProblem('reserved', rule, reason, true)] : []
  })
}

function findBareKeyProblem(rule: BoundRule): KeyProblem[] {
  if (!rule.chords.every(isBareChord) || implies(rule.when, containers)) return []
  const reason = label(
    '글자 단축키는 한 영역에 한정하거나 singleKeys로 끌 수 있어야 합니다',
    'a single-letter shortcut must be limited to one area or depend on singleKeys',
  )
  return [toSingleProblem('bare', rule, reason)]
}

function toPairProblem(kind: KeyProblemKind, rule: BoundRule, other: BoundRule): KeyProblem {
  const text = `${kind}: ${describeRule(rule)} / ${describeRule(other)}`
  return { kind, rule, other, message: label(text, text) }
}

function toSingleProblem(
  kind: KeyProblemKind,
  rule: BoundRule,
  reason: Label,
  refuses = false,
): KeyProblem {
  const text = describeRule(rule)
  const message = label(`${text}: ${reason.ko}`, `${text}: ${reason.en}`)
  return { kind, rule, message, reason, refuses }
}

function describeRule(rule: BoundRule): string {
  return `${rule.keys} → ${rule.command ?? 'null'} [${rule.whenText}]`
}
