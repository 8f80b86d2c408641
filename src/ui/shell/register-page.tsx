import { useState, type JSX } from 'react'
import { newUserIdError } from '#areas/system/rules/user-id.ts'
import { emailError, phoneError } from '#kernel/contact-text.ts'
import { label } from '#kernel/label.ts'
import { register } from '#ui/remote/account-calls.ts'
import { AccountForm, type AccountField, type AccountValues } from '#ui/account/account-form.tsx'
import { passwordFields } from '#ui/account/password-fields.ts'
import { t } from '#ui/base/language.ts'
import { BackToLogin, DoneText, LoginFrame } from './login-frame.tsx'

const fields: readonly AccountField[] = [
  {
    name: 'USER_ID',
    label: label('아이디', 'User ID'),
    required: true,
    maxLength: 50,
    autoComplete: 'username',
    hint: label('영문자, 숫자, _ - . · 3~50자', 'Letters, digits, _ - . · 3–50 characters'),
    error: newUserIdError,
  },
  ...passwordFields,
  {
    name: 'USER_NM',
    label: label('이름', 'Name'),
    required: true,
    maxLength: 100,
    autoComplete: 'name',
  },
  {
    name: 'EMAIL',
    label: label('이메일', 'Email'),
    type: 'email',
    required: true,
    maxLength: 254,
    autoComplete: 'email',
    hint: label('승인 결과를 이 주소로 보냅니다.', 'The result is sent to this address.'),
    error: emailError,
  },
  {
    name: 'PHONE_NO',
    label: label('전화번호', 'Phone'),
    type: 'tel',
    maxLength: 30,
    autoComplete: 'tel',
    hint: label('010-1234-5678', '010-1234-5678'),
    error: phoneError,
  },
  {
    name: 'CORP_NM',
    label: label('회사', 'Company'),
    maxLength: 200,
    autoComplete: 'organization',
  },
  {
    name: 'REMARK',
    label: label('신청사유', 'Reason'),
    type: 'note',
    maxLength: 1000,
  },
  {
    name: 'AGREE_YN',
    label: label('개인정보처리방침 동의', 'Consent to the privacy policy'),
    type: 'checkbox',
    required: true,
  },
]

/** /login/register: requests an account, which opens once an administrator approves it. */
export function RegisterPage(): JSX.Element {
  const [message, setMessage] = useState('')
  async function send(values: AccountValues): Promise<void> {
    const requests = Object.entries(values).filter(([name]) => name !== 'AGAIN')
    setMessage(await register(Object.fromEntries(requests)))
  }
  return (
    <LoginFrame
      size="register"
      title={t(label('사용 신청', 'Request access'))}
      links={
        <>
          <BackToLogin />
          <a href="/login/privacy-policy" target="_blank" rel="noopener">
            {t(label('개인정보처리방침', 'Privacy policy'))} ↗
          </a>
        </>
      }
    >
      {message ? (
        <DoneText text={message} more={t(awaitingApprovalText)} />
      ) : (
        <AccountForm fields={fields} submitText={label('등록 신청', 'Apply')} onSubmit={send} />
      )}
    </LoginFrame>
  )
}

const awaitingApprovalText = label(
  '승인 대기 중입니다. 관리자가 승인하면 신청할 때 정한 아이디와 비밀번호로 로그인할 수 있습니다.',
  'Your access request is waiting for approval. Once approved, log in with the user ID and password you set.',
)
