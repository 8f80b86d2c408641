import { t } from '#ui/base/language.ts'
import { notify } from '#ui/windows/notify.tsx'
import { label } from '#kernel/label.ts'

interface InstallOffer extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

let installOffer: InstallOffer | undefined

function isOffer(event: Event): event is InstallOffer {
  return 'prompt' in event
}

/**
 * Registers the service worker and stores the browser's install prompt. Service workers need a
 * secure context, but the page works without one.
 */
export function startInstalling(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isOffer(event)) return
    // Suppress the browser's banner. The command shows the prompt instead.
    event.preventDefault()
    installOffer = event
  })
  addEventListener('appinstalled', () => {
    installOffer = undefined
  })
  // The development server has no worker file.
  if (import.meta.hot || !('serviceWorker' in navigator)) return
  const options = { updateViaCache: 'none' } as const
  navigator.serviceWorker.register('/service-worker.js', options).catch(() => undefined)
}

/** Installs the page as an application, where the browser reserves no keys. */
export async function installApp(): Promise<void> {
  if (matchMedia('(display-mode: standalone)').matches) {
    return notify('info', t(label('이미 앱 창입니다.', 'Already in the app window.')))
  }
  if (!installOffer) {
    const ko = '브라우저 메뉴의 "앱 설치"로 설치하세요. 보안 연결(https)에서만 설치할 수 있습니다.'
    const en = 'Install it from the browser menu. It needs a secure connection (https).'
    return notify('info', t(label(ko, en)))
  }
  const { outcome } = await installOffer.prompt()
  installOffer = undefined
  if (outcome !== 'accepted') return
  const ko = '앱으로 설치했습니다. 앱 창에서는 브라우저가 키를 가로채지 않습니다.'
  notify(
    'success',
    t(label(ko, 'Installed as an app. In its window the browser does not intercept keys.')),
  )
}
