/** Character widths of a monospaced font; null for any other font. */
type Metrics = { readonly narrow: number; readonly wide: number; readonly ellipsis: number } | null

interface Ruler {
  measureText(text: string): { readonly width: number }
}

const known = new Map<string, Metrics>()

/** Character widths in cells. Defaults until the font has loaded. */
let letters = { narrow: 6.5, wide: 13 }

export function clearWidths(): void {
  known.clear()
}

/**
 * Measures the cell fonts. Some machines round character widths up, and a number that does not fit
 * its cell is drawn as `#` characters.
 */
export function measureCharacters(ctx: Ruler & { font: string }, fonts: readonly string[]): void {
  clearWidths()
  const measured = fonts.flatMap((font) => {
    ctx.font = font
    return fontMetrics(ctx, font) ?? []
  })
  const narrow = Math.max(...measured.map((font) => font.narrow))
  const wide = Math.max(...measured.map((font) => font.wide))
  const isKnown = narrow === letters.narrow && wide === letters.wide
  if (measured.length > 0 && !isKnown) letters = { narrow, wide }
}

/**
 * Widths of a Latin and a Hangul character in cells, in CSS pixels. A new object after each change.
 */
export function characterWidths(): { readonly narrow: number; readonly wide: number } {
  return letters
}

/**
 * Width of a text in `font`, which must be set on the canvas. Monospaced text is counted instead of
 * measured, because a screen full of text is drawn in every scroll frame.
 */
export function textWidth(ctx: Ruler, font: string, text: string): number {
  return countWidth(fontMetrics(ctx, font), text) ?? ctx.measureText(text).width
}

export function measureKnown(font: string, text: string): number | undefined {
  return countWidth(known.get(font) ?? null, text)
}

function countWidth(metrics: Metrics, text: string): number | undefined {
  if (!metrics) return undefined
  let width = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x20 && code < 0x7f) width += metrics.narrow
    else if (code >= 0xac00 && code <= 0xd7a3) width += metrics.wide
    else if (text[index] === '…') width += metrics.ellipsis
    else return undefined
  }
  return width
}

function fontMetrics(ctx: Ruler, font: string): Metrics {
  const before = known.get(font)
  if (before !== undefined) return before
  const widths = (texts: readonly string[]) => texts.map((text) => ctx.measureText(text).width)
  const narrow = widths(['i', 'W', '0', '-', 'iW'])
  const wide = widths(['가', '힣', '뷁'])
  const [first = 0] = narrow
  const [syllable = 0] = wide
  const isNear = (width: number, wanted: number) => Math.abs(width - wanted) < 0.01
  const isEven =
    narrow.slice(0, 4).every((width) => isNear(width, first)) &&
    isNear(narrow[4] ?? 0, first * 2) &&
    wide.every((width) => isNear(width, syllable))
  const ellipsis = ctx.measureText('…').width
  const metrics = isEven ? { narrow: first, wide: syllable, ellipsis } : null
  known.set(font, metrics)
  return metrics
}
