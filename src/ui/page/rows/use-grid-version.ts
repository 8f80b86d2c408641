import { useSyncExternalStore } from 'react'
import type { GridModel } from '#ui/grid/model/grid-model.ts'

export function useGridVersion(model: GridModel): number {
  return useSyncExternalStore(
    (listener) => model.subscribe(listener),
    () => model.version,
  )
}
