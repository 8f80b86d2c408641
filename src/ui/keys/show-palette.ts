import { isPaletteEntered, keepKeysUntil } from './loading-keys.ts'
import { shellState } from '#ui/base/shell-state.ts'

function beginAnew(text: string): void {
  const input = document.querySelector<HTMLInputElement>('[cmdk-input]')
  input?.focus()
  input?.select()
  if (input && text !== '') document.execCommand('insertText', false, text)
}

export function showPalette(text: string): void {
  if (shellState.paletteOpen) return beginAnew(text)
  shellState.paletteStart = text
  shellState.paletteOpen = true
  keepKeysUntil(isPaletteEntered)
}
