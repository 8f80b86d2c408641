import type { Field, WireRow } from '#kernel/field.ts'
import { lookupPath } from '#kernel/lookup-path.ts'
import { call } from './api.ts'

/**
 * Value help entries that match a text, at most 200. `context` narrows them, for example by owner.
 */
export async function findEntries(
  name: string,
  text: string,
  context: WireRow = {},
  signal?: AbortSignal,
): Promise<readonly WireRow[]> {
  const body = { ...context, SEARCH: text }
  const options = { quiet: true, ...(signal ? { signal } : {}) }
  const { DATA } = await call<{ DATA: WireRow[] }>(lookupPath(name), body, options)
  return DATA
}

/** Entry whose code or name equals the text: the first row of the response (spec §7). */
export async function readEntry(
  name: string,
  text: string,
  context: WireRow = {},
): Promise<WireRow | undefined> {
  const body = { ...context, SEARCH: text, EXACT: 'Y' }
  const { DATA } = await call<{ DATA: WireRow[] }>(lookupPath(name), body, { quiet: true })
  return DATA[0]
}

export function columnsToFill(field: Field, entry: WireRow | undefined): WireRow {
  const pairs = Object.entries(field.fills ?? {})
  return Object.fromEntries(pairs.map(([column, from]) => [column, entry?.[from] ?? null]))
}
