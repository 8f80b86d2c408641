import { useEffect, type JSX, type ReactNode } from 'react'
import { Link } from 'wouter'
import { showErrorTitle } from '#ui/tabs/page-title.ts'
import { t } from '#ui/base/language.ts'
import { label } from '#kernel/label.ts'

/** Shown if no route matches the address (spec §2, §8). */
export function NotFoundPage(): JSX.Element {
  return (
    <ErrorPage>
      <h1>404 Not Found</h1>
      <p>This page could not be found</p>
      <p className="quiet">
        {t(
          label(
            '주소에 해당하는 화면이 없습니다. 주소를 확인하거나 Home에서 다시 시작하세요.',
            'No screen at this address. Check the address or start again from Home.',
          ),
        )}
      </p>
    </ErrorPage>
  )
}

export function ErrorPage({ children }: { readonly children: ReactNode }): JSX.Element {
  useEffect(showErrorTitle, [])
  return (
    <section className="plain-page">
      {children}
      <p className="plain-actions">
        <Link href="/" className="button" data-main="">
          {t(label('Home으로', 'Go to Home'))} ↵
        </Link>
      </p>
    </section>
  )
}
