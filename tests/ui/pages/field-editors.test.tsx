// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Field, Value, WireRow } from '#kernel/field.ts'
import { maxDateBoxLength } from '#kernel/date-box.ts'
import { code, date, lookup, select, text } from '#kernel/field.ts'
import { lookupPath } from '#kernel/lookup-path.ts'
import { resolveColumn } from '#kernel/screen.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { Drafts } from '#ui/forms/drafts.ts'
import { LabelledField } from '#ui/forms/labelled-field.tsx'
import { SearchPanel, requiredText } from '#ui/forms/search-panel.tsx'
import { allOption, notInList } from '#ui/forms/select-editor.tsx'
import { setLanguage } from '#ui/base/language.ts'
import { testLabel } from '#tests/support/labels.ts'
import { mockServer } from './page-support.ts'

const cancelled = '취소'
const name = testLabel('Value')
const onCommit = vi.fn<(value: Value, fills?: WireRow) => void>()
const onEnter = vi.fn<() => void>()
const onValueHelp = vi.fn<(typed: string) => Promise<WireRow | undefined>>()

const owners = [
  { CODE: 'HANBIT', NAME: 'Hanbit Healthcare' },
  { CODE: 'SEOJIN', NAME: 'SEOJIN INDUSTRY' },
]

function Held({
  field,
  start = null,
  ...rest
}: {
  field: Field
  start?: Value
  searching?: boolean
}) {
  const [value, setValue] = useState<Value>(start)
  const column = resolveColumn('test', { VALUE: field }, { field: 'VALUE', editable: true })
  return (
    <LabelledField
      field={column}
      value={value}
      onCommit={(next, fills) => {
        setValue(next)
        onCommit(next, fills)
      }}
      onEnter={onEnter}
      {...(field.lookup ? { onValueHelp } : {})}
      {...rest}
    />
  )
}

function getInput(): HTMLInputElement {
  const [element] = [...document.querySelectorAll<HTMLInputElement>('input')]
  if (!element) throw new Error('no input')
  element.focus()
  return element
}

function renderField(field: Field, options: { start?: Value; searching?: boolean } = {}) {
  render(<Held field={field} {...options} />)
  return userEvent.setup()
}

beforeEach(() => {
  setLanguage('ko')
  vi.clearAllMocks()
  Element.prototype.scrollIntoView = () => undefined
  mockServer({
    '/api/code/selectCommonCode': () => ({
      body: {
        data: {
          state: [
            { CODE: '10', NAME: 'Planned' },
            { CODE: '90', NAME: cancelled },
          ],
        },
      },
    }),
    '/api/pop/commonPopup/selectOwner': ({ body }) => ({
      body: {
        DATA: owners.filter(({ CODE, NAME }) => {
          const typed = String(body['SEARCH']).toUpperCase()
          return body['EXACT'] === 'Y'
            ? [CODE, NAME].includes(typed)
            : `${CODE}${NAME}`.includes(typed)
        }),
      },
    }),
  })
})
afterEach(cleanup)

test('Hangul being composed is not rewritten, and is committed on leaving the field', async () => {
  renderField(code(name))
  const element = getInput()
  fireEvent.compositionStart(element)
  fireEvent.change(element, { target: { value: 'aㅎ' } })
  fireEvent.change(element, { target: { value: 'a한' } })
  expect(element.value).toBe('a한')
  fireEvent.compositionEnd(element)
  expect(onCommit).not.toHaveBeenCalled()
  await act(async () => fireEvent.blur(element))
  expect(onCommit).toHaveBeenCalledExactlyOnceWith('A한', undefined)
})

test('an Enter that ends a composition counts once although the browser sends it twice', async () => {
  renderField(text(name))
  const element = getInput()
  fireEvent.compositionStart(element)
  fireEvent.change(element, { target: { value: '한' } })
  await act(async () => {
    fireEvent.keyDown(element, { key: 'Enter', isComposing: true })
    fireEvent.compositionEnd(element)
  })
  await act(async () => fireEvent.keyDown(element, { key: 'Enter' }))
  expect(onCommit).toHaveBeenCalledExactlyOnceWith('한', undefined)
  expect(onEnter).toHaveBeenCalledOnce()
})

test('a date accepts digits, shows hyphens on leaving, and Delete empties it', async () => {
  const user = renderField(date(name))
  await user.type(getInput(), '2027-01a05')
  await user.tab()
  expect(onCommit).toHaveBeenLastCalledWith('20270105', undefined)
  expect(document.querySelector('input')?.value).toBe('2027-01-05')
  await user.type(getInput(), '{Delete}')
  expect(onCommit).toHaveBeenLastCalledWith(null, undefined)
})

