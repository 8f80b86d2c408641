import type { KeyEnvironment, KeyRule } from '#kernel/keymap.ts'
import { label, type Label } from '#kernel/label.ts'
import { disjoint, implies, parseWhen } from '#kernel/when.ts'
import { isBareChord, type Platform } from './chord.ts'
import { fixedKeyOf } from './fixed-keys.ts'
import { keyTable, type BoundRule } from './key-table.ts'
import { reservedBy } from './reserved-keys.ts'
import { standingRules } from './standing-rules.ts'

/**
 * - `same`: two commands on the same strokes where neither condition is the narrower one -
 * `unreachable`: a later rule covers everything this one would fire on - `prefix`: one rule's
 * strokes begin the other's - `reserved`: the browser, the system or the input method keeps the key
 * - `bare`: a single-character shortcut that works everywhere and cannot be switched off (WCAG 2.2,
 * 2.1.4) - while choosing a key: `narrows` (an exception to another command), `fixed` (used by a
 * part of the page), `letters` (types a character in text fields), `app-only` (not delivered to a
 * browser tab)
 */
type KeyProblemKind =
  | 'same'
  | 'unreachable'
  | 'prefix'
  | 'reserved'
  | 'bare'
  | 'narrows'
  | 'fixed'
  | 'letters'
  | 'app-only'

export interface KeyProblem {
  readonly kind: KeyProblemKind
  readonly rule: KeyRule
  /** The later rule of a pair. */
  readonly other?: KeyRule
  readonly message: Label
  /** The key cannot be assigned. */
  readonly refuses?: boolean
  /** Who uses the key, or why it is reserved. */
  readonly reason?: Label
}

export interface ConflictOptions {
  readonly platform: Platform
  readonly environment: KeyEnvironment
}

/** Conditions that limit a bare key to a focused component, or let the user switch it off. */
const containers = parseWhen(
  'commandMode || singleKeys || grid || form || paletteOpen || dialogOpen || zone == menu' +
    ' || zone == tabs || zone == search || zone == chart || zone == home',
)

/**
 * All problems of a rule set in one environment. A later rule with a narrower condition is an
 * exception, not a conflict; `null` rules and what they unbind are ignored.
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

/** Conflicts of a new rule, shown while a key is being chosen. */
export function rulesInTheWay(
  candidate: KeyRule,
  rules: readonly KeyRule[],
  options: ConflictOptions,
): KeyProblem[] {
  const [added] = keyTable([candidate], options).rules
  if (!added) return []
  const others = standingRules(keyTable(rules, options).rules)
  return [
    ...others.flatMap((rule) => [...pairProblem(rule, added), ...narrowed(rule, added)]),
    ...reservedProblem(added, options),
    ...bareProblem(added),
    ...toldOfChosen(added, options),
  ]
}

/** An exception is valid, but the user should know whose key it was. */
function narrowed(rule: BoundRule, added: BoundRule): KeyProblem[] {
  if (rule.sequence !== added.sequence || rule.command === added.command) return []
  if (disjoint(rule.when, added.when) || implies(rule.when, added.when)) return []
  if (!implies(added.when, rule.when)) return []
  return [problem('narrows', rule, added, '는 여기서 쉽니다', 'rests for')]
}

function toldOfChosen(added: BoundRule, options: ConflictOptions): KeyProblem[] {
  const told: KeyProblem[] = []
  for (const chord of added.chords) {
    const fixed = fixedKeyOf(chord, options.platform)
    if (fixed) {
      const message = label(`${chord}: ${fixed.title.ko}`, `${chord}: ${fixed.title.en}`)
      const refuses = fixed.yields !== true
      told.push({ kind: 'fixed', rule: added, message, reason: fixed.title, refuses })
    }
    const inTab = reservedBy(chord, { ...options, environment: 'tab' })
    if (inTab && !reservedBy(chord, options)) {
      told.push({ kind: 'app-only', rule: added, message: inTab, reason: inTab })
    }
  }
  if (added.bare) {
    const message = label('글자 단축키입니다', 'a single-letter shortcut')
    told.push({ kind: 'letters', rule: added, message })
  }
  return told
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
    return [{ kind: 'reserved' as const, rule, message, reason, refuses: true }]
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
