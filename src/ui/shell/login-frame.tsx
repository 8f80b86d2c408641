import { useEffect, useState, type JSX, type ReactNode } from 'react'
import { Link } from 'wouter'
import { label } from '#kernel/label.ts'
import { loadBrand, type Brand } from '#ui/remote/account-calls.ts'
import { currentLanguage, setLanguage, t } from '#ui/base/language.ts'

interface FrameProps {
  /** 600 × 450 for the login and similar pages, 550 × 620 for the register form (spec §9). */
  readonly size: 'login' | 'register'
  readonly title: string
  readonly links: ReactNode
  readonly children: ReactNode
}

export function LoginFrame({ size, title, links, children }: FrameProps): JSX.Element {
  const brand = useBrand()
  return (
    <div className="login-box frame" data-size={size}>
      <header className="login-brand">
        {brand?.logo ? (
          <img className="login-logo" src={brand.logo} alt="WMS" />
        ) : (
          <span className="top-mark">
            WMS<span aria-hidden="true">▮</span>
          </span>
        )}
        <LanguageSwitch />
      </header>
      <h1>{title}</h1>
      {children}
      <footer className="login-links">
        {links}
        <PhoneLine phone={brand?.helpPhone ?? ''} />
      </footer>
    </div>
  )
}

let known: Brand | undefined

/**
 * Loads logo and phone number. Shows the word mark until the logo loads, or permanently if there is
 * none.
 */
export function useBrand(): Brand | undefined {
  const [brand, setBrand] = useState(known)
  useEffect(() => {
    if (known) return undefined
    let isWanted = true
    loadBrand().then(
      (answer) => {
        known = answer
        if (isWanted) setBrand(answer)
      },
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [])
  return brand
}

function PhoneLine({ phone }: { readonly phone: string }): JSX.Element {
  return (
    <span className="quiet login-phone">
      {t(label('전화 문의', 'Telephone'))}{' '}
      {phone ? (
        <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
      ) : (
        t(label('소속 물류센터 운영팀', 'your site’s operations desk'))
      )}
    </span>
  )
}

function LanguageSwitch(): JSX.Element {
  const other = currentLanguage() === 'ko' ? 'en' : 'ko'
  return (
    <button
      type="button"
      className="login-language"
      lang={other}
      onClick={() => setLanguage(other)}
    >
      {other === 'en' ? 'English' : '한국어'}
    </button>
  )
}

export function BackToLogin(): JSX.Element {
  return <Link href="/login">← {t(label('로그인', 'Log in'))}</Link>
}

export function DoneText({ text, more }: { text: string; more?: string }): JSX.Element {
  return (
    <div className="login-done" role="status">
      <p>{text}</p>
      {more && <p className="quiet">{more}</p>}
      <p>
        <Link href="/login" className="button" data-main="" data-autofocus="">
          {t(label('로그인 화면으로', 'Back to login'))} ↵
        </Link>
      </p>
    </div>
  )
}
