import type { KeyEnvironment, KeyRule } from '#kernel/keymap.ts'
import { label, type Label } from '#kernel/label.ts'
import { disjoint, implies, parseWhen } from '#kernel/when.ts'
import { isBareChord, type Platform } from './chord.ts'
import { keyTable, type BoundRule } from './key-table.ts'
import { reservedBy } from './reserved-keys.ts'
import { standingRules } from './standing-rules.ts'

/**
 * - `same`: two commands on the same strokes where neither condition is the narrower one
 * - `unreachable`: a later rule covers everything this one would fire on
 * - `prefix`: one rule's strokes begin the other's
 * - `reserved`: the browser, the system or the input method keeps the key
 * - `bare`: a single-character shortcut that works everywhere and cannot be switched off
 *   (WCAG 2.2, 2.1.4)
 */
type KeyProblemKind = 'same' | 'unreachable' | 'prefix' | 'reserved' | 'bare'

export interface KeyProblem {
  readonly kind: KeyProblemKind
  readonly rule: KeyRule
  /** The other rule of a pair, the later one. */
  readonly other?: KeyRule
  readonly message: Label
}

export interface ConflictOptions {
  readonly platform: Platform
  readonly environment: KeyEnvironment
}

/** Conditions that keep a bare key to one component in focus, or let the user switch it off. */
const containers = parseWhen(
  'commandMode || singleKeys || grid || form || paletteOpen || dialogOpen || zone == menu' +
    ' || zone == tabs || zone == search',
)

/**
 * Everything wrong with a set of rules in one environment. A later rule with a narrower condition
 * is how an exception is written, so it is no problem; a `null` rule never is, nor what it unbinds.
 */
export function keyProblems(rules: readonly KeyRule[], options: ConflictOptions): KeyProblem[] {
  const bound = standingRules(keyTable(rules, options).rules)
  return [
    ...bound.flatMap((rule, index) =>
      bound.slice(index + 1).flatMap((later) => pairProblem(rule, later)),
    ),
    ...bound.flatMap((rule) => reservedProblem(rule, options)),
    ...bound.flatMap(bareProblem),
  ]
}

/** Rules that a new one would meet: what the key editor shows while a key is being chosen. */
export function rulesInTheWay(
  candidate: KeyRule,
  rules: readonly KeyRule[],
  options: ConflictOptions,
): KeyProblem[] {
  const [added] = keyTable([candidate], options).rules
  if (!added) return []
  const others = standingRules(keyTable(rules, options).rules)
  return [
    ...others.flatMap((rule) => pairProblem(rule, added)),
    ...reservedProblem(added, options),
    ...bareProblem(added),
  ]
}

function pairProblem(rule: BoundRule, later: BoundRule): KeyProblem[] {
  const same = rule.sequence === later.sequence
  const prefix =
    rule.sequence.startsWith(`${later.sequence} `) || later.sequence.startsWith(`${rule.sequence} `)
  if ((!same && !prefix) || rule.command === later.command) return []
  if (disjoint(rule.when, later.when)) return []
  if (prefix) return [problem('prefix', rule, later, '의 앞부분이 겹칩니다', 'begin alike')]
  if (implies(rule.when, later.when)) {
    return [problem('unreachable', rule, later, '에 가려집니다', 'is never reached behind')]
  }
  if (implies(later.when, rule.when)) return []
  return [problem('same', rule, later, '와 같은 키입니다', 'has the same key as')]
}

function problem(
  kind: KeyProblemKind,
  rule: BoundRule,
  other: BoundRule,
  ko: string,
  en: string,
): KeyProblem {
  const [a, b] = [describe(rule), describe(other)]
  return { kind, rule, other, message: label(`${a}: ${b} ${ko}`, `${a} ${en} ${b}`) }
}

function reservedProblem(rule: BoundRule, options: ConflictOptions): KeyProblem[] {
  return rule.chords.flatMap((chord) => {
    const reason = reservedBy(chord, options)
    if (!reason) return []
    const message = label(
      `${describe(rule)}: ${chord} ${reason.ko}`,
      `${describe(rule)}: ${chord}, ${reason.en}`,
    )
    return [{ kind: 'reserved' as const, rule, message }]
  })
}

function bareProblem(rule: BoundRule): KeyProblem[] {
  if (!rule.chords.every(isBareChord) || implies(rule.when, containers)) return []
  const message = label(
    `${describe(rule)}: 글자 단축키는 한 영역에 한정하거나 singleKeys로 끌 수 있어야 합니다`,
    `${describe(rule)}: a character shortcut needs a component in focus, or singleKeys`,
  )
  return [{ kind: 'bare', rule, message }]
}

function describe(rule: BoundRule): string {
  return `${rule.keys} → ${rule.command ?? 'null'} [${rule.whenText}]`
}
