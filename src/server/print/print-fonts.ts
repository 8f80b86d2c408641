import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type CoveredFont } from 'fontkit'
import type { Node } from 'pdfmake'
import module from 'pdfmake/js/PDFDocument.js'
import { rightToLeft } from './text-fit.ts'

/*
 * Fonts of printed documents. Pretendard has Hangul, Latin, Greek and Cyrillic, but no Hanja.
 * Letters it lacks are drawn with the first of the other fonts that has them.
 */

const require = createRequire(import.meta.url)

interface PrintFont {
  readonly normal: string
  readonly bold: string
}

/** Font files in a folder next to a resolved file of their package. */
function toFontFamily(base: string, folder: string, normal: string, bold: string): PrintFont {
  const files = join(dirname(base), folder)
  return { normal: join(files, normal), bold: join(files, bold) }
}

function googleFont(manifest: string, file: string): PrintFont {
  const [normal, bold] = [`${file}_400Regular.ttf`, `${file}_600SemiBold.ttf`]
  return toFontFamily(manifest, '.', `400Regular/${normal}`, `600SemiBold/${bold}`)
}

const openFont = (entry: string, file: string, type: 'otf' | 'ttf' = 'otf'): PrintFont =>
  toFontFamily(entry, '../fonts', `${file}-Regular.${type}`, `${file}-Bold.${type}`)

export const printFonts: Readonly<Record<string, PrintFont>> = {
  Pretendard: toFontFamily(
    require.resolve('pretendard/package.json'),
    'dist/public/static/alternative',
    'Pretendard-Regular.ttf',
    'Pretendard-SemiBold.ttf',
  ),
  'Noto Sans JP': openFont(require.resolve('@embedpdf/fonts-jp'), 'NotoSansJP'),
  'Noto Sans SC': openFont(require.resolve('@embedpdf/fonts-sc'), 'NotoSansHans'),
  'Noto Sans Thai': googleFont(
    require.resolve('@expo-google-fonts/noto-sans-thai/package.json'),
    'NotoSansThai',
  ),
  'Noto Naskh Arabic': openFont(
    require.resolve('@embedpdf/fonts-arabic'),
    'NotoNaskhArabic',
    'ttf',
  ),
  'Noto Emoji': googleFont(
    require.resolve('@expo-google-fonts/noto-emoji/package.json'),
    'NotoEmoji',
  ),
}

const main = 'Pretendard'
const families = Object.keys(printFonts)
const opened = new Map<string, ReadonlySet<number>>()

/** Code points covered by a font. Fonts are opened on first use; most documents never need them. */
function coverage(name: string): ReadonlySet<number> {
  const known = opened.get(name)
  if (known) return known
  const font: CoveredFont = create(readFileSync(printFonts[name]?.normal ?? ''))
  const covered = new Set(font.characterSet)
  opened.set(name, covered)
  return covered
}

const isPlain = (text: string): boolean => /^[\n\r\u0020-\u007E\uAC00-\uD7A3]*$/.test(text)
/** Joiners, variation selectors and the frame of a keycap: invisible without their emoji font. */
const joiners = /\p{Default_Ignorable_Code_Point}|\u20E3/gu
// oxlint-disable-next-line no-control-regex -- no font has these characters
const controls = /[\u0000-\u0009\u000B\u000C\u000E-\u001F\u007F-\u009F]/g

function chooseFont(char: string, previous = main): string | undefined {
  const point = char.codePointAt(0) ?? 0
  if (char === '\n' || char === '\r') return previous
  // Marks and spaces stay in the font of their word.
  if (/[\p{M}\s]/u.test(char) && coverage(previous).has(point)) return previous
  return families.find((name) => coverage(name).has(point))
}

interface Run {
  text: string
  readonly font: string
}

function splitRuns(text: string): Run[] {
  const runs: Run[] = []
  for (const char of text) {
    const last = runs.at(-1)
    const font = chooseFont(char, last?.font) ?? main
    if (last?.font === font) last.text += char
    else runs.push({ text: char, font })
  }
  return runs
}

/**
 * Replaces letters that no font has with their code (`ऋ` → `[U+090B]`). An empty box would hide the
 * fact that a name is incomplete.
 */
function printableText(text: string): string {
  if (isPlain(text)) return text
  const visible = text.normalize('NFC').replaceAll(joiners, '').replaceAll(controls, ' ')
  return Array.from(visible, (char) => {
    if (chooseFont(char) !== undefined) return char
    const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `[U+${code}]`
  }).join('')
}

/** Makes all texts of a document printable, before their widths are estimated. */
export function toPrintable<T>(part: T): T {
  if (typeof part === 'string') return printableText(part) as T
  if (Array.isArray(part)) return part.map(toPrintable) as T
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, toPrintable(value)]),
  ) as T
}

/** Right-to-left runs are shaped in one piece, because the library places words left to right. */
function runNode({ text, font }: Run, node: Node): Node {
  const look = { ...node, text, ...(font !== main && { font }) }
  if (!rightToLeft.test(text)) return look
  return { ...look, noWrap: true, fontFeatures: ['rlig', 'calt', 'liga'] }
}

/** Assigns fonts to the texts of a node and of all nodes in it. */
export function withFonts(node: Node): Node {
  for (const [name, value] of Object.entries(node)) {
    if (name === 'text') setText(node, value)
    else if (Array.isArray(value)) value.forEach(visitNodes)
    else if (name === 'table') visitNodes(value)
  }
  return node
}

function visitNodes(value: unknown): void {
  if (Array.isArray(value)) value.forEach(visitNodes)
  else if (typeof value === 'object' && value !== null) withFonts(value as Node)
}

/**
 * Changes the node in place, because pdfmake stores the node's position in it, which is read later.
 */
function setText(node: Record<string, unknown>, text: unknown): void {
  if (Array.isArray(text)) {
    node['text'] = text.flatMap((part: Node) => splitIntoFontRuns(String(part['text']), part))
  } else if (typeof text === 'string' && !isPlain(text)) {
    const runs = splitRuns(text)
    if (runs.some(({ font }) => font !== main))
      node['text'] = splitIntoFontRuns(text, inheritedFont(node))
  }
}

const inheritedFont = ({ noWrap }: Node): Node => (noWrap === true ? { noWrap } : {})

function splitIntoFontRuns(text: string, part: Node): Node[] {
  return isPlain(text) ? [part] : splitRuns(text).map((run) => runNode(run, part))
}

/** Gives all fonts the line height and baseline of the main one. */
export function alignLines(): void {
  const { prototype } = module.default
  const provideFont = prototype.provideFont
  prototype.provideFont = function provide(name, bold, italics) {
    const font = provideFont.call(this, name, bold, italics)
    if (name === main) return font
    const { ascender, descender, lineGap } = provideFont.call(this, main, bold, italics)
    return Object.assign(font, { ascender, descender, lineGap })
  }
}
