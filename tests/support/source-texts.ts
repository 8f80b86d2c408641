import { parseSync, Visitor, type ESTree } from 'vite'

/** What one literal says: its fixed parts, and between them the expressions that are put in. */
export interface SourceText {
  readonly path: string
  readonly line: number
  readonly parts: readonly string[]
  readonly puts: readonly string[]
}

/** A text in both languages, as a source file has it. */
export interface TextPair {
  readonly ko: SourceText
  readonly en: SourceText
}

type Node = ESTree.Argument | ESTree.ObjectProperty['value']

/** All texts in Korean of a file, and those of them that have their English beside them. */
export function readTexts(path: string, source: string): { ko: SourceText[]; pairs: TextPair[] } {
  const { program } = parseSync(path, source)
  const lines = source.split('\n')
  const starts: number[] = []
  for (let at = 0, line = 0; line < lines.length; line += 1) {
    starts.push(at)
    at += (lines[line]?.length ?? 0) + 1
  }
  const textOf = (node: Node | undefined): SourceText | undefined => {
    if (node === undefined) return undefined
    const line = starts.findLastIndex((start) => start <= node.start) + 1
    if (node.type === 'Literal' && typeof node.value === 'string') {
      return { path, line, parts: [node.value], puts: [] }
    }
    if (node.type !== 'TemplateLiteral') return undefined
    const puts = node.expressions.map(({ start, end }) => source.slice(start, end))
    return { path, line, parts: node.quasis.map(({ value }) => value.cooked ?? ''), puts }
  }
  const ko: SourceText[] = []
  const pairs: TextPair[] = []
  const pair = (one: Node | undefined, other: Node | undefined) => {
    const [first, second] = [textOf(one), textOf(other)]
    if (first && second) pairs.push({ ko: first, en: second })
  }
  const add = (node: Node) => {
    const text = textOf(node)
    if (text && /[가-힣]/.test(text.parts.join(''))) ko.push(text)
  }
  new Visitor({
    Literal: add,
    TemplateLiteral: add,
    CallExpression({ callee, arguments: [one, other] }) {
      if (callee.type === 'Identifier' && callee.name === 'label') pair(one, other)
    },
    ObjectExpression({ properties }) {
      const named = (name: string) =>
        properties.find(
          (each): each is ESTree.ObjectProperty =>
            each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === name,
        )?.value
      pair(named('ko'), named('en'))
    },
  }).visit(program)
  return { ko, pairs }
}
