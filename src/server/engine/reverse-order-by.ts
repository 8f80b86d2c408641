/**
 * Reverses an `order by` clause term by term, including the position of nulls. Terms are
 * expressions with an optional direction and `nulls` option.
 */
export function reverseOrderBy(order: string): string {
  return splitTerms(order).map(reverseTerm).join(', ')
}

function reverseTerm(term: string): string {
  const parts = /^(.+?)(?:\s+(asc|desc))?(?:\s+nulls\s+(first|last))?$/i.exec(term.trim())
  if (!parts) throw new Error(`no order: ${term}`)
  const [, value, direction = 'asc', nullsOrder] = parts
  const isFalling = direction.toLowerCase() === 'desc'
  // PostgreSQL treats null as the largest value by default.
  const nulls = (nullsOrder ?? (isFalling ? 'first' : 'last')).toLowerCase()
  return `${value} ${isFalling ? 'asc' : 'desc'} nulls ${nulls === 'last' ? 'first' : 'last'}`
}

function splitTerms(order: string): string[] {
  const found = ['']
  let depth = 0
  for (const letter of order) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) found.push('')
    else found[found.length - 1] += letter
  }
  return found
}
