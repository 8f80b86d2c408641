import { createRoot } from 'react-dom/client'
import { connectCalls } from './app/api.ts'
import { App } from './app/app.tsx'
import { watchChunks } from './app/chunk-reload.ts'
import { startInstalling } from './app/install.ts'
import { notePaintedLanguage } from './app/preferences.ts'
import { startScans } from './app/scanner.ts'
import { currentSession, startLoggedOut, startSession } from './app/session.ts'
import { startLanguage } from './language.ts'
import { loginOverPage } from './popups/login-over.tsx'
import { showMessage } from './popups/message.tsx'
import './theme/theme.css'
import { startTheme } from './theme/theme.ts'

function start(): void {
  startTheme()
  startLanguage()
  // Before anything is waited for: a scan may come as soon as there is a page.
  startScans()
  notePaintedLanguage()
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
  // No StrictMode: the grid's canvas must not be mounted twice.
  if (root) createRoot(root).render(<App />)
}

start()
