import { parseSync } from 'vite'

const positions = new Set(['start', 'end', 'range', 'loc', 'hashbang'])

/** JSX comments and the line breaks around them. */
function isLayout(node: unknown): boolean {
  if (typeof node !== 'object' || node === null || !('type' in node)) return false
  if (node.type === 'JSXText') {
    return 'value' in node && /^\s*\n\s*$/.test(String(node.value))
  }
  if (node.type !== 'JSXExpressionContainer' || !('expression' in node)) return false
  const { expression } = node
  return (
    typeof expression === 'object' &&
    expression !== null &&
    'type' in expression &&
    expression.type === 'JSXEmptyExpression'
  )
}

/**
 * Syntax tree of a file as JSON, without comments and positions: equal for two versions that differ
 * only in comments or layout. Throws an Error if the file does not parse.
 */
export function codeShape(file: string, text: string): string {
  const { program, errors } = parseSync(file, text)
  const [error] = errors
  if (error) throw new Error(`${file}: ${error.message}`)
  return JSON.stringify(program, (key: string, value: unknown) => {
    if (positions.has(key)) return undefined
    if (typeof value === 'bigint') return `${value}n`
    return Array.isArray(value) ? value.filter((node) => !isLayout(node)) : value
  })
}
