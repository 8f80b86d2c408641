import { proxy, subscribe, useSnapshot } from 'valtio'

export type Theme = 'dark' | 'light'

const STORED = 'wms.theme'

const state = proxy<{ theme: Theme }>({ theme: 'dark' })

/** The theme in force, outside React. */
export function currentTheme(): Theme {
  return state.theme
}

/** Hears of every change of the theme; returns unsubscribe. */
export function onTheme(listener: () => void): () => void {
  return subscribe(state, listener)
}

/** Draws the page in one theme; this machine remembers it for the next first paint. */
export function setTheme(theme: Theme): void {
  state.theme = theme
  document.documentElement.dataset['theme'] = theme
  localStorage.setItem(STORED, theme)
  // The title bar of a window of its own is the browser's: it takes the ground of the page.
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim()
  if (ground !== '')
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground)
}

/** Takes up the remembered theme; dark where there is none. Call before the first render. */
export function startTheme(): void {
  setTheme(localStorage.getItem(STORED) === 'light' ? 'light' : 'dark')
}

export function toggleTheme(): void {
  setTheme(state.theme === 'dark' ? 'light' : 'dark')
}

/** The theme in force; a component that draws on canvas follows it. */
export function useTheme(): Theme {
  return useSnapshot(state).theme
}
