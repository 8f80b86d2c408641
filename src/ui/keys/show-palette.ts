import { isPaletteEntered, keepKeysUntil } from './loading-keys.ts'
import { shellState } from '#ui/base/shell-state.ts'

/** Marks what stands in the open command line, for a text or what is typed next to replace it. */
function beginAnew(text: string): void {
  const input = document.querySelector<HTMLInputElement>('[cmdk-input]')
  input?.focus()
  input?.select()
  if (input && text !== '') document.execCommand('insertText', false, text)
}

/** Opens the command line with a text in it; what is typed from now on is for it. */
export function showPalette(text: string): void {
  if (shellState.paletteOpen) return beginAnew(text)
  shellState.paletteStart = text
  shellState.paletteOpen = true
  keepKeysUntil(isPaletteEntered)
}
