// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { LoginForm } from '#ui/account/login-form.tsx'
import { PasswordForm } from '#ui/account/password-form.tsx'

afterEach(cleanup)

const forms = [
  ['the login', <LoginForm key="login" onLogin={() => undefined} />, ['current-password']],
  [
    'a change of password',
    <PasswordForm key="change" onChanged={() => undefined} />,
    ['current-password', 'new-password', 'new-password'],
  ],
] as const

test.each(forms)(
  'passwords of %s are masked, can be pasted and support password managers',
  async (_, form, fills) => {
    const user = userEvent.setup()
    const { container } = render(form)
    const fields = [...container.querySelectorAll<HTMLInputElement>('input[type=password]')]
    expect(fields.map((field) => field.autocomplete)).toEqual(fills)
    const long = 'correct horse battery staple '.repeat(5)
    for (const field of fields) {
      await user.click(field)
      await user.paste(long)
      expect(field.value).toBe(long)
    }
  },
)

test('a user who logged in with a temporary password does not type it again', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Response.json({ data: {} })
  })
  const next = 'three words of mine'
  const form = <PasswordForm autoFocus current="h6b3Q-cp8fs" onChanged={() => undefined} />
  const { container } = render(form)
  expect(container.querySelector('[name=new]')).toBe(document.activeElement)
  await user.keyboard(`${next}{Tab}${next}{Enter}`)
  await vi.waitFor(() => expect(sent).toEqual([{ OLD_PWD: 'h6b3Q-cp8fs', NEW_PWD: next }]))
})
