import { changeColumns, editable, isNew } from './editing.ts'
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
  return {
    kind: 'master',
    route,
    search,
    searchAtOpen: true,
    save,
    grid: grid<F>({
      source: query,
      ...(fixed && { fixed }),
      columns: [
        ...keys.map((field) => ({ field, editable: isNew, frozen: true })),
        ...named,
        ...editable(...typed),
        ...more,
        ...(changeColumns as readonly (keyof F & string)[]),
      ],
    }),
  }
}
