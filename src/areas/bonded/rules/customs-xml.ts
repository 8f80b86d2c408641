/**
 * Text values of a response element, by the service's element names (second-half.md §1,
 * *UNI-PASS*).
 */
export type Facts = Readonly<Record<string, string>>

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

function plainText(text: string): string {
  const inner = text.replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1')
  return inner.replaceAll(/&(#x?[0-9a-f]+|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
    const isHex = name[1]?.toLowerCase() === 'x'
    const point = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole
  })
}

function readFacts(element: string): Facts {
  const leaves = element.matchAll(/<(\w+)>((?:[^<]|<!\[CDATA\[[\s\S]*?\]\]>)*)<\/\1>/g)
  return Object.fromEntries(
    [...leaves].map(([, name = '', text = '']) => [name, plainText(text).trim()]),
  )
}

function findElements(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, inner = '']) => inner,
  )
}

interface CustomsRows {
  readonly rowsOf: (element: string) => readonly Facts[]
  /** NaN if the response has no count, negative if customs rejected the request. */
  readonly count: number
  readonly notice: string
}

/** Parses the rows, count and notice. Returns undefined if the root element is incomplete. */
export function readRows(xml: string, root: string, ...names: string[]): CustomsRows | undefined {
  const [body] = findElements(xml, root)
  if (body === undefined) return undefined
  const rows = new RegExp(`<(${names.join('|')})>[\\s\\S]*?</\\1>`, 'g')
  const top = readFacts(body.replaceAll(rows, ''))
  return {
    rowsOf: (element) => findElements(body, element).map(readFacts),
    count: Number(top['tCnt'] ?? Number.NaN),
    notice: top['ntceInfo'] ?? '',
  }
}

export const invalidResponse = (xml: string) =>
  ({ result: 'BROKEN', message: xml.slice(0, 200) }) as const
