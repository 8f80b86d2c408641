import { parseSync, Visitor, type ESTree } from 'vite'
import type { Prose } from './prose.ts'

type Node = ESTree.Node

/** The expression inside `as const`, `satisfies` and parentheses. */
function unwrap(node: Node | null | undefined): Node | undefined {
  if (!node) return undefined
  const isWrapped =
    node.type === 'TSAsExpression' ||
    node.type === 'TSSatisfiesExpression' ||
    node.type === 'ParenthesizedExpression'
  return isWrapped ? unwrap(node.expression) : node
}

const firstText = (row: Node | undefined): string | undefined => {
  const first = row?.type === 'ArrayExpression' ? unwrap(row.elements[0]) : row
  return first?.type === 'Literal' && typeof first.value === 'string' ? first.value : undefined
}

/** Whether a callback ignores the first value of its row, which is then only part of the title. */
function ignoresFirst(callback: Node | undefined): boolean {
  const isFunction =
    callback?.type === 'ArrowFunctionExpression' || callback?.type === 'FunctionExpression'
  const first = isFunction ? callback.params[0] : undefined
  return first === undefined || (first.type === 'Identifier' && first.name.startsWith('_'))
}

/** Titles of `test.each` with the first text of each row in place of the first `%s`. */
export function readRowTitles(path: string, text: string): readonly Prose[] {
  if (!/\.each\(/.test(text)) return []
  const found: Prose[] = []
  const tables = new Map<string, Node>()
  const { program } = parseSync(path, text)
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) tables.set(id.name, init)
    },
  }).visit(program)
  new Visitor({
    CallExpression({ callee, arguments: [title, ...rest] }) {
      if (callee.type !== 'CallExpression' || callee.callee.type !== 'MemberExpression') return
      const { property } = callee.callee
      if (property.type !== 'Identifier' || property.name !== 'each') return
      if (title?.type !== 'Literal' || typeof title.value !== 'string') return
      if (!title.value.includes('%s') || !ignoresFirst(rest.at(-1))) return
      const given = unwrap(callee.arguments[0])
      const table = given?.type === 'Identifier' ? unwrap(tables.get(given.name)) : given
      if (table?.type !== 'ArrayExpression') return
      for (const row of table.elements) {
        const words = firstText(unwrap(row))
        if (!row || words === undefined) continue
        const line = text.slice(0, row.start).split('\n').length
        found.push({ path, line, kind: 'title', text: title.value.replace('%s', words) })
      }
    },
  }).visit(program)
  return found
}
