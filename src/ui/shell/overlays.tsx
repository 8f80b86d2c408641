import { lazy, Suspense, type JSX } from 'react'
import { useSnapshot } from 'valtio'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { useSession } from '#ui/remote/session.ts'
import { network } from '#ui/base/network.ts'
import { t } from '#ui/base/language.ts'
import { label } from '#kernel/label.ts'

/** Loading indicator, shown after 200 ms. Does not block keys or clicks. */
export function LoadingOverlay(): JSX.Element | null {
  const { busy, retrying, renewing } = useSnapshot(network)
  if (busy === 0 || retrying + renewing > 0) return null
  return (
    <div className="loading" role="status">
      <span className="shell-loading" aria-hidden="true" />
      <span className="visually-hidden">{t(label('진행 중입니다.', 'Working…'))}</span>
    </div>
  )
}

const ImpersonationBanner = lazy(async () => ({
  default: await loadCode(async () => (await import('./lazy-pages.ts')).ImpersonationBanner),
}))

export function LazyImpersonationBanner(): JSX.Element {
  const { user } = useSession()
  return <Suspense>{user?.seenBy && <ImpersonationBanner />}</Suspense>
}

/** Message that the server was updated since the page was loaded (spec §2). */
export function StaleMessage(): JSX.Element | null {
  const { stale } = useSnapshot(network)
  if (!stale) return null
  return (
    <div className="stale" role="status">
      {t(
        label(
          '시스템이 업데이트되었습니다. F5로 새로 고치세요. 계속되면 관리자에게 문의하세요.',
          'The system was updated. Refresh with F5; if this persists, contact the administrator.',
        ),
      )}
    </div>
  )
}
