// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordNotice } from '#areas/bonded/operations/keeping.ts'
import { commands } from '#commands/index.ts'
import type { Command, CommandContext } from '#kernel/command.ts'
import { text } from '#kernel/field.ts'
import { today } from '#ui/base/calendar-day.ts'
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

test('a removal notice is dated today unless another date is entered', async () => {
  const user = userEvent.setup()
  const runProcedure = vi.fn<CommandContext['runProcedure']>(async () => true)
  const rows = [{ BOND_NO: 'B-1' }]
  const page = { search: async () => true, focus: () => true, rows: () => rows }
  const context: Partial<CommandContext> = { page, runProcedure }
  const notice: Command = commands['bonded.notice']
  await notice.run?.(context as CommandContext)
  const { extraInputs: initial = {} } = runProcedure.mock.calls[0]?.[2] ?? {}
  const { BOND_NO: _, ...fields } = recordNotice.input
  const send = vi.fn(async () => {})
  render(<InputForm fields={fields} initial={initial} send={send} close={() => {}} />)
  await user.click(screen.getByLabelText(new RegExp(recordNotice.input.BASIS_NO.label.ko)))
  await user.keyboard('N-1{Enter}')
  await waitFor(() => expect(send).toHaveBeenCalledWith({ EVENT_DT: today(), BASIS_NO: 'N-1' }))
})

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
