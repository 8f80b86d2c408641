import { useEffect, type JSX } from 'react'
import { Link } from 'wouter'
import { titleError } from '#ui/tabs/page-title.ts'
import { t } from '#ui/base/language.ts'

/** No route matches the address (spec §2, §8), or one that the user may not open. */
export function NotFoundPage({
  notGranted = false,
}: {
  readonly notGranted?: boolean
}): JSX.Element {
  useEffect(titleError, [])
  return (
    <section className="plain-page">
      {notGranted ? <NotGranted /> : <NotFound />}
      <p className="plain-actions">
        <Link href="/" className="button" data-main="">
          {t({ ko: 'Home으로', en: 'Go to Home' })} ↵
        </Link>
      </p>
    </section>
  )
}

function NotFound(): JSX.Element {
  return (
    <>
      <h1>404 Not Found</h1>
      <p>This page could not be found</p>
      <p className="quiet">
        {t({
          ko: '주소에 해당하는 화면이 없습니다. 주소를 확인하거나 Home에서 다시 시작하세요.',
          en: 'No screen at this address. Check the address or start again from Home.',
        })}
      </p>
    </>
  )
}

function NotGranted(): JSX.Element {
  return (
    <>
      <h1>{t({ ko: '이 화면의 권한이 없습니다', en: 'No permission for this screen' })}</h1>
      <p>
        {t({
          ko: '관리자에게 권한을 요청하거나 Home에서 다시 시작하세요.',
          en: 'Ask your administrator for permission, or start again from Home.',
        })}
      </p>
    </>
  )
}
