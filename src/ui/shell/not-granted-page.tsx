import { useEffect, useState, type JSX } from 'react'
import { label, type Label } from '#kernel/label.ts'
import { loadCode } from '#ui/base/chunk-reload.ts'
import { t } from '#ui/base/language.ts'
import { requestHint } from '#ui/remote/missing-right.ts'
import { ErrorPage } from './not-found-page.tsx'

/** Title of a screen that the user's menu does not contain. Undefined until its code has loaded. */
function useScreenTitle(route: string): Label | undefined {
  const [title, setTitle] = useState<Label>()
  useEffect(() => {
    void loadCode(() => import('#areas/menu-map.ts')).then(({ menuByRoute }) =>
      setTitle(menuByRoute(route)?.title),
    )
  }, [route])
  return title
}

/** Shown for an existing screen without permission, which the user can request here. */
export function NotGrantedPage({ route }: { readonly route: string }): JSX.Element {
  const title = useScreenTitle(route)
  return (
    <ErrorPage>
      <h1>{t(label('이 화면의 권한이 없습니다.', 'No permission for this screen.'))}</h1>
      {title && (
        <p>
          {t(label(`필요한 권한: ${title.ko} 조회`, `Missing permission: ${title.en}, Search`))}
        </p>
      )}
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
