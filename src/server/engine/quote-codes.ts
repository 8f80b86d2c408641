import { raw, type Sql } from 'sql-template-tag'

/**
 * Inserts status codes into a statement as literals: `in (${quoteCodes(codes)})`. Parameters would
 * hide the values from the planner, which then cannot use a partial index. Throws unless every code
 * has two digits.
 */
export function quoteCodes(codes: string | readonly string[]): Sql {
  const list = [codes].flat()
  const wrong = list.find((code) => !/^\d\d$/.test(code))
  if (wrong !== undefined) throw new Error(`${wrong} is not a status code`)
  return raw(list.map((code) => `'${code}'`).join(', '))
}
