/** Search scope of a line, set by its first character. */
type Scope = 'all' | 'commands' | 'tabs' | 'documents'

type ArgumentOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '~'

export interface LineArgument {
  /** A label or column of the target; absent for a bare value such as `A존`. */
  readonly field?: string
  readonly op: ArgumentOperator
  readonly value: string
}

export interface LineReading {
  readonly target: string
  readonly arguments: readonly LineArgument[]
}

export interface CommandLine {
  readonly scope: Scope
  readonly text: string
  /** Longest target first, because titles contain spaces: `로트별 재고 A존`, `로트별 재고`, `로트별`. */
  readonly readings: readonly LineReading[]
}

const scopes: Readonly<Record<string, Scope>> = { '>': 'commands', '@': 'tabs', '#': 'documents' }

interface Word {
  readonly text: string
  /** Distinguishes `"A 존"` from a title word. */
  readonly quoted: boolean
}

/**
 * Splits a line into target and arguments: `재고 A존 유통기한<2027-01`, `>보류 사유=파손`. An argument is
 * `field`, one of `= : ~ != < <= > >=`, `value`; values with spaces need double quotes. Whether a
 * bare word belongs to the target or is a value is decided by `chooseReading`.
 */
export function parseCommandLine(line: string): CommandLine {
  const trimmed = line.normalize('NFC').trimStart()
  const prefix = scopes[trimmed.charAt(0)]
  const text = (prefix ? trimmed.slice(1) : trimmed).trim()
  const words = splitWords(text)
  const firstArgument = words.findIndex((word, index) => index > 0 && isArgument(word))
  const targets = firstArgument < 0 ? words.length : firstArgument
  const readings = Array.from({ length: targets }, (_, index) => targets - index).map((count) => ({
    target: words
      .slice(0, count)
      .map((word) => word.text)
      .join(' '),
    arguments: words.slice(count).map(toArgument),
  }))
  return { scope: prefix ?? 'all', text, readings }
}

/**
 * Returns the reading with the longest target that has a result: `재고 셀` first searches for a screen
 * with both words. Without any result the entire line is the target. Undefined for an empty line.
 * `finds` should require `certainScore`.
 */
export function chooseReading(
  line: CommandLine,
  finds: (target: string) => boolean,
): LineReading | undefined {
  return line.readings.find((reading) => finds(reading.target)) ?? line.readings[0]
}

const wordPattern = /(?:"[^"]*"?|[^\s"])+/g

function splitWords(text: string): Word[] {
  const words = text.match(wordPattern) ?? []
  return words.map((word) => ({ text: word.replaceAll('"', ''), quoted: word.includes('"') }))
}

const operators = /^([^<>=!~:]*)(!=|<=|>=|[<>=~:])(.*)$/

/** A trailing colon belongs to a title: `매크로: 실행`. */
function isArgument({ text, quoted }: Word): boolean {
  return quoted || (operators.test(text) && !/^[^<>=!~:]+:$/.test(text))
}

function toArgument({ text }: Word): LineArgument {
  const match = operators.exec(text)
  if (!match) return { op: '=', value: text }
  const [, field = '', symbol = '=', value = ''] = match
  return { ...(field === '' ? {} : { field }), op: readOperator(symbol), value }
}

function readOperator(symbol: string): ArgumentOperator {
  const known: readonly ArgumentOperator[] = ['!=', '<', '<=', '>', '>=', '~']
  return known.find((op) => op === symbol) ?? '='
}

export function argumentsStart(written: string, typed: readonly LineArgument[]): number {
  const words = [...written.matchAll(wordPattern)]
  return typed.length === 0 ? written.length : (words.at(-typed.length)?.index ?? written.length)
}
