// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type JSX } from 'react'
import { afterEach, expect, test } from 'vitest'
import { code, type Value } from '#kernel/field.ts'
import { setLanguage } from '#ui/base/language.ts'
import { SelectBox } from '#ui/forms/select-editor.tsx'
import { columnLabels } from '#tests/support/labels.ts'
import { pickColumns } from '../pages/column-support.ts'

afterEach(cleanup)
// Without layout, elements cannot scroll.
Element.prototype.scrollIntoView = () => undefined

const state = code(columnLabels.CONDITION_CD)
const [column] = pickColumns({ STATE_CD: state, OTHER_CD: state })
const entries = [
  { CODE: '10', NAME: '작성' },
  { CODE: '20', NAME: '진행 중' },
  { CODE: '40', NAME: '승인 대기' },
]
const searched: Value[] = []

function StateSearch(): JSX.Element {
  const [value, setValue] = useState<Value>('10,20')
  const commit = (next: Value) => {
    searched.push(next)
    setValue(next)
  }
  return <SelectBox field={column} value={value} onCommit={commit} entries={entries} searching />
}

test('several states in a search are shown and typed by name, but searched by code', async () => {
  setLanguage('ko')
  const user = userEvent.setup()
  render(<StateSearch />)
  const box = screen.getByRole<HTMLInputElement>('combobox')
  expect(box.value).toBe('작성, 진행 중')
  await user.clear(box)
  await user.type(box, '진행 중, 승인{Tab}')
  expect(searched).toEqual(['20,40'])
  expect(box.value).toBe('진행 중, 승인 대기')
  await user.clear(box)
  await user.type(box, '작성, 폐기{Tab}')
  expect(screen.getByText('목록에 없는 값입니다.')).toBeInstanceOf(HTMLElement)
  expect([searched, box.value]).toEqual([['20,40'], '작성, 폐기'])
})
