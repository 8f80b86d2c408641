import { raw, type Sql } from 'sql-template-tag'

/**
 * Status codes as literals of a statement: `in (${quoteCodes(codes)})`. As parameters they would hide
 * their values from the planner, which then cannot use a partial index. Throws for anything but codes
 * of two digits.
 */
export function quoteCodes(codes: string | readonly string[]): Sql {
  const list = [codes].flat()
  const wrong = list.find((code) => !/^\d\d$/.test(code))
  if (wrong !== undefined) throw new Error(`${wrong} is not a status code`)
  return raw(list.map((code) => `'${code}'`).join(', '))
}
