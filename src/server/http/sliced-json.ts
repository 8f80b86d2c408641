import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { timeSlices } from '#server/base/time-slices.ts'

/** Limits that are checked while the text is scanned, before anything is parsed. */
export interface JsonLimits {
  readonly depth: number
  /** Maximum number of keys in one object. */
  readonly keys: number
  /** Maximum number of elements in one array. */
  readonly items: number
  /** Maximum number of values in total. */
  readonly values: number
  /** Maximum number of characters in one string. */
  readonly text: number
}

type ParsePiece = (text: string) => unknown

interface Frame {
  readonly isObject: boolean
  readonly start: number
  /** Start of the unparsed text. */
  from: number
  commas: number
  /** Start of the last string at this level: the key, if a nested value follows. */
  keyFrom: number
  /** Parsed part of a value that is too long for one piece. */
  target: unknown[] | Record<string, unknown> | undefined
  /** A nested value was just added separately, so only blanks may precede the next comma. */
  isAdded: boolean
}

const pieceLength = 16 * 1024
const charsBetweenPauses = 16 * 1024
const [quote, comma, openBrace, closeBrace, openBracket, closeBracket] = [
  0x22, 0x2c, 0x7b, 0x7d, 0x5b, 0x5d,
]

/** Index of the closing quote of the string that starts at `start`, -1 if there is none. */
export function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (end >= 0) {
    let slashes = 0
    while (json.charCodeAt(end - 1 - slashes) === 0x5c) slashes += 1
    if (slashes % 2 === 0) return end
    end = json.indexOf('"', end + 1)
  }
  return -1
}

/**
 * Parses JSON of any length in pieces and lets other requests run in between. Throws AppError 400
 * above a limit.
 */
export async function parseInSlices(
  json: string,
  limits: JsonLimits,
  parsePiece: ParsePiece,
): Promise<unknown> {
  const pause = timeSlices()
  const reader = new PieceReader(json, limits, parsePiece)
  let pauseAt = charsBetweenPauses
  let at = 0
  while (at < json.length) {
    at = reader.step(at)
    if (at < pauseAt) continue
    pauseAt = at + charsBetweenPauses
    await pause()
  }
  return reader.result()
}

class PieceReader {
  readonly #json: string
  readonly #limits: JsonLimits
  readonly #parsePiece: ParsePiece
  readonly #frames: Frame[] = []
  #values = 0
  /** Result of the outermost array or object, and the index after it. */
  #root: { readonly value: unknown; readonly end: number } | undefined

  constructor(json: string, limits: JsonLimits, parsePiece: ParsePiece) {
    this.#json = json
    this.#limits = limits
    this.#parsePiece = parsePiece
  }

  /** Reads the character or string at `at` and returns the index after it. */
  step(at: number): number {
    const sign = this.#json.charCodeAt(at)
    if (sign === quote) return this.#passText(at)
    const frame = this.#frames.at(-1)
    if (sign === comma && frame) this.#passComma(frame, at)
    else if (sign === openBrace || sign === openBracket) this.#open(sign === openBrace, at)
    else if (sign === closeBrace || sign === closeBracket) this.#close(sign === closeBrace, at)
    return at + 1
  }

