function splitTopLevel(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + letter)
  }
  return parts.map((part) => part.trim())
}

function textInParentheses(text: string, open: number): string {
  let depth = 0
  for (let index = open; index < text.length; index += 1) {
    if (text[index] === '(') depth += 1
    if (text[index] === ')') depth -= 1
    if (depth === 0) return text.slice(open + 1, index)
  }
  throw new Error(`a parenthesis is not closed: ${text.slice(open, open + 60)}`)
}

const constraintWords = /^(constraint|primary|unique|check|foreign|exclude|like)\b/i

/**
 * Columns of every table after all migrations, in lower case. Applies `create table`, `alter table
 * … add / drop / rename column` and `drop table`.
 * @param scripts texts of the migrations, oldest first
 */
export function sqlColumns(scripts: readonly string[]): Map<string, Set<string>> {
  const tables = new Map<string, Set<string>>()
  for (const script of scripts) {
    const text = script
      .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "''")
      .replaceAll(/--.*$/gm, '')
      .replaceAll(/'(?:[^']|'')*'/g, "''")
    const statements =
      /\b(create\s+(?:unlogged\s+)?table|alter\s+table|drop\s+table)\s+(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?(\w+)([^;]*)/gi
    for (const [, verb = '', table = '', rest = ''] of text.matchAll(statements)) {
      if (/^drop/i.test(verb)) tables.delete(table)
      else if (/^create/i.test(verb)) tables.set(table, createdColumns(rest))
      else alterColumns(tables.get(table) ?? new Set(), rest)
    }
  }
  return tables
}

function createdColumns(rest: string): Set<string> {
  const columns = splitTopLevel(textInParentheses(rest, rest.indexOf('(')))
  return new Set(
    columns.filter((part) => !constraintWords.test(part)).map((part) => part.split(/\s/)[0] ?? ''),
  )
}

function alterColumns(columns: Set<string>, rest: string): void {
  const change =
    /^(add|drop|rename)\s+(column\s+)?(?:if\s+(?:not\s+)?exists\s+)?(\w+)(?:\s+to\s+(\w+))?/i
  for (const part of splitTopLevel(rest)) {
    const [, verb = '', column, name = '', other] = change.exec(part) ?? []
    if (!name || (!column && (constraintWords.test(name) || !/^add/i.test(verb)))) continue
    if (/^add/i.test(verb)) columns.add(name)
    else columns.delete(name)
    if (other) columns.add(other)
  }
}
