import type { SinkHost } from './input-sink.ts'

interface TableKeys extends Pick<SinkHost, 'key' | 'clipboard' | 'onFocusChange'> {
  typed(): void
}

/**
 * Focus handling of the hidden table in screen-reader mode, where screen readers see a grid with a
 * current cell instead of a text field. The sink has the focus only during an edit, which starts
 * with F2. A letter must not start one, or a scan would overwrite the cell.
 */
export function listenToTable(table: HTMLElement, host: TableKeys): void {
  table.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    if (host.key(event)) event.preventDefault()
    else if (isLetter(event)) host.typed()
  })
  table.addEventListener('focus', () => host.onFocusChange(true))
  table.addEventListener('blur', () => host.onFocusChange(false))
  for (const action of ['copy', 'cut', 'paste'] as const) {
    table.addEventListener(action, (event) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      event.stopPropagation()
      host.clipboard[action](event)
    })
  }
}

function isLetter(event: KeyboardEvent): boolean {
  const isHeld = event.ctrlKey || event.altKey || event.metaKey
  return !isHeld && event.key !== ' ' && (event.key.length === 1 || event.key === 'Process')
}