test.each(['2027. 1. 31', '2027. 12. 31.', '2027 - 12 - 31', '2027년 12월 31일', '2027/12/31'])(
  'a date box of ten characters takes all of %s',
  async (typed) => {
    const user = renderField(date(name))
    expect(getInput().maxLength).toBe(maxDateBoxLength)
    await user.type(getInput(), `${typed}{Enter}`)
    const month = typed.includes('12') ? '12' : '01'
    expect(onCommit).toHaveBeenLastCalledWith(`2027${month}31`, undefined)
  },
)

test('30 February stays in the box with its error shown', async () => {
  const user = renderField(date(name))
  await user.type(getInput(), '20270230')
  await user.tab()
  expect(screen.getByRole('alert').textContent).toContain('2027-02-30')
  expect(document.querySelector('input')).toMatchObject({ value: '20270230', ariaInvalid: 'true' })
  expect(onCommit).not.toHaveBeenCalled()
})

test('Escape restores the previous text', async () => {
  const user = renderField(text(name), { start: 'front' })
  await user.type(getInput(), 'back{Escape}')
  expect(document.querySelector('input')?.value).toBe('front')
})

test('F4 opens the calendar, arrows and Enter select a date', async () => {
  const user = renderField(date(name), { start: '20270131' })
  getInput()
  await user.keyboard('{F4}{ArrowRight}{PageDown}{Enter}')
  expect(onCommit).toHaveBeenLastCalledWith('20270301', undefined)
  expect(document.activeElement).toBe(document.querySelector('input'))
})

test('a list shows names, stores codes, and is searched by initials', async () => {
  await codeLists.load(['state'])
  const user = renderField(select(name, 'state'), { start: '10' })
  expect(document.querySelector('input')?.value).toBe('Planned')
  await user.clear(getInput())
  await user.keyboard('ㅊㅅ{Enter}')
  expect(onCommit).toHaveBeenLastCalledWith('90', undefined)
  expect(document.querySelector('input')?.value).toBe(cancelled)
})

test('a list used in a search starts with all, which clears the field', async () => {
  await codeLists.load(['state'])
  const user = renderField(select(name, 'state'), { start: '10', searching: true })
  getInput()
  await user.keyboard('{F4}{ArrowUp}{Enter}')
  expect(onCommit).toHaveBeenLastCalledWith(null, undefined)
  expect(document.querySelector('input')).toMatchObject({ value: '', placeholder: allOption.ko })
})

test('a text that is not in the list is rejected', async () => {
  await codeLists.load(['state'])
  const user = renderField(select(name, 'state'))
  await user.type(getInput(), 'nothing')
  await user.tab()
  expect(screen.getByRole('alert').textContent).toBe(notInList.ko)
  expect(onCommit).not.toHaveBeenCalled()
})

test('an exact code is accepted as typed and fills its dependent columns', async () => {
  const user = renderField(lookup(name, 'owner', { fills: { OWNER_NM: 'NAME' } }))
  await user.type(getInput(), 'hanbit{Enter}')
  await vi.waitFor(() =>
    expect(onCommit).toHaveBeenCalledWith('HANBIT', { OWNER_NM: 'Hanbit Healthcare' }),
  )
  expect(onEnter).toHaveBeenCalledOnce()
})

test('an exact name resolves to its code', async () => {
  const user = renderField(lookup(name, 'owner'))
  await user.type(getInput(), 'SEOJIN INDUSTRY')
  await user.tab()
  await vi.waitFor(() => expect(onCommit).toHaveBeenCalledWith('SEOJIN', {}))
})

test('a partial code opens the value help on Enter and is otherwise rejected', async () => {
  onValueHelp.mockResolvedValue(undefined)
  const user = renderField(lookup(name, 'owner'))
  await user.type(getInput(), 'HAN{Enter}')
  await vi.waitFor(() => expect(onValueHelp).toHaveBeenCalledWith('HAN'))
  expect(screen.getByRole('alert').textContent).toContain('F4')
  expect(onCommit).not.toHaveBeenCalled()
})

test('an operator typed before a search value is kept as text', async () => {
  const user = renderField(date(name), { searching: true })
  await user.type(getInput(), '<2027-01-01{Enter}')
  expect(onCommit).toHaveBeenLastCalledWith('<20270101', undefined)
  expect(onEnter).toHaveBeenCalledOnce()
})

