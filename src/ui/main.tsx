import { createRoot } from 'react-dom/client'
import { commandKeyLabel } from '#ui/keys/dispatch/keyboard.ts'
import { connectCalls } from './remote/api.ts'
import { provideRequestKey } from './remote/missing-right.ts'
import { App } from './shell/app.tsx'
import { watchChunks } from './base/chunk-reload.ts'
import { startInstalling } from '#ui/keys/tools/install.ts'
import { recordPaintedLanguage } from './remote/preferences.ts'
import { startScans } from './scanner/scanner.ts'
import { currentSession, startLoggedOut, startSession } from './remote/session.ts'
import { initLanguage } from './base/language.ts'
import { loginOverPage } from './popups/login-popup.tsx'
import { showMessage } from './windows/message.tsx'
import { connectShell } from './shell/shell-handle.ts'
import './theme/theme.css'
import { startTheme } from './base/theme.ts'

/**
 * Loads a polyfill for Temporal, which is required before any date calculation, if the browser
 * lacks it.
 */
async function start(): Promise<void> {
  connectShell()
  provideRequestKey(() => commandKeyLabel('rights.ask'))
  startTheme()
  initLanguage()
  // Start before the first await, because a scan can arrive as soon as the page exists.
  startScans()
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
  recordPaintedLanguage()
  watchChunks()
  startInstalling()
  connectCalls({
    warehouse: () => currentSession().wcode,
    userId: () => currentSession().user?.userId ?? '',
    reauthenticate: loginOverPage,
    showError: (text) => void showMessage({ kind: 'error', text }),
  })
  if (location.pathname.startsWith('/login')) startLoggedOut()
  else void startSession()

  const root = document.getElementById('root')
  // StrictMode would mount the grid's canvas twice, which it does not support.
  if (root) createRoot(root).render(<App />)
}

void start()
