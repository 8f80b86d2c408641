import { inflateSync } from 'node:zlib'

/**
 * Extracts the text of each PDF page in drawing order through the fonts' ToUnicode maps, as any
 * reader does. Throws if a glyph has no character, which would break copying and searching, or if
 * it is the box of a missing glyph.
 */
export function readPdfText(pdf: Uint8Array): string[] {
  const objects = readObjects(Buffer.from(pdf).toString('latin1'))
  const pages = [...objects.values()].filter((object) => /\/Type \/Page\b/.test(object.head))
  return pages.map((page) => {
    const resources = objects.get(reference(page.head, 'Resources'))?.head ?? ''
    const fonts = new Map<string, Map<string, string>>()
    for (const [, name = '', id = ''] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = objects.get(reference(objects.get(id)?.head ?? '', 'ToUnicode'))
      fonts.set(name, readCharacterMap(map?.stream ?? ''))
    }
    return readShownText(objects.get(reference(page.head, 'Contents'))?.stream ?? '', fonts)
  })
}

interface PdfObject {
  head: string
  stream: string
}

function readObjects(file: string): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>()
  const pattern = /(\d+) 0 obj\n([\s\S]*?)(?:\nstream\n([\s\S]*?)\nendstream)?\nendobj/g
  for (const [, id = '', head = '', packed = ''] of file.matchAll(pattern)) {
    const bytes = Buffer.from(packed, 'latin1')
    const isPacked = head.includes('/FlateDecode')
    objects.set(id, { head, stream: isPacked ? inflateSync(bytes).toString('latin1') : packed })
  }
  return objects
}

function reference(head: string, key: string): string {
  return new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1] ?? ''
}

function readCharacterMap(map: string): Map<string, string> {
  const characters = new Map<string, string>()
  for (const [, from = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    const values = [...list.matchAll(/<([\w ]*)>/g)].map((match) => match[1] ?? '')
    values.forEach((value, index) => {
      const glyph = (Number.parseInt(from, 16) + index).toString(16).padStart(4, '0')
      const units = value.replaceAll(' ', '').match(/.{4}/g) ?? []
      characters.set(glyph, String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))))
    })
  }
  return characters
}

function readShownText(content: string, fonts: Map<string, Map<string, string>>): string {
  let font = new Map<string, string>()
  const pieces: string[] = []
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = fonts.get(name) ?? font
    const glyphs = [...(shown ?? '').matchAll(/<(\w*)>/g)].flatMap(
      (match) => match[1]?.match(/.{4}/g) ?? [],
    )
    const text = glyphs.map((glyph) => {
      const character = font.get(glyph)
      if (character === undefined || character === '') throw new Error(`Glyph ${glyph} has no text`)
      if (/^0+$/.test(glyph)) throw new Error(`${character} is drawn as a box`)
      return character
    })
    if (shown !== undefined) pieces.push(text.join(''))
  }
  return pieces.join('|')
}
