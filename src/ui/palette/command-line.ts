/** What a line is looked up among: its first character says. */
export type Scope = 'all' | 'commands' | 'tabs' | 'documents'

export type ArgumentOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '~'

/** One condition for a screen's search, or one input of a command. */
export interface LineArgument {
  /** As typed: a label or a column of the target; absent for a bare value such as `A존`. */
  readonly field?: string
  readonly op: ArgumentOperator
  readonly value: string
}

/** One way to read the line: what to open or run, and with what. */
export interface LineReading {
  readonly target: string
  readonly arguments: readonly LineArgument[]
}

export interface CommandLine {
  readonly scope: Scope
  /** The line without its prefix: what is looked up as a whole. */
  readonly text: string
  /** Longest target first, as titles have spaces too: `로트별 재고 A존`, `로트별 재고`, `로트별`. */
  readonly readings: readonly LineReading[]
}

const scopes: Readonly<Record<string, Scope>> = { '>': 'commands', '@': 'tabs', '#': 'documents' }

interface Word {
  readonly text: string
  /** Text with its quotes, to tell `"A 존"` from a title word. */
  readonly quoted: boolean
}

/**
 * Splits a typed line into target and arguments: `재고 A존 유통기한<2027-01`, `>보류 사유=파손`.
 * An argument is `field`, one of `= : ~ != < <= > >=`, `value`; a value with spaces goes into
 * double quotes. `:` is another way to write `=`. Whether a bare word belongs to the target or is
 * a value, only the index can tell: choose with `chooseReading`.
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
 * The reading whose target is found best; of equal ones the longest. `score` is 0 for a target
 * nothing is found for. Undefined for an empty line.
 */
export function chooseReading(
  line: CommandLine,
  score: (target: string) => number,
): LineReading | undefined {
  let chosen = line.readings[0]
  let best = chosen ? score(chosen.target) : 0
  for (const reading of line.readings.slice(1)) {
    const own = score(reading.target)
    if (own > best) {
      chosen = reading
      best = own
    }
  }
  return chosen
}

function splitWords(text: string): Word[] {
  const words = text.match(/(?:"[^"]*"?|[^\s"])+/g) ?? []
  return words.map((word) => ({ text: word.replaceAll('"', ''), quoted: word.includes('"') }))
}

const operators = /^([^<>=!~:]*)(!=|<=|>=|[<>=~:])(.*)$/

function isArgument({ text, quoted }: Word): boolean {
  return quoted || operators.test(text)
}

function toArgument({ text }: Word): LineArgument {
  const match = operators.exec(text)
  if (!match) return { op: '=', value: text }
  const [, field = '', symbol = '=', value = ''] = match
  return { ...(field === '' ? {} : { field }), op: operatorOf(symbol), value }
}

function operatorOf(symbol: string): ArgumentOperator {
  const known: readonly ArgumentOperator[] = ['!=', '<', '<=', '>', '>=', '~']
  return known.find((op) => op === symbol) ?? '='
}
