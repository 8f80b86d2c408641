// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { text } from '#kernel/field.ts'
import { setLanguage } from '#ui/base/language.ts'
import { InputForm } from '#ui/forms/prompt-input.tsx'
import { columnLabels, testLabel, columnTitles } from '#tests/support/labels.ts'

const fields = {
  REASON: text(columnLabels.REASON, { maxLength: 200 }),
  ANSWER: text(testLabel('Answer'), { required: true, maxLength: 500 }),
}
const objection = '6월 20일 입고는 저희 물량이 아닙니다. 확인 후 정정해 주세요.'

beforeEach(() => setLanguage('ko'))
afterEach(cleanup)

test('a long text is entered in a multi-line box below its subject, and Enter submits it', async () => {
  const user = userEvent.setup()
  const send = vi.fn(async () => {})
  const close = vi.fn()
  render(<InputForm about={objection} fields={fields} initial={{}} send={send} close={close} />)
  expect(screen.getByText(objection)).not.toBeNull()
  const box = screen.getByLabelText(/Answer/)
  expect([screen.getByLabelText(columnTitles.REASON).tagName, box.tagName]).toEqual([
    'INPUT',
    'TEXTAREA',
  ])
  await user.click(box)
  await user.keyboard('{Enter}')
  expect(send).not.toHaveBeenCalled()
  await user.keyboard('Corrected next month.{Enter}')
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(send).toHaveBeenCalledWith({ REASON: null, ANSWER: 'Corrected next month.' })
})
