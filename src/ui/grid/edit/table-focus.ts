import type { SinkHost } from './input-sink.ts'

interface TableKeys extends Pick<SinkHost, 'key' | 'clipboard' | 'focusChanged'> {
  /** A letter was typed where nothing is edited. */
  typed(): void
}

/**
 * The table behind the canvas as the place the focus is, in screen-reader mode: a screen reader
 * then knows a grid with a current cell, not a text field. The sink has the focus only while a cell
 * is edited, which F2 begins: a letter must not, or a scan would be typed over the cell.
 */
export function listenInTable(table: HTMLElement, host: TableKeys): void {
  table.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    if (host.key(event)) event.preventDefault()
    else if (isLetter(event)) host.typed()
  })
  table.addEventListener('focus', () => host.focusChanged(true))
  table.addEventListener('blur', () => host.focusChanged(false))
  for (const what of ['copy', 'cut', 'paste'] as const) {
    table.addEventListener(what, (event) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      event.stopPropagation()
      host.clipboard[what](event)
    })
  }
}

function isLetter(event: KeyboardEvent): boolean {
  const held = event.ctrlKey || event.altKey || event.metaKey
  return !held && event.key !== ' ' && (event.key.length === 1 || event.key === 'Process')
}
