import type { GridLayout } from '#ui/grid/model/grid-layout.ts'
import type { GridModel } from '#ui/grid/model/grid-model.ts'
import { saveUserSetting, userSetting } from '#ui/remote/user-settings.ts'

/** Debounce, because moving or resizing a column takes many steps. */
const PAUSE_MS = 800

function settingKey(route: string, grid: 'grid' | 'lines'): string {
  return `layout/${route}/${grid}`
}

function isLayout(value: unknown): value is GridLayout {
  if (typeof value !== 'object' || value === null || !('columns' in value)) return false
  const { columns } = value
  return (
    Array.isArray(columns) &&
    columns.every((column: unknown) => {
      if (typeof column !== 'object' || column === null) return false
      const { id, width, hidden, frozen } = column as Partial<GridLayout['columns'][number]>
      const isSized = typeof width === 'number' && width > 0
      return (
        typeof id === 'string' &&
        isSized &&
        typeof hidden === 'boolean' &&
        typeof frozen === 'boolean'
      )
    })
  )
}

export function persistLayout(model: GridModel, route: string, grid: 'grid' | 'lines'): void {
  const key = settingKey(route, grid)
  const stored = userSetting(key)
  if (isLayout(stored)) model.setLayout(stored)
  let pause: ReturnType<typeof setTimeout> | undefined
  model.onLayout((layout) => {
    clearTimeout(pause)
    // If saving fails, the layout applies to this window only and no error is shown.
    pause = setTimeout(() => void saveUserSetting(key, layout).catch(() => undefined), PAUSE_MS)
  })
}
