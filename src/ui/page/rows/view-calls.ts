import type { GroupKey } from '#kernel/summary-key.ts'
import { call } from '#ui/remote/api.ts'
import type { FilterCondition } from '#ui/grid/rows/filter.ts'
import type { GridLayout } from '#ui/grid/model/grid-layout.ts'
import type { SortKey } from '#ui/grid/rows/sort.ts'

/** How a grid looks: its columns, order and filters, as plain data. */
export interface ViewContent extends GridLayout {
  readonly sort: readonly SortKey[]
  readonly filters: readonly FilterCondition[]
  /** Absent in views that were kept before rows could be grouped. */
  readonly groups?: readonly GroupKey[]
}

/** A view as the server keeps it. */
export interface SavedView {
  readonly VIEW_NO: number
  readonly VIEW_NM: string
  readonly ROLE_CD: string | null
  readonly ROLE_NM: string | null
  readonly USER_ID: string
  readonly MINE: boolean
  readonly CONTENT: ViewContent
}

export interface ViewPlace {
  /** Route of the screen. */
  readonly MENU_ID: string
  readonly GRID: 'grid' | 'lines'
}

interface Views {
  readonly VIEWS: readonly SavedView[]
  /** Roles a view may be shared with. */
  readonly ROLES: readonly { readonly CODE: string; readonly NAME: string }[]
}

/** One's own views of a grid and the shared ones. Throws CallError. */
export async function listViews(place: ViewPlace): Promise<Views> {
  return (await call<{ data: Views }>('/api/view/list', place, { quiet: true })).data
}

/** Keeps a view under its name. Throws CallError. */
export async function saveView(
  place: ViewPlace,
  view: Pick<SavedView, 'VIEW_NM' | 'ROLE_CD'> & { readonly CONTENT: ViewContent },
): Promise<void> {
  await call('/api/view/save', { ...place, ...view })
}

/** Deletes one's own view. Throws CallError. */
export async function deleteView(VIEW_NO: number): Promise<void> {
  await call('/api/view/delete', { VIEW_NO })
}
