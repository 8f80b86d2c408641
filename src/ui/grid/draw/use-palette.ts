import { useMemo, useSyncExternalStore } from 'react'
import { gridPalettes, type GridPalette } from './grid-theme.ts'

const query = '(forced-colors: active)'

function media(): MediaQueryList | undefined {
  return typeof matchMedia === 'function' ? matchMedia(query) : undefined
}

/**
 * The colours the user forces on every page, as a canvas needs them: pure values, because nothing
 * drawn follows the system by itself. Tones keep their words; colour tells nothing here alone.
 */
function forcedPalette(): GridPalette {
  const probe = document.createElement('span')
  probe.style.cssText = 'forced-color-adjust: none; display: none'
  document.body.append(probe)
  const system = (name: string): string => {
    probe.style.color = name
    return getComputedStyle(probe).color
  }
  const ground = system('Canvas')
  const text = system('CanvasText')
  const quiet = system('GrayText')
  const accent = system('Highlight')
  const link = system('LinkText')
  probe.remove()
  return {
    ground,
    panel: ground,
    // Lines only help the eye along: at full strength they outdo the text.
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
  const watched = media()
  watched?.addEventListener('change', listener)
  return () => watched?.removeEventListener('change', listener)
}

/** The colours of a grid: those of its theme, or those the user forces on every page. */
export function usePalette(theme: 'dark' | 'light'): GridPalette {
  const isForced = useSyncExternalStore(subscribe, () => media()?.matches === true)
  return useMemo(() => (isForced ? forcedPalette() : gridPalettes[theme]), [isForced, theme])
}
