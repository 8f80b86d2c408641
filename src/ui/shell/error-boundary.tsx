import { Component, type JSX, type ReactNode } from 'react'
import { t } from '#ui/base/language.ts'
import { label } from '#kernel/label.ts'

interface Props {
  readonly children: ReactNode
}

interface State {
  readonly error: Error | undefined
}

/** Contains the failure of a page. Other tabs and their edits are unaffected. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return <ErrorPage error={error} again={() => this.setState({ error: undefined })} />
  }
}

interface PageProps {
  readonly error: Error
  readonly again: () => void
}

export function ErrorPage({ error, again }: PageProps): JSX.Element {
  return (
    <section
      className="plain-page"
      role="alert"
      data-page-failed=""
      data-fallback-focus=""
      tabIndex={-1}
    >
      <h1>{t(label('오류가 발생했습니다.', 'An error occurred.'))}</h1>
      <p className="mono tone-stop">{error.message}</p>
      <p className="quiet">
        {t(
          label(
            '다른 탭과 편집 중인 내용은 그대로입니다. 같은 오류가 반복되면 이 내용을 관리자에게 알리세요.',
            'Other tabs and your edits are not affected. If it happens again, send this message to your administrator.',
          ),
        )}
      </p>
      <p className="plain-actions">
        <button type="button" className="button" data-main="" onClick={again}>
          {t(label('다시 시도', 'Try again'))}
        </button>
        <a className="button" href="/">
          {t(label('Home으로', 'Go to Home'))}
        </a>
      </p>
    </section>
  )
}
