import { useEffect, useState, type ComponentType, type JSX } from 'react'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { popupTitle } from '#ui/remote/menu.ts'
import { requestHint, recordMissingRight } from '#ui/remote/missing-right.ts'
import { handlePopupResult } from './popup-result.ts'
import { t } from '#ui/base/language.ts'
import { showMessage } from '#ui/windows/message.tsx'
import { openPopup, type FailingPopupProps } from '#ui/windows/popup-stack.ts'
import { popupPages, type PopupPage } from '#ui/popups/popup-types.ts'
import { popupSize, type PopupPageProps } from '#ui/windows/popup-page.ts'
import { loadingText } from '#ui/base/loading-text.ts'

const LOADING_DELAY_MS = 200
const TIMEOUT_MS = 100_000

export const notPermitted = label(
  '팝업 권한이 없습니다. 관리자에게 문의하세요.',
  'You have no permission for this popup. Ask your administrator.',
)

/**
 * Opens a popup by its route in the server's menu. Returns its result, or undefined if it was
 * closed. Without permission it shows a message and counts as closed.
 *
 * @throws Error 'activePopup error' if the route does not exist, and the reason the popup rejects
 * with.
 */
export async function openPopupPage(
  route: string,
  input: WireRow = {},
): Promise<WireRow | undefined> {
  const page = Object.hasOwn(popupPages, route) ? popupPages[route] : undefined
  if (!page) throw new Error('activePopup error')
  const title = popupTitle(route)
  if (!title) {
    recordMissingRight({ MENU_ID: route, ACTION: 'search' })
    await showMessage({ kind: 'warning', text: t(notPermitted) + requestHint() })
    return undefined
  }
  const Body = (props: FailingPopupProps<WireRow>): JSX.Element => (
    <LoadedPopup {...props} page={page} input={input} />
  )
  const { fullScreen = false } = page
  return openPopup(Body, { ...popupSize(route), fullScreen, title: t(title) })
}

/** Opens a popup without a caller waiting for it. Errors are shown in a dialog. */
export function showPopupPage(route: string, input: WireRow = {}): void {
  openPopupPage(route, input)
    .then((answer) => (answer ? handlePopupResult(route, answer) : undefined))
    .catch((error: unknown) =>
      showMessage({ kind: 'error', text: `${(error as Error).message}\n${route}` }),
    )
}

interface LoadedProps extends PopupPageProps {
  readonly page: PopupPage
}

/** Popup loaded on demand. Shows a loading text after 200 ms and fails after 100 s. */
export function LoadedPopup({ page, ...props }: LoadedProps): JSX.Element | null {
  const [Content, setContent] = useState<ComponentType<PopupPageProps> | undefined>(undefined)
  const [isSlow, setSlow] = useState(false)
  const { reject } = props
  useEffect(() => {
    let isWanted = true
    const slow = setTimeout(() => setSlow(true), LOADING_DELAY_MS)
    const late = setTimeout(() => {
      isWanted = false
      reject(new Error(t(loadTimedOut)))
    }, TIMEOUT_MS)
    const settle = (): boolean => {
      clearTimeout(slow)
      clearTimeout(late)
      return isWanted
    }
    page.load().then(
      // Wrap the component, because a state setter calls a function.
      (component) => settle() && setContent(() => component),
      () => settle() && reject(new Error('activePopup error')),
    )
    return () => {
      settle()
      isWanted = false
    }
  }, [page, reject])
  if (Content) return <Content {...props} />
  return isSlow ? (
    <p className="popup-wait" role="status">
      {t(loadingText)}
    </p>
  ) : null
}

export const loadTimedOut = label(
  '팝업을 100초 안에 불러오지 못했습니다. 다시 여세요.',
  'The popup did not load within 100 seconds. Open it again.',
)
