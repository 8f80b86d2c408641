const listeners = new Set<() => void>()
let on = false

/** Whether grids give the focus to their table, for those who work with a screen reader. */
export function readerMode(): boolean {
  return on
}

export function setReaderMode(next: boolean): void {
  if (on === next) return
  on = next
  for (const listener of listeners) listener()
}

/** Hears the mode being switched; returns unsubscribe. */
export function onReaderMode(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
