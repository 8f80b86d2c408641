// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { singleScreen } from '#kernel/screen.ts'
import { setLanguage } from '#ui/base/language.ts'
import { PageView } from '#ui/page/model/page-view.ts'
import { DocumentForm } from '#ui/page/panes/document-form.tsx'
import { columnTitles } from '#tests/support/labels.ts'
import { mockServer, grant, openPage, receiptScreen } from './page-support.ts'

const form = ['RECEIPT_NO', 'OWNER_CD', 'RECEIPT_DT']
const receipt = { OWNER_CD: 'HANBIT', RECEIPT_DT: '20261125', VERSION: 1 }

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save')
  mockServer({})
})
afterEach(cleanup)

function openForm() {
  const page = openPage(singleScreen(receiptScreen, form), 'tab')
  page.grid.setData([
    { ...receipt, RECEIPT_NO: 'R1' },
    { ...receipt, RECEIPT_NO: 'R2' },
  ])
  page.grid.setCurrent(0)
  render(<DocumentForm page={page} view={new PageView()} form={form} />)
  const date = () => screen.getByLabelText<HTMLInputElement>(new RegExp(columnTitles.RECEIPT_DT))
  act(() => date().focus())
  return { page, date }
}

test('Page Down commits the open field and shows the next document', async () => {
  const { page, date } = openForm()
  await userEvent.clear(date())
  await userEvent.type(date(), '20261130{PageDown}')
  await waitFor(() => expect(page.grid.current?.row).toBe(1))
  expect(page.grid.value(0, 'RECEIPT_DT')).toBe('20261130')
})

test('a rejected text stays in its field, and the document does not change', async () => {
  const { page, date } = openForm()
  await userEvent.clear(date())
  await userEvent.type(date(), '20260230{PageDown}')
  await waitFor(() => expect(date().ariaInvalid).toBe('true'))
  expect(page.grid.current?.row).toBe(0)
})
