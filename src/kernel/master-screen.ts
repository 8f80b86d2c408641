import { changeColumns, editableColumns, isUnsavedRow } from './editing.ts'
import { combinedSearchField } from './edition.ts'
import type { Fields } from './field.ts'
import type { Procedure, Query } from './operation.ts'
import { grid, type ColumnRef, type MasterScreen } from './screen.ts'

interface MasterParts<F extends Fields> {
  readonly search: readonly (keyof F & string)[]
  /** Key columns, editable in new rows only. */
  readonly keys: readonly (keyof F & string)[]
  readonly named?: readonly (keyof F & string)[]
  readonly typed: readonly (keyof F & string)[]
  readonly more?: readonly ColumnRef<F>[]
  readonly fixed?: Readonly<Record<string, string>>
}

export function masterScreen<F extends Fields>(
  route: string,
  { query, save }: { query: Query<Fields, F>; save: Procedure },
  parts: MasterParts<F>,
): MasterScreen {
  const { search, keys, named = [], typed, more = [], fixed } = parts
  const refs = more.map((ref) => (typeof ref === 'string' ? ref : ref.field))
  const placed = new Set<string>([...keys, ...named, ...typed, ...refs])
  return {
    kind: 'master',
    route,
    // The combined search for code, name and initials is always first.
    search: [...Object.keys(combinedSearchField).filter((name) => name in query.search), ...search],
    searchAtOpen: true,
    save,
    grid: grid<F>({
      source: query,
      ...(fixed && { fixed }),
      columns: [
        ...keys.map((field) => ({ field, editable: isUnsavedRow, frozen: true })),
        ...named,
        ...typed.flatMap((field) => [
          ...editableColumns(field),
          ...lookupFields(query.output, field).filter((name) => !placed.has(name)),
        ]),
        ...more,
        ...(changeColumns as readonly (keyof F & string)[]),
      ],
    }),
  }
}

function lookupFields<F extends Fields>(output: F, field: keyof F & string): (keyof F & string)[] {
  return Object.keys(output[field]?.fills ?? {}).filter((name) => Object.hasOwn(output, name))
}
