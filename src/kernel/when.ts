import {
  contextImplications,
  contextKeys,
  contextKeyType,
  findContextFamily,
  type ContextValues,
} from './context-keys.ts'

export type When =
  | { readonly op: 'always' }
  | { readonly op: 'key'; readonly key: string }
  | { readonly op: 'equals'; readonly key: string; readonly value: string }
  | { readonly op: 'not'; readonly of: When }
  | { readonly op: 'and'; readonly all: readonly When[] }
  | { readonly op: 'or'; readonly any: readonly When[] }

/** A `when` text that does not parse or contains an undeclared key. */
export class WhenError extends Error {
  override readonly name = 'WhenError'
  constructor(text: string, position: number, reason: string) {
    super(`when "${text}", position ${position + 1}: ${reason}`)
  }
}

interface Token {
  readonly text: string
  readonly at: number
  readonly quoted: boolean
}

interface Reader {
  readonly text: string
  readonly tokens: readonly Token[]
  next: number
}

const parsedByText = new Map<string, When>()

/**
 * Parses `grid && row.receipt && !editing`, `screen == 'inv/InventoryMove'`, `||`, `!=` and
 * parentheses. `always` is always true. Results are cached by text.
 *
 * @throws WhenError for a syntax error, an undeclared key, or a comparison not allowed for its
 * type.
 */
export function parseWhen(text: string): When {
  const known = parsedByText.get(text)
  if (known) return known
  const reader: Reader = { text, tokens: tokenize(text), next: 0 }
  const when = readOr(reader)
  const rest = reader.tokens[reader.next]
  if (rest) throw new WhenError(text, rest.at, `"${rest.text}" is not expected here`)
  parsedByText.set(text, when)
  return when
}

function tokenize(text: string): Token[] {
  const grammar = /\s+|(&&|\|\||==|!=|!|\(|\))|'([^']*)'|([\w.\-/]+)/y
  const tokens: Token[] = []
  while (grammar.lastIndex < text.length) {
    const at = grammar.lastIndex
    const match = grammar.exec(text)
    if (!match) throw new WhenError(text, at, `"${text[at] ?? ''}" cannot be read`)
    const word = match[1] ?? match[2] ?? match[3]
    if (word !== undefined) tokens.push({ text: word, at, quoted: match[2] !== undefined })
  }
  return tokens
}

function acceptSymbol(reader: Reader, symbol: string): boolean {
  const token = reader.tokens[reader.next]
  if (!token || token.quoted || token.text !== symbol) return false
  reader.next += 1
  return true
}

function readOr(reader: Reader): When {
  const any = [readAnd(reader)]
  while (acceptSymbol(reader, '||')) any.push(readAnd(reader))
  return any.length === 1 && any[0] ? any[0] : { op: 'or', any }
}

function readAnd(reader: Reader): When {
  const all = [readUnary(reader)]
  while (acceptSymbol(reader, '&&')) all.push(readUnary(reader))
  return all.length === 1 && all[0] ? all[0] : { op: 'and', all }
}

function readUnary(reader: Reader): When {
  if (acceptSymbol(reader, '!')) return { op: 'not', of: readUnary(reader) }
  if (acceptSymbol(reader, '(')) {
    const inner = readOr(reader)
    if (!acceptSymbol(reader, ')')) {
      throw new WhenError(reader.text, reader.text.length, 'a closing parenthesis is missing')
    }
    return inner
  }
  return readComparison(reader)
}

function readWord(reader: Reader, expected: string): Token {
  const token = reader.tokens[reader.next]
  const isWord = token && (token.quoted || /^[\w.\-/]+$/.test(token.text))
  if (!isWord) {
    throw new WhenError(reader.text, token?.at ?? reader.text.length, `${expected} is missing`)
  }
  reader.next += 1
  return token
}

function readComparison(reader: Reader): When {
  const token = readWord(reader, 'a context key')
  const key = token.text
  if (key === 'always' && !token.quoted) return { op: 'always' }
  const type = token.quoted ? undefined : contextKeyType(key)
  if (!type) throw new WhenError(reader.text, token.at, `"${key}" is not a declared context key`)
  const isNegated = acceptSymbol(reader, '!=')
  if (!isNegated && !acceptSymbol(reader, '==')) {
    if (type === 'boolean') return { op: 'key', key }
    throw new WhenError(reader.text, token.at, `"${key}" is a text: compare it with == or !=`)
  }
  if (type === 'boolean') {
    throw new WhenError(reader.text, token.at, `"${key}" is true or false: write it without ==`)
  }
  const value = readWord(reader, 'a value to compare with')
  const values = contextKeys[key]?.values
  if (values && !values.includes(value.text)) {
    throw new WhenError(reader.text, value.at, `"${key}" is one of ${values.join(', ')}`)
  }
  const equals: When = { op: 'equals', key, value: value.text }
  return isNegated ? { op: 'not', of: equals } : equals
}