test('a form commits typed text without moving focus, then focuses the rejected field', async () => {
  const drafts = new Drafts()
  const requiredColumn = (field: Field, named: string) => ({
    ...resolveColumn('test', { [named]: field }, named),
    editable: true,
    required: true,
  })
  const changed = vi.fn<(field: string, value: Value) => void>()
  render(
    <SearchPanel
      columns={[
        requiredColumn(text(testLabel('One')), 'ONE'),
        requiredColumn(date(testLabel('Two')), 'TWO'),
      ]}
      values={{}}
      drafts={drafts}
      missing={new Set(['ONE'])}
      onChange={(field, value) => changed(field, value)}
      onSearch={() => undefined}
      onValueHelp={() => Promise.resolve(undefined)}
      folded={false}
      foldHint="Alt+⇧S"
      onFold={() => undefined}
    />,
  )
  expect(screen.getByText(requiredText.ko)).toBeDefined()
  const user = userEvent.setup()
  await user.type(screen.getByLabelText(/Two/), '20270230')
  screen.getByLabelText<HTMLInputElement>(/One/).focus()
  await user.keyboard('a')
  expect(await act(() => drafts.commit())).toBe(false)
  expect(changed).toHaveBeenCalledExactlyOnceWith('ONE', 'a')
  expect(document.activeElement).toBe(screen.getByLabelText(/Two/))
})

async function pasteInto(field: Field, pasted: string): Promise<void> {
  const user = renderField(field)
  await user.click(getInput())
  await user.paste(pasted)
  await user.tab()
}

test.each([
  ['2026. 1. 31.', '20260131'],
  [' 2026-12-31\n', '20261231'],
  ['2026-1-5 09:30', '20260105'],
])('the pasted date %j is parsed as a whole', async (pasted, value) => {
  await pasteInto(date(name), pasted)
  expect(onCommit.mock.calls.map(([committed]) => committed)).toEqual([value])
})

test.each([
  [date(name), '2026-01-01 - 2026-01-31'],
  [date(name), '2026.1.1 ~ 2026.1.31'],
  [date(name), '20260101 20260131'],
  [text(name, { digitsOnly: true }), '12A4'],
])('a pasted text that is not a single value is refused: %# %s', async (field, pasted) => {
  await pasteInto(field, pasted)
  expect(onCommit).not.toHaveBeenCalled()
  expect(getInput().value).toBe(pasted)
  expect(getInput().getAttribute('aria-invalid')).toBe('true')
})

test.each([
  [code(name), 'SH-1\r\nSH-2\r\nSH-1\r\n', 'SH-1,SH-2'],
  [text(name, { digitsOnly: true }), '8801\t8802', '8801,8802'],
  [date(name), '2026. 1. 31.\n2026. 2. 1.', '20260131,20260201'],
  [lookup(name, 'stock'), 'A1\nA2', 'A1,A2'],
])('cells pasted into a search are a list of values: %# %s', async (field, pasted, value) => {
  const user = renderField(field, { searching: true })
  await user.click(getInput())
  await user.paste(pasted)
  await user.tab()
  expect(onCommit.mock.calls.map(([committed]) => committed)).toEqual([value])
})

test('a code shows the name it has in the present context', async () => {
  mockServer({
    [lookupPath('stock')]: ({ body }) => ({
      body: { DATA: [{ CODE: 'A1', NAME: `Item of ${String(body['OWNER_CD'])}` }] },
    }),
  })
  const column = resolveColumn('test', { VALUE: lookup(name, 'stock') }, 'VALUE')
  const fieldElement = (OWNER_CD: string) => (
    <LabelledField field={column} value="A1" onCommit={onCommit} context={{ OWNER_CD }} />
  )
  const { rerender } = render(fieldElement('HANBIT'))
  await screen.findByText('Item of HANBIT')
  rerender(fieldElement('LUMI'))
  await screen.findByText('Item of LUMI')
})

test('a folded search shows names of code lists', async () => {
  await codeLists.load(['state'])
  const state = resolveColumn('test', { STATE: select(testLabel('State'), 'state') }, 'STATE')
  render(
    <SearchPanel
      columns={[state]}
      values={{ STATE: '<>10' }}
      drafts={new Drafts()}
      missing={new Set()}
      onChange={() => undefined}
      onSearch={() => undefined}
      onValueHelp={() => Promise.resolve(undefined)}
      folded
      foldHint=""
      onFold={() => undefined}
    />,
  )
  expect(screen.getByText(/State <> Planned/)).toBeDefined()
})
