import type { JSX } from 'react'
import { Link, useLocation } from 'wouter'
import type { Label } from '#kernel/label.ts'
import { t } from '../language.ts'

const titles: Readonly<Record<string, Label>> = {
  '/login/id-search': { ko: '아이디 찾기', en: 'Find my id' },
  '/login/pw-init': { ko: '비밀번호 찾기', en: 'Find my password' },
  '/login/register': { ko: '사용자 등록', en: 'Register' },
  '/login/privacy-policy': { ko: '개인정보 처리방침', en: 'Privacy policy' },
  '/login/popup': { ko: '공지', en: 'Notice' },
}

/** Pages around the login that come later: each says what to do meanwhile. */
export function LaterPage(): JSX.Element {
  const [path] = useLocation()
  const title = titles[path]
  return (
    <div className="login-box frame">
      <h1>{title ? t(title) : '404 Not Found'}</h1>
      <p>
        {title
          ? t({
              ko: '이 화면은 아직 준비 중입니다. 그동안은 소속 물류센터의 시스템 관리자에게 요청하세요. 관리자는 사용자 관리 화면에서 아이디를 확인하고 비밀번호를 다시 정할 수 있습니다.',
              en: 'This page comes later. Until then ask the system administrator of your site, who can look up ids and reset passwords.',
            })
          : 'This page could not be found'}
      </p>
      <p className="plain-actions">
        <Link href="/login" className="button">
          {t({ ko: '로그인으로 돌아가기', en: 'Back to login' })} ↵
        </Link>
      </p>
    </div>
  )
}
