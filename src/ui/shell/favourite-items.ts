import type { MenuItem } from '#ui/remote/wire.ts'

type Items = readonly MenuItem[]

export function moveItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Marks the favourite opened after login. Only one can be marked. */
export function markInitial(items: Items, id: string): Items {
  return items.map((item) => {
    const isMarked = item.MENU_ID === id && item.INIT_YN !== 'Y'
    return { ...item, INIT_YN: isMarked ? 'Y' : 'N' }
  })
}
