const listeners = new Set<() => void>()
let on = false

/** Whether the user wants letters typed in a grid to be commands; read-only grids always do. */
export function commandModeOn(): boolean {
  return on
}

export function setCommandMode(next: boolean): void {
  if (on === next) return
  on = next
  for (const listener of listeners) listener()
}

export function onCommandMode(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
