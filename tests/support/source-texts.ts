import { parseSync, Visitor, type ESTree } from 'vite'

export interface SourceText {
  readonly path: string
  readonly line: number
  readonly parts: readonly string[]
  readonly puts: readonly string[]
}

export interface TextPair {
  readonly ko: SourceText
  readonly en: SourceText
}

type Node = ESTree.Argument | ESTree.ObjectProperty['value']

/** All Korean texts of a file, and pairs of Korean and adjacent English texts. */
export function readTexts(path: string, source: string): { ko: SourceText[]; pairs: TextPair[] } {
  const { program } = parseSync(path, source)
  const lines = source.split('\n')
  const starts: number[] = []
  for (let index = 0, line = 0; line < lines.length; line += 1) {
    starts.push(index)
    index += (lines[line]?.length ?? 0) + 1
  }
  const getText = (node: Node | undefined): SourceText | undefined => {
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
  const addPair = (a: Node | undefined, b: Node | undefined) => {
    const [first, second] = [getText(a), getText(b)]
    if (first && second) pairs.push({ ko: first, en: second })
  }
  const isKorean = (text: SourceText | undefined) =>
    text !== undefined && /[가-힣]/.test(text.parts.join(''))
  /** Pairs Korean with the English that follows it, as in error texts or menu titles. */
  const pairSides = (nodes: readonly (Node | undefined)[]) => {
    nodes.forEach((node, index) => {
      const [first, second] = [getText(node), getText(nodes[index + 1])]
      if (first && second && isKorean(first) && !isKorean(second)) addPair(node, nodes[index + 1])
    })
  }
  const add = (node: Node) => {
    const text = getText(node)
    if (text && isKorean(text)) ko.push(text)
  }
  new Visitor({
    Literal: add,
    TemplateLiteral: add,
    CallExpression({ callee, arguments: all }) {
      const isLabel = callee.type === 'Identifier' && callee.name === 'label'
      if (isLabel) addPair(all[0], all[1])
      else pairSides(all)
    },
    ArrayExpression({ elements }) {
      const all = elements.map((element) => element ?? undefined)
      // Arrays with several Korean texts are search words of a command, not translations.
      if (all.filter((node) => isKorean(getText(node))).length === 1) pairSides(all)
    },
    ObjectExpression({ properties }) {
      const getProperty = (name: string) =>
        properties.find(
          (property): property is ESTree.ObjectProperty =>
            property.type === 'Property' &&
            property.key.type === 'Identifier' &&
            property.key.name === name,
        )?.value
      addPair(getProperty('ko'), getProperty('en'))
    },
  }).visit(program)
  return { ko, pairs }
}
