import { isPaletteEntered, keepKeysUntil } from './loading-keys.ts'
import { shellState } from '#ui/base/shell-state.ts'

/** Opens the command line with a text in it; what is typed from now on is for it. */
export function showPalette(text: string): void {
  shellState.paletteStart = text
  shellState.paletteOpen = true
  keepKeysUntil(isPaletteEntered)
}