  result(): unknown {
    if (this.#frames.length > 0) throw malformedError()
    if (!this.#root) return this.#parsePiece(this.#json)
    if (this.#json.slice(this.#root.end).trim() !== '') throw malformedError()
    return this.#root.value
  }

  #passText(at: number): number {
    const end = endOfText(this.#json, at)
    if (end < 0) throw malformedError()
    if (end - at > this.#limits.text) throw tooLargeError(texts.text(this.#limits.text))
    const frame = this.#frames.at(-1)
    if (frame) frame.keyFrom = at
    return end + 1
  }

  #open(isObject: boolean, at: number): void {
    if (this.#root) throw malformedError()
    if (this.#frames.length === 0 && this.#json.slice(0, at).trim() !== '') throw malformedError()
    if (this.#frames.length >= this.#limits.depth) {
      throw new AppError(400, 'JSON_TOO_DEEP', texts.depth(this.#limits.depth))
    }
    this.#countValue()
    this.#frames.push({
      isObject,
      start: at,
      from: at + 1,
      commas: 0,
      keyFrom: at,
      target: undefined,
      isAdded: false,
    })
  }

  #passComma(frame: Frame, at: number): void {
    frame.commas += 1
    const { keys, items } = this.#limits
    if (frame.isObject && frame.commas >= keys) throw tooLargeError(texts.keys(keys))
    if (!frame.isObject && frame.commas >= items) throw tooLargeError(texts.items(items))
    this.#countValue()
    if (!frame.isAdded && at - frame.from < pieceLength) return
    this.#flush(frame, at, true)
    frame.from = at + 1
  }

  #countValue(): void {
    this.#values += 1
    if (this.#values > this.#limits.values) throw tooLargeError(texts.values(this.#limits.values))
  }

  #flush(frame: Frame, to: number, hasMore: boolean): void {
    const text = this.#json.slice(frame.from, to)
    const isBlank = text.trim() === ''
    if (frame.isAdded !== isBlank && (hasMore || frame.commas > 0 || frame.isAdded)) {
      throw malformedError()
    }
    frame.isAdded = false
    if (!isBlank) this.#add(frame, text)
  }

  /** Parses members of a frame and adds them to its parsed part. */
  #add(frame: Frame, text: string): void {
    const parsed = this.#parsePiece(frame.isObject ? `{${text}}` : `[${text}]`)
    if (Array.isArray(parsed)) {
      const target = (frame.target ??= []) as unknown[]
      for (const value of parsed) target.push(value)
    } else frame.target = Object.assign(frame.target ?? {}, parsed)
  }

  #close(isObject: boolean, at: number): void {
    const frame = this.#frames.pop()
    if (!frame || frame.isObject !== isObject) throw malformedError()
    const outer = this.#frames.at(-1)
    if (frame.target || !outer) this.#flush(frame, at, false)
    if (!outer) {
      this.#root = { value: frame.target ?? (isObject ? {} : []), end: at + 1 }
    } else if (frame.target) this.#addNested(outer, frame, at)
  }

  /** Adds a nested value that was parsed in pieces, with the members before it. */
  #addNested(outer: Frame, { start, target }: Frame, at: number): void {
    if (outer.isAdded) throw malformedError()
    // Parse the members before it with a placeholder, which validates commas, key and colon.
    this.#add(outer, `${this.#json.slice(outer.from, start)}0`)
    if (Array.isArray(outer.target)) outer.target[outer.target.length - 1] = target
    else if (outer.target) {
      const key = this.#json.slice(outer.keyFrom, endOfText(this.#json, outer.keyFrom) + 1)
      outer.target[String(this.#parsePiece(key))] = target
    }
    outer.from = at + 1
    outer.isAdded = true
  }
}

/** The error that Fastify throws for a body that is not JSON. */
function malformedError(): Error {
  return Object.assign(new SyntaxError('not valid JSON'), { statusCode: 400 })
}

function tooLargeError(text: Label): AppError {
  return new AppError(400, 'JSON_TOO_LARGE', text)
}

const texts = {
  depth: (max: number) =>
    label(`JSON이 ${max}단계보다 깊습니다.`, `The JSON nests deeper than ${max} levels.`),
  keys: (max: number) =>
    label(
      `한 행의 항목이 ${formatCount(max)}개를 넘습니다.`,
      `A row has more than ${formatCount(max, 'key')}.`,
    ),
  items: (max: number) =>
    label(
      `한 번에 ${formatCount(max)}건까지 보낼 수 있습니다. 나누어 보내세요.`,
      `One call takes up to ${formatCount(max, 'row')}. Send them in parts.`,
    ),
  values: (max: number) =>
    label(
      `한 번에 값 ${formatCount(max)}개까지 보낼 수 있습니다. 나누어 보내세요.`,
      `One call takes up to ${formatCount(max, 'value')}. Send them in parts.`,
    ),
  text: (max: number) =>
    label(
      `한 칸에 ${formatCount(max)}자까지 보낼 수 있습니다.`,
      `A value takes up to ${formatCount(max, 'character')}.`,
    ),
} as const
