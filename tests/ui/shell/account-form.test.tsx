// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { lengthError } from '#kernel/byte-length.ts'
import { setLanguage } from '#ui/base/language.ts'
import { AccountForm, type AccountValues } from '#ui/account/account-form.tsx'
import { passwordFields } from '#ui/account/password-fields.ts'
import { testLabel } from '#tests/support/labels.ts'

afterEach(cleanup)

test('a pasted password that is too long is refused, not cut', async () => {
  setLanguage('ko')
  const sent: AccountValues[] = []
  const send = async (values: AccountValues) => void sent.push(values)
  const user = userEvent.setup()
  const { container } = render(
    <AccountForm fields={passwordFields} submitText={testLabel('Save')} onSubmit={send} />,
  )
  const long = 'correct horse battery staple '.repeat(40)
  for (const field of container.querySelectorAll('input')) {
    await user.click(field)
    await user.paste(long)
    expect(field.value).toBe(long)
  }
  await user.keyboard('{Enter}')
  expect(container.textContent).toContain(lengthError({ maxLength: 1000 }).ko)
  expect(sent).toEqual([])
})

/** Browsers silently truncate pasted text to `maxLength`. */
test('no input has a length at which a pasted text would be cut', () => {
  const limited = readdirSync('src/ui', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .filter((path) => readFileSync(`src/ui/${path}`, 'utf8').includes('maxLength={'))
  // Exception: date boxes, which read the complete text of a paste themselves.
  expect(limited).toEqual(['forms/text-editor.tsx'])
})
