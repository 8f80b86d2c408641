import type { WireRow } from './field.ts'

function splitCodes(value: WireRow[string] | undefined): readonly string[] {
  return String(value ?? '')
    .split(',')
    .filter(Boolean)
}

/**
 * Search of a screen whose rows have some fixed values. A search for some of the fixed codes
 * narrows them: `15` of `10,15`.
 */
export function fixedSearch(
  search: WireRow,
  fixed: Readonly<Record<string, string>> = {},
): WireRow {
  const held = Object.entries(fixed).map(([name, value]) => {
    const asked = splitCodes(search[name])
    const isNarrower = asked.length > 0 && asked.every((code) => splitCodes(value).includes(code))
    return [name, isNarrower ? asked.join(',') : value] as const
  })
  return { ...search, ...Object.fromEntries(held) }
}
