import type { Field, WireRow } from '#kernel/field.ts'
import { lookupPath } from '#kernel/lookup-path.ts'
import { call } from './api.ts'

/** Entries of a value help that match a text, at most 200. `context` narrows them (the owner). */
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

/** The entry whose code or name is exactly a text: the first row of the answer (spec §7). */
export async function readEntry(
  name: string,
  text: string,
  context: WireRow = {},
): Promise<WireRow | undefined> {
  const body = { ...context, SEARCH: text, EXACT: 'Y' }
  const { DATA } = await call<{ DATA: WireRow[] }>(lookupPath(name), body, { quiet: true })
  return DATA[0]
}

/** The further columns an entry fills in a row, by the field's `fills`: column to entry's column. */
export function filledColumns(field: Field, entry: WireRow | undefined): WireRow {
  const pairs = Object.entries(field.fills ?? {})
  return Object.fromEntries(pairs.map(([column, from]) => [column, entry?.[from] ?? null]))
}
