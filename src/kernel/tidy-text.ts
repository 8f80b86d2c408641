const plain = /^[\x20-\x7E가-힣]*$/
/** Line ends of all systems, and those of pages and lines in word processors. */
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const controlCharacters = /[^\P{Cc}\t\n]/gu
/** No-break, thin and ideographic spaces, and letters drawn as blanks. */
const blanks = /[\p{Zs}\u2800\u3164\uFFA0]/gu
/** Zero-width and direction characters, which are often copied from web pages and mail. */
const invisible =
  /\u034F|[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/g
/** Joiners shape emoji and some scripts. After any other character they are invisible. */
const danglingJoiners =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{Script=Arabic}])[\u200C\u200D]/gu
/** Full-width ASCII, as typed with Korean and Japanese input methods. */
const fullWidth = /[\uFF01-\uFF5E]/g

/**
 * Normalizes text for comparison, search and PostgreSQL: NFC, well formed, every blank an ordinary
 * space, no invisible or control characters.
 */
export function normalizeSpaces(text: string): string {
  if (plain.test(text)) return text
  return text
    .toWellFormed()
    .replaceAll(lineBreaks, '\n')
    .replaceAll(controlCharacters, '')
    .replaceAll(blanks, ' ')
    .replaceAll(invisible, '')
    .replaceAll(danglingJoiners, '')
    .normalize('NFC')
}

export function tidyText(text: string): string {
  return normalizeSpaces(text).trim()
}

export function toHalfWidth(text: string): string {
  return text
    .replaceAll(fullWidth, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) - 0xfee0))
    .replaceAll('\u3000', ' ')
}

/**
 * Whether a text keeps full-width letters. In codes, numbers and dates they only result from an
 * input method.
 */
export function isFreeText({
  kind,
  upperCase,
  digitsOnly,
  halfWidth,
}: {
  readonly kind: string
  readonly upperCase?: boolean | undefined
  readonly digitsOnly?: boolean | undefined
  readonly halfWidth?: boolean | undefined
}): boolean {
  return kind === 'text' && !upperCase && !digitsOnly && !halfWidth
}

const quotedFormula = /^=\s*"((?:[^"]|"")*)"$/

/** Unwraps a text that a shop writes to protect its zeros: `="00123"` → `00123`. */
export function unwrapFormula(text: string): string {
  return quotedFormula.exec(text)?.[1]?.replaceAll('""', '"') ?? text
}

/** Removes the apostrophes that mark a code, number or date as text: `'00123` → `00123`. */
export function stripTextMarks(text: string): string {
  return /^'([^']+)'?$/.exec(text)?.[1] ?? text
}