/** Evaluates the expression in a context. Missing keys are false or the empty text. */
export function evaluate(when: When, context: ContextValues): boolean {
  switch (when.op) {
    case 'always':
      return true
    case 'key':
      return context[when.key] === true
    case 'equals':
      return (context[when.key] ?? '') === when.value
    case 'not':
      return !evaluate(when.of, context)
    case 'and':
      return when.all.every((part) => evaluate(part, context))
    case 'or':
      return when.any.some((part) => evaluate(part, context))
  }
}

export function collectKeys(when: When): string[] {
  switch (when.op) {
    case 'always':
      return []
    case 'key':
    case 'equals':
      return [when.key]
    case 'not':
      return collectKeys(when.of)
    case 'and':
      return [...new Set(when.all.flatMap(collectKeys))]
    case 'or':
      return [...new Set(when.any.flatMap(collectKeys))]
  }
}

interface KnownValue {
  is?: boolean | string
  readonly not: Set<boolean | string>
}

/** One conjunction of the expression: what must be true of each key at the same time. */
type Term = Map<string, KnownValue>

interface Literal {
  readonly key: string
  readonly value: boolean | string
  readonly holds: boolean
}

function addLiteral(term: Term, { key, value, holds }: Literal): boolean {
  const known: KnownValue = term.get(key) ?? { not: new Set() }
  term.set(key, known)
  if (typeof value === 'boolean') return narrowKnowledge(known, value === holds)
  if (holds) return narrowKnowledge(known, value)
  known.not.add(value)
  return known.is !== value
}

function narrowKnowledge(known: KnownValue, value: boolean | string): boolean {
  if (known.not.has(value) || (known.is !== undefined && known.is !== value)) return false
  known.is = value
  return true
}

/**
 * Adds the consequences of declared implications and exclusive families. Returns false on a
 * contradiction.
 */
function addConsequences(term: Term): boolean {
  const rowsInFocus = [...term].filter(
    ([key, known]) => known.is === true && findContextFamily(key)?.exclusive === true,
  )
  if (rowsInFocus.length > 1) return false
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false
    for (const [[ifKey, ifValue], [key, value]] of contextImplications) {
      const applies = term.get(ifKey)?.is === ifValue && term.get(key)?.is !== value
      if (!applies) continue
      if (!addLiteral(term, { key, value, holds: true })) return false
      hasGrown = true
    }
  }
  return true
}

function toAlternatives(when: When, holds: boolean): Literal[][] {
  switch (when.op) {
    case 'always':
      return holds ? [[]] : []
    case 'key':
      return [[{ key: when.key, value: true, holds }]]
    case 'equals':
      return [[{ key: when.key, value: when.value, holds }]]
    case 'not':
      return toAlternatives(when.of, !holds)
    case 'and':
      return holds
        ? crossProduct(when.all, holds)
        : when.all.flatMap((p) => toAlternatives(p, holds))
    case 'or':
      return holds
        ? when.any.flatMap((p) => toAlternatives(p, holds))
        : crossProduct(when.any, holds)
  }
}

function crossProduct(parts: readonly When[], holds: boolean): Literal[][] {
  return parts.reduce<Literal[][]>(
    (terms, part) =>
      terms.flatMap((term) => toAlternatives(part, holds).map((extra) => [...term, ...extra])),
    [[]],
  )
}

function toTerm(literals: readonly Literal[]): Term | undefined {
  const term: Term = new Map()
  return literals.every((literal) => addLiteral(term, literal)) && addConsequences(term)
    ? term
    : undefined
}

function satisfies(term: Term, { key, value, holds }: Literal): boolean {
  const known = term.get(key)
  if (!known) return false
  if (typeof value === 'boolean') return known.is === (value === holds)
  if (holds) return known.is === value
  return known.not.has(value) || (known.is !== undefined && known.is !== value)
}

/** True if it is proven that both expressions are never true together. */
export function areMutuallyExclusive(a: When, b: When): boolean {
  return crossProduct([a, b], true).every((literals) => toTerm(literals) === undefined)
}

/** True if it is proven that `b` is true whenever `a` is. */
export function implies(a: When, b: When): boolean {
  const goals = toAlternatives(b, true)
  return toAlternatives(a, true)
    .map(toTerm)
    .filter((term) => term !== undefined)
    .every((term) => goals.some((goal) => goal.every((literal) => satisfies(term, literal))))
}
