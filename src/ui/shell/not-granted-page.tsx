import type { JSX } from 'react'
import { t } from '#ui/base/language.ts'
import { requestHint } from '#ui/remote/missing-right.ts'
import { ErrorPage } from './not-found-page.tsx'
import { label } from '#kernel/label.ts'

/** Shown for an existing screen without permission, which the user can request here. */
export function NotGrantedPage(): JSX.Element {
  return (
    <ErrorPage>
      <h1>{t(label('이 화면의 권한이 없습니다.', 'No permission for this screen.'))}</h1>
      <p>
        {t(
          label(
            '권한을 요청하거나 Home에서 다시 시작하세요.',
            'Request permission, or start again from Home.',
          ),
        )}
      </p>
      <p>{requestHint()}</p>
    </ErrorPage>
  )
}
