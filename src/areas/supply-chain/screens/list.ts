import type { Fields, WireRow } from '#kernel/field.ts'
import type { Query } from '#kernel/operation.ts'
import { grid, type ListScreen, type Tone } from '#kernel/screen.ts'

/** All columns of a query, with a colour on values that need attention. */
export function defineList(
  route: string,
  source: Query<Fields, Fields>,
  search: readonly string[],
  tones: Readonly<Record<string, Tone>> = {},
  extra: { readonly checks?: boolean } = {},
): ListScreen {
  return {
    kind: 'list',
    route,
    search,
    searchAtOpen: true,
    grid: grid({
      source,
      ...extra,
      columns: Object.keys(source.output).map((field) => {
        const tone = tones[field]
        if (!tone) return field
        return {
          field,
          tone: (row: WireRow) => (Number(row[field] ?? 0) > 0 ? tone : undefined),
        }
      }),
    }),
  }
}
