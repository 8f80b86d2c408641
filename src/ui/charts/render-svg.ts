import type { Paint } from './scene-canvas.ts'
import { inks, patterns, type Scene, type Shape } from './scene.ts'
import { svgElement } from './scene-element.ts'
import { PATTERN_SIZE, patternLines } from './scene-pattern.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' }
const escapeXml = (text: string) =>
  text.replaceAll(/[&<"]/g, (character) => escapes[character] ?? character)

/** Renders a scene as a self-contained SVG file with a title above it. */
export function renderSvg(scene: Scene, { colours, font }: Paint, title: string, head: number) {
  const { width, background, marks, overlay } = scene
  const height = scene.height + head
  const square = `width="${PATTERN_SIZE}" height="${PATTERN_SIZE}"`
  const tiles = patterns.flatMap((pattern) =>
    inks.map(
      (ink) =>
        `<pattern id="${pattern}-${ink}" ${square} patternUnits="userSpaceOnUse">` +
        `<rect ${square} fill="${colours[ink]}"/>` +
        `<path d="${patternLines[pattern]}" stroke="${colours.ground}" stroke-width="1.2"/></pattern>`,
    ),
  )
  const shapes = [...background, ...marks.flatMap((mark) => mark.shapes), ...overlay]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" style="font:${escapeXml(font)}">`,
    `<title>${escapeXml(title)}</title><defs>${tiles.join('')}</defs>`,
    `<rect width="${width}" height="${height}" fill="${colours.ground}"/>`,
    `<text x="14" y="22" fill="${colours.strong}">${escapeXml(title)}</text>`,
    `<g transform="translate(0 ${head})">`,
    ...shapes.map((shape) => shapeText(shape, colours)),
    '</g></svg>',
  ].join('\n')
}

function shapeText(shape: Shape, colours: Paint['colours']): string {
  const { tag, place, style, text } = svgElement(shape, {
    colour: (ink) => colours[ink],
    pattern: (pattern, ink) => `${pattern}-${ink}`,
  })
  const attributes = Object.entries({ ...place, ...style }).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${toKebabCase(name)}="${value}"`],
  )
  return `<${tag}${attributes.join('')}>${escapeXml(text ?? '')}</${tag}>`
}

function toKebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
