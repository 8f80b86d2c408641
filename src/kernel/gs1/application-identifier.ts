import { aiTable, type AiRow } from './ai-table.ts'

/** Characters of a component: digits, GS1 set 82, GS1 set 39, base 64 for addresses. */
export type CharacterSet = 'N' | 'X' | 'Y' | 'Z'

export interface ValueComponent {
  readonly characters: CharacterSet
  readonly min: number
  readonly max: number
  readonly optional: boolean
  readonly checks: readonly string[]
}

export interface ApplicationIdentifier {
  readonly ai: string
  readonly title: string
  readonly components: readonly ValueComponent[]
  readonly min: number
  readonly max: number
  /** Has a predefined length: no separator follows. */
  readonly predefined: boolean
  /** Allowed in the query string of a Digital Link. */
  readonly attribute: boolean
  /** Required companions. For each entry, one group must be complete on the same item. */
  readonly requires: readonly (readonly (readonly string[])[])[]
  /** Patterns of identifiers that must be absent: `394n` is any digit. */
  readonly excludes: readonly string[]
  /**
   * Permitted orders of the qualifiers of a Digital Link key. Absent if the identifier is not a
   * key.
   */
  readonly qualifiers?: readonly (readonly string[])[]
}

function parseComponent(written: string): ValueComponent {
  const [, open, characters, variable, length] =
    /^(\[)?([NXYZ])(\.\.)?(\d+)/.exec(written.replace(/\]/, '')) ?? []
  const max = Number(length)
  const checks = written.replace(/\]/, '').split(',').slice(1)
  const isOptional = open !== undefined
  return {
    characters: characters as CharacterSet,
    min: variable ? 1 : max,
    max,
    optional: isOptional,
    checks,
  }
}

function parseLists(attributes: string, name: string): string[] {
  return attributes
    .split(' ')
    .filter((word) => word.startsWith(`${name}=`))
    .map((word) => word.slice(name.length + 1))
}

function keyOrders(attributes: string): string[][] | undefined {
  const word = attributes.split(' ').find((candidate) => /^dlpkey(?:=|$)/.test(candidate))
  if (word === undefined) return undefined
  const orders = word.slice('dlpkey='.length)
  return orders === '' ? [[]] : orders.split('|').map((order) => order.split(','))
}

function toDefinition(ai: string, [, flags, specification, attributes, title]: AiRow) {
  const components = specification.split(' ').map(parseComponent)
  const needed = components.filter(({ optional }) => !optional)
  const qualifiers = keyOrders(attributes)
  return {
    ai,
    title,
    components,
    min: needed.reduce((sum, { min }) => sum + min, 0),
    max: components.reduce((sum, { max }) => sum + max, 0),
    predefined: flags.includes('*'),
    attribute: flags.includes('?'),
    requires: parseLists(attributes, 'req').map((list) =>
      list.split(',').map((group) => group.split('+')),
    ),
    excludes: parseLists(attributes, 'ex').flatMap((list) => list.split(',')),
    ...(qualifiers ? { qualifiers } : {}),
  }
}

function expandRange(ais: string): string[] {
  const [first = '', last = first] = ais.split('-')
  const count = Number(last) - Number(first) + 1
  return Array.from({ length: count }, (_, index) =>
    String(Number(first) + index).padStart(first.length, '0'),
  )
}

export const applicationIdentifiers: ReadonlyMap<string, ApplicationIdentifier> = new Map(
  aiTable.flatMap((row) => expandRange(row[0]).map((ai) => [ai, toDefinition(ai, row)])),
)

/** Longest application identifier at a position of a text. */
export function identifierAt(text: string, at: number): ApplicationIdentifier | undefined {
  for (const length of [4, 3, 2]) {
    const found = applicationIdentifiers.get(text.slice(at, at + length))
    if (found) return found
  }
  return undefined
}

/** Whether an identifier matches a pattern such as `392n`. */
export function matchesPattern(ai: string, pattern: string): boolean {
  return (
    ai.length === pattern.length &&
    Array.from(pattern).every((sign, index) => sign === 'n' || sign === ai[index])
  )
}
