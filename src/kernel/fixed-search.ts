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
  const fixedConditions = Object.entries(fixed).map(([name, value]) => {
    const searchedCodes = splitCodes(search[name])
    const isNarrower =
      searchedCodes.length > 0 && searchedCodes.every((code) => splitCodes(value).includes(code))
    return [name, isNarrower ? searchedCodes.join(',') : value] as const
  })
  return { ...search, ...Object.fromEntries(fixedConditions) }
}
