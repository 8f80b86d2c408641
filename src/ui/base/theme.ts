import { proxy, subscribe, useSnapshot } from 'valtio'

export type Theme = 'dark' | 'light'

const STORED = 'wms.theme'

const state = proxy<{ theme: Theme }>({ theme: 'dark' })

export function currentTheme(): Theme {
  return state.theme
}

export function onTheme(listener: () => void): () => void {
  return subscribe(state, listener)
}

export function setTheme(theme: Theme): void {
  state.theme = theme
  document.documentElement.dataset['theme'] = theme
  localStorage.setItem(STORED, theme)
  // The browser draws the title bar of an app window in `theme-color`: use the page background.
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--ground').trim()
  if (ground !== '')
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', ground)
}

/** Restores the saved theme, or dark. Call before the first render. */
export function startTheme(): void {
  setTheme(localStorage.getItem(STORED) === 'light' ? 'light' : 'dark')
}

export function toggleTheme(): void {
  setTheme(state.theme === 'dark' ? 'light' : 'dark')
}

export function useTheme(): Theme {
  return useSnapshot(state).theme
}
