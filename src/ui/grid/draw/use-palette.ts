import { useMemo, useSyncExternalStore } from 'react'
import { gridPalettes, type GridPalette } from './grid-theme.ts'

const query = '(forced-colors: active)'

function forcedColoursQuery(): MediaQueryList | undefined {
  return typeof matchMedia === 'function' ? matchMedia(query) : undefined
}

/**
 * Palette for forced colours mode as plain values, because a canvas does not follow the system.
 * Tones are also expressed as text, not only by colour.
 */
function forcedPalette(): GridPalette {
  const probe = document.createElement('span')
  probe.style.cssText = 'forced-color-adjust: none; display: none'
  document.body.append(probe)
  const systemColour = (name: string): string => {
    probe.style.color = name
    return getComputedStyle(probe).color
  }
  const ground = systemColour('Canvas')
  const text = systemColour('CanvasText')
  const quiet = systemColour('GrayText')
  const accent = systemColour('Highlight')
  const link = systemColour('LinkText')
  probe.remove()
  return {
    ground,
    panel: ground,
    // Lines at full strength would dominate the text.
    rule: withAlpha(text, 0.35),
    edge: text,
    box: text,
    text,
    strong: text,
    quiet: text,
    early: text,
    middle: text,
    accent,
    warn: link,
    stop: link,
    bonded: link,
    rowCurrent: ground,
    cellCurrent: ground,
    range: withAlpha(accent, 0.3),
    editor: ground,
    track: quiet,
    rowTones: {},
  }
}

function withAlpha(colour: string, alpha: number): string {
  const channels = colour.match(/\d+(\.\d+)?/g)?.slice(0, 3) ?? ['0', '0', '0']
  return `rgba(${channels.join(', ')}, ${alpha})`
}

function subscribe(listener: () => void): () => void {
  const watched = forcedColoursQuery()
  watched?.addEventListener('change', listener)
  return () => watched?.removeEventListener('change', listener)
}

export function usePalette(theme: 'dark' | 'light'): GridPalette {
  const isForced = useSyncExternalStore(subscribe, () => forcedColoursQuery()?.matches === true)
  return useMemo(() => (isForced ? forcedPalette() : gridPalettes[theme]), [isForced, theme])
}
