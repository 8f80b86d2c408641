import { changeColumns, editable, isNew } from './editing.ts'
import { findField } from './edition.ts'
import type { Fields } from './field.ts'
import type { Procedure, Query } from './operation.ts'
import { grid, type ColumnRef, type MasterScreen } from './screen.ts'

interface MasterParts<F extends Fields> {
  readonly search: readonly (keyof F & string)[]
  /** Columns that name a row: typed into new rows only. */
  readonly keys: readonly (keyof F & string)[]
  /** Names that come with the keys, to be read. */
  readonly named?: readonly (keyof F & string)[]
  /** What may be typed in every row; a column that differs is written out. */
  readonly typed: readonly (keyof F & string)[]
  /** Further columns, as they are. */
  readonly more?: readonly ColumnRef<F>[]
  /** Search values that always hold on this screen. */
  readonly fixed?: Readonly<Record<string, string>>
}

/** Search and a grid in which the rows of one master table are kept. */
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
    // One text for code, name and initials comes before anything else.
    search: [...Object.keys(findField).filter((name) => name in query.search), ...search],
    searchAtOpen: true,
    save,
    grid: grid<F>({
      source: query,
      ...(fixed && { fixed }),
      columns: [
        ...keys.map((field) => ({ field, editable: isNew, frozen: true })),
        ...named,
        ...typed.flatMap((field) => [
          ...editable(field),
          ...namesBehind(query.output, field).filter((name) => !placed.has(name)),
        ]),
        ...more,
        ...(changeColumns as readonly (keyof F & string)[]),
      ],
    }),
  }
}

/** Names that the value help of a column fills, where the question answers them. */
function namesBehind<F extends Fields>(output: F, field: keyof F & string): (keyof F & string)[] {
  return Object.keys(output[field]?.fills ?? {}).filter((name) => Object.hasOwn(output, name))
}
