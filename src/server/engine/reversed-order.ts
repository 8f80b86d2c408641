/**
 * The same order from its end: what `order by` says, turned round term by term, empty values too.
 * Terms are expressions with an optional direction and place of the empty ones.
 */
export function reversedOrder(order: string): string {
  return terms(order).map(reversed).join(', ')
}

function reversed(term: string): string {
  const parts = /^(.+?)(?:\s+(asc|desc))?(?:\s+nulls\s+(first|last))?$/i.exec(term.trim())
  if (!parts) throw new Error(`no order: ${term}`)
  const [, value, direction = 'asc', said] = parts
  const isFalling = direction.toLowerCase() === 'desc'
  // PostgreSQL takes an empty value for the largest.
  const nulls = (said ?? (isFalling ? 'first' : 'last')).toLowerCase()
  return `${value} ${isFalling ? 'asc' : 'desc'} nulls ${nulls === 'last' ? 'first' : 'last'}`
}

/** Split at the commas that stand in no bracket. */
function terms(order: string): string[] {
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
