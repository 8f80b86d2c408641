import type { WindowName } from '#commands/windows.ts'
import type { ShellHandle } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import { openWindow } from '#ui/keys/loading-keys.ts'

async function loadWindow(name: WindowName) {
  const { businessWindows } = await import('./business-windows.ts')
  return { open: await businessWindows[name]() }
}

/** Opens a window for the rows and returns whether it did what it was opened for. */
export async function openBusinessWindow(
  name: WindowName,
  rows: readonly WireRow[] = [],
): Promise<boolean> {
  const done: { isDone: boolean | void } = { isDone: false }
  await openWindow(loadWindow(name), async ({ open }) => {
    done.isDone = await open(rows[0] ?? {}, rows)
  })
  return done.isDone === true
}

export const openNamedWindow: ShellHandle['openWindow'] = (name, rows) =>
  openBusinessWindow(name as WindowName, rows)
