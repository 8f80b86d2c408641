import { useState, type JSX } from 'react'
import { setSingleKeys, areSingleKeysEnabled } from '#ui/keys/dispatch/context.ts'
import { PasswordForm } from '#ui/account/password-form.tsx'
import { useSession } from '#ui/remote/session.ts'
import { currentLanguage, setLanguage, t, useLanguage } from '#ui/base/language.ts'
import { setTheme, useTheme } from '#ui/base/theme.ts'
import { notify } from '#ui/windows/notify.tsx'
import { openPopup } from '#ui/windows/popup-stack.ts'
import { openFactor } from './factor-popup.tsx'
import { popupSize } from '#ui/windows/popup-page.ts'
import { label } from '#kernel/label.ts'

/** The user's own settings, a dialog of 800 × 300 (spec §2). */
export async function openMyInfo(): Promise<void> {
  const title = t(label('내 정보', 'My info'))
  await openPopup(MyInfo, { ...popupSize('ChangeMe'), title })
}

function MyInfo(): JSX.Element {
  useLanguage()
  const { user, wcode } = useSession()
  return (
    <div className="info-page">
      <section className="frame">
        <h3 className="frame-title">{t(label('사용자', 'User'))}</h3>
        <dl className="facts">
          <dt>{t(label('아이디', 'User ID'))}</dt>
          <dd className="mono">{user?.userId}</dd>
          <dt>{t(label('이름', 'Name'))}</dt>
          <dd>{user?.userNm}</dd>
          <dt>{t(label('회사', 'Company'))}</dt>
          <dd>{user?.corpLocNm}</dd>
          <dt>{t(label('창고', 'Warehouse'))}</dt>
          <dd className="mono">{wcode}</dd>
          <dt>{t(label('2단계 인증', 'Two-step login'))}</dt>
          <dd>
            <button type="button" className="button" onClick={() => void openFactor()}>
              {t(label('설정', 'Set up'))}…
            </button>
          </dd>
        </dl>
      </section>
      <section className="frame">
        <h3 className="frame-title">{t(label('화면', 'Display'))}</h3>
        <DisplayChoices />
      </section>
      <section className="frame info-password">
        <h3 className="frame-title">{t(label('비밀번호', 'Password'))}</h3>
        <PasswordForm
          onChanged={() =>
            notify('success', t(label('비밀번호를 변경했습니다.', 'Password changed.')))
          }
        />
      </section>
    </div>
  )
}

function DisplayChoices(): JSX.Element {
  const theme = useTheme()
  const [single, setSingle] = useState(areSingleKeysEnabled)
  return (
    <div className="info-choices">
      <DisplayChoice
        name={t(label('테마', 'Theme'))}
        value={theme}
        values={[
          ['dark', t(label('어둡게', 'Dark'))],
          ['light', t(label('밝게', 'Light'))],
        ]}
        first
        choose={(value) => setTheme(value === 'light' ? 'light' : 'dark')}
      />
      <DisplayChoice
        name={t(label('언어', 'Language'))}
        value={currentLanguage()}
        values={[
          ['ko', '한국어'],
          ['en', 'English'],
        ]}
        choose={(value) => setLanguage(value === 'en' ? 'en' : 'ko')}
      />
      <DisplayChoice
        name={t(label('글자 단축키 ( / ? )', 'Single-letter keys ( / ? )'))}
        value={single ? 'Y' : 'N'}
        values={[
          ['Y', t(label('사용', 'On'))],
          ['N', t(label('사용 안 함', 'Off'))],
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
  readonly first?: boolean
}

function DisplayChoice({ name, value, values, choose, first }: ChoiceProps): JSX.Element {
  return (
    <fieldset className="choice">
      <legend>{name}</legend>
      {values.map(([option, text]) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            data-autofocus={first && option === value ? '' : undefined}
            onChange={() => choose(option)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
