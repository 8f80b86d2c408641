import { isPaletteEntered, bufferKeysUntil } from './loading-keys.ts'
import { shellState } from '#ui/base/shell-state.ts'

function restart(text: string): void {
  const input = document.querySelector<HTMLInputElement>('[cmdk-input]')
  input?.focus()
  input?.select()
  if (input && text !== '') document.execCommand('insertText', false, text)
}

export function showPalette(text: string): void {
  if (shellState.paletteOpen) return restart(text)
  shellState.paletteStart = text
  shellState.paletteOpen = true
  bufferKeysUntil(isPaletteEntered)
}
