import { useState, type JSX } from 'react'
import { setSingleKeys, singleKeys } from '#ui/dispatch/context.ts'
import { PasswordForm } from '#ui/account/password-form.tsx'
import { useSession } from '#ui/remote/session.ts'
import { currentLanguage, setLanguage, t, useLanguage } from '#ui/base/language.ts'
import { setTheme, useTheme } from '#ui/base/theme.ts'
import { notify } from '#ui/windows/notify.tsx'
import { openPopup } from '#ui/windows/popup-stack.ts'
import { openFactor } from './factor-popup.tsx'
import { popupSize } from '#ui/windows/popup-page.ts'

/** The user's own settings: a dialog of 800 × 300 (spec §2). */
export async function openMyInfo(): Promise<void> {
  const title = t({ ko: '내 정보', en: 'My info' })
  await openPopup(MyInfo, { ...popupSize('ChangeMe'), title })
}

function MyInfo(): JSX.Element {
  useLanguage()
  const { user, wcode } = useSession()
  return (
    <div className="info-page">
      <section className="frame">
        <h3 className="frame-title">{t({ ko: '사용자', en: 'User' })}</h3>
        <dl className="facts">
          <dt>{t({ ko: '아이디', en: 'User ID' })}</dt>
          <dd className="mono">{user?.userId}</dd>
          <dt>{t({ ko: '이름', en: 'Name' })}</dt>
          <dd>{user?.userNm}</dd>
          <dt>{t({ ko: '회사', en: 'Company' })}</dt>
          <dd>{user?.corpLocNm}</dd>
          <dt>{t({ ko: '창고', en: 'Warehouse' })}</dt>
          <dd className="mono">{wcode}</dd>
          <dt>{t({ ko: '2단계 인증', en: 'Two-step login' })}</dt>
          <dd>
            <button type="button" className="button" onClick={() => void openFactor()}>
              {t({ ko: '설정', en: 'Set up' })}…
            </button>
          </dd>
        </dl>
      </section>
      <section className="frame">
        <h3 className="frame-title">{t({ ko: '화면', en: 'Display' })}</h3>
        <DisplayChoices />
      </section>
      <section className="frame info-password">
        <h3 className="frame-title">{t({ ko: '비밀번호', en: 'Password' })}</h3>
        <PasswordForm
          onChanged={() =>
            notify('success', t({ ko: '비밀번호를 변경했습니다.', en: 'Password changed.' }))
          }
        />
      </section>
    </div>
  )
}

function DisplayChoices(): JSX.Element {
  const theme = useTheme()
  const [single, setSingle] = useState(singleKeys)
  return (
    <div className="info-choices">
      <Choice
        name={t({ ko: '테마', en: 'Theme' })}
        value={theme}
        values={[
          ['dark', t({ ko: '어둡게', en: 'Dark' })],
          ['light', t({ ko: '밝게', en: 'Light' })],
        ]}
        first
        choose={(value) => setTheme(value === 'light' ? 'light' : 'dark')}
      />
      <Choice
        name={t({ ko: '언어', en: 'Language' })}
        value={currentLanguage()}
        values={[
          ['ko', '한국어'],
          ['en', 'English'],
        ]}
        choose={(value) => setLanguage(value === 'en' ? 'en' : 'ko')}
      />
      <Choice
        name={t({ ko: '글자 단축키 ( / ? )', en: 'Single-letter keys ( / ? )' })}
        value={single ? 'Y' : 'N'}
        values={[
          ['Y', t({ ko: '사용', en: 'On' })],
          ['N', t({ ko: '사용 안 함', en: 'Off' })],
        ]}
        choose={(value) => {
          setSingle(value === 'Y')
          setSingleKeys(value === 'Y')
        }}
      />
    </div>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly value: string
  readonly values: readonly (readonly [value: string, text: string])[]
  readonly choose: (value: string) => void
  /** Has the keyboard when the popup opens. */
  readonly first?: boolean
}

function Choice({ name, value, values, choose, first }: ChoiceProps): JSX.Element {
  return (
    <fieldset className="choice">
      <legend>{name}</legend>
      {values.map(([each, text]) => (
        <label key={each}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            data-autofocus={first && each === value ? '' : undefined}
            onChange={() => choose(each)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
