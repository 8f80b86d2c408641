import type { Field, Value, WireRow } from '#kernel/field.ts'
import { call } from '#ui/app/api.ts'

/** `ship-to` is asked for at `…/selectShipTo`. */
function lookupPath(name: string): string {
  const pascal = name.replace(/(?:^|-)([a-z0-9])/g, (_whole, letter: string) =>
    letter.toUpperCase(),
  )
  return `/api/pop/commonPopup/select${pascal}`
}

/** Entries of a value help that match a text, at most 200. `context` narrows them (the owner). */
export async function findEntries(
  name: string,
  text: string,
  context: WireRow = {},
): Promise<readonly WireRow[]> {
  const body = { ...context, SEARCH: text }
  const { DATA } = await call<{ DATA: WireRow[] }>(lookupPath(name), body, { quiet: true })
  return DATA
}

/** The one entry whose code or name is exactly the text; a code goes before a name. */
export function exactEntry(entries: readonly WireRow[], text: string): WireRow | undefined {
  const same = (value: Value | undefined) =>
    String(value ?? '')
      .normalize('NFC')
      .toUpperCase() === text.normalize('NFC').toUpperCase()
  const named = entries.filter((entry) => same(entry['NAME']))
  return entries.find((entry) => same(entry['CODE'])) ?? (named.length === 1 ? named[0] : undefined)
}

/** The further columns an entry fills in a row, by the field's `fills`: column to entry's column. */
export function filledColumns(field: Field, entry: WireRow | undefined): WireRow {
  const pairs = Object.entries(field.fills ?? {})
  return Object.fromEntries(pairs.map(([column, from]) => [column, entry?.[from] ?? null]))
}
