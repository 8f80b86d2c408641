// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react'
import { useState, type JSX } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { code, lookup, select, text, type Field, type Value, type WireRow } from '#kernel/field.ts'
import { keymapRules } from '#kernel/keymap.ts'
import { resolveColumn } from '#kernel/screen.ts'
import { setLanguage } from '#ui/base/language.ts'
import { InputForm } from '#ui/forms/prompt-input.tsx'
import { LabelledField } from '#ui/forms/labelled-field.tsx'
import { codeColumns, HelpList } from '#ui/forms/value-help.tsx'
import { InputSink, type SinkHost } from '#ui/grid/edit/input-sink.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { GridFilterLine } from '#ui/page/rows/grid-filter-line.tsx'
import { Dispatcher } from '#ui/keys/dispatcher.ts'
import { bufferKeysWhile, loadingKeys, receivesKeysNow } from '#ui/keys/loading-keys.ts'
import { pressComposedKey } from '#ui/keys/replay-key.ts'
import { codeLists } from '#ui/remote/code-lists.ts'
import { testLabel } from '#tests/support/labels.ts'
import { mockServer } from '#tests/ui/pages/page-support.ts'
import { composeText, deliverKey, pressLater } from './deliver-key.ts'
import { deliveries } from './key-orders.ts'

/** Everything that a key did, in order. */
let effects: string[] = []
let stop = (): void => {}
const recordEffect = (name: string) => void effects.push(name)

beforeEach(async () => {
  setLanguage('en')
  effects = []
  Element.prototype.scrollIntoView = () => undefined
  HTMLElement.prototype.checkVisibility = () => true
  vi.stubGlobal('CSS', { escape: (named: string) => named })
  Object.defineProperty(document, 'execCommand', { value: insertText, configurable: true })
  mockServer({
    '/api/code/selectCommonCode': () => ({
      body: { data: { state: [{ CODE: '10', NAME: '예정' }] } },
    }),
    '/api/pop/commonPopup/selectOwner': () => ({ body: { DATA: [] } }),
  })
  await codeLists.load(['state'])
  const dispatcher = new Dispatcher<string>({
    rules: keymapRules([
      { when: 'always', keys: { '$mod+s': 'page.save', F8: 'page.search', Escape: 'app.back' } },
    ]),
    evaluateContext: () => ({}),
    run: (command) => (command === 'app.back' ? false : recordEffect(command)),
    platform: 'other',
    typeAhead: loadingKeys,
    isOutsideBuffering: receivesKeysNow,
    pressAgain: pressComposedKey,
  })
  stop = dispatcher.attach(window)
})
afterEach(() => {
  stop()
  loadingKeys.cancel()
  cleanup()
  document.body.innerHTML = ''
})

function insertText(_: string, __: boolean, inserted: string): boolean {
  recordEffect(`text ${inserted}`)
  return true
}

function Held({ field, searching }: { field: Field; searching: boolean }): JSX.Element {
  const [value, setValue] = useState<Value>(null)
  const column = resolveColumn('test', { VALUE: field }, { field: 'VALUE', editable: true })
  return (
    <>
      <LabelledField
        field={column}
        value={value}
        searching={searching}
        onCommit={(next) => {
          setValue(next)
          recordEffect(`commit ${String(next)}`)
        }}
        onEnter={() => {
          recordEffect('enter')
          // Starts a search. Keys pressed during the search go to the rows.
          void bufferKeysWhile(Promise.resolve())
        }}
        {...(field.lookup && {
          onValueHelp: async (typed: string) => {
            recordEffect(`help ${typed}`)
            return new Promise<WireRow | undefined>(() => {})
          },
        })}
      />
      <button type="button">next</button>
    </>
  )
}

const label = testLabel('Value')

function renderFocused(element: JSX.Element): void {
  render(element)
  document.querySelector<HTMLElement>('input, textarea')?.focus()
}

function showSink(): void {
  const host: SinkHost = {
    beginEdit: () => '',
    commit: (typed) => (recordEffect(`commit ${typed}`), null),
    commitOrHold: (typed) => recordEffect(`commit ${typed}`),
    endEdit: () => undefined,
    step: (key) => recordEffect(`step ${key}`),
    key: ({ key }) => (recordEffect(`key ${key}`), true),
    editKey: () => false,
    onRejected: () => undefined,
    onScan: () => undefined,
    onTextChange: () => undefined,
    showError: () => undefined,
    onFocusChange: () => undefined,
    clipboard: { copy: () => undefined, cut: () => undefined, paste: () => undefined },
  }
  const sink = new InputSink(host)
  document.body.append(sink.element)
  sink.focus()
}

const rows = ['10', '20', '30'].map((CODE) => ({ CODE, NAME: `한${CODE}` }))

function Help(): JSX.Element {
  return (
    <HelpList
      text=""
      columns={codeColumns}
      find={() => Promise.resolve(rows)}
      close={(row) => recordEffect(`choose ${row?.['CODE'] ?? ''}`)}
    />
  )
}

/** The effects of each key. */
const places = {
  'a search field': {
    show: () => renderFocused(<Held field={text(label)} searching />),
    effects: { Enter: ['commit 한', 'enter'], Tab: ['commit 한'], ArrowDown: [] },
  },
  'a form field': {
    show: () => renderFocused(<Held field={code(label)} searching={false} />),
    effects: { Enter: ['commit 한', 'enter'], Tab: ['commit 한'], ArrowDown: [] },
  },
  'a lookup': {
    show: () => renderFocused(<Held field={lookup(label, 'owner')} searching={false} />),
    effects: { Enter: ['help 한'], ArrowDown: [] },
  },
  'a lookup of a search': {
    show: () => renderFocused(<Held field={lookup(label, 'owner')} searching />),
    effects: { Enter: ['help 한'], ArrowDown: [] },
  },
  'a grid cell': {
    show: showSink,
    effects: {
      Enter: ['commit 한', 'step Enter'],
      Tab: ['commit 한', 'step Tab'],
      ArrowDown: ['commit 한', 'step ArrowDown'],
      ArrowRight: ['commit 한', 'step ArrowRight'],
    },
  },
} as const

describe.each(Object.entries(places))('한 composed in %s', (_, place) => {
  const keys = Object.entries<readonly string[]>(place.effects)
  test.each(keys)('%s acts once in every order of delivery', async (key, expected) => {
    for (const { name, ...delivery } of deliveries) {
      place.show()
      await composeText('한')
      await deliverKey({ key }, { ...delivery, text: '한' })
      expect({ name, effects, kept: loadingKeys.count }).toEqual({
        name,
        effects: expected,
        kept: 0,
      })
      cleanup()
      document.body.innerHTML = ''
      effects = []
    }
  })

  test('Escape cancels only the syllable, and a command runs once', async () => {
    // A second Escape looks the same if the browser does not report the input method's key.
    const escapes = deliveries.filter(({ order }) => order[0] !== 'end' || order[1] !== 'key')
    for (const { name, ...delivery } of escapes) {
      place.show()
      await composeText('한')
      await deliverKey({ key: 'Escape' }, delivery)
      expect({ name, effects }).toEqual({ name, effects: [] })
      await composeText('한')
      await deliverKey({ key: 's', ctrlKey: true }, { ...delivery, text: '한' })
      // A command ends a composition that the input method left open, which commits the text.
      const pageCommands = () => effects.filter((effect) => effect.startsWith('page.'))
      await vi.waitFor(() => expect([name, pageCommands()]).toEqual([name, ['page.save']]))
      cleanup()
      document.body.innerHTML = ''
      effects = []
    }
  })
})

test('an Enter composed while a page opens is replayed once, after the syllable', async () => {
  for (const { name, ...delivery } of deliveries) {
    renderFocused(<Held field={text(label)} searching />)
    const work = Promise.withResolvers<void>()
    const opened = bufferKeysWhile(work.promise)
    await vi.waitFor(() => expect(document.activeElement?.className).toBe('waiting-sink'))
    await composeText('한')
    await deliverKey({ key: 'Enter' }, { ...delivery, text: '한' })
    expect([name, effects]).toEqual([name, []])
    work.resolve()
    await act(() => opened)
    await vi.waitFor(() => expect([name, effects]).toEqual([name, ['text 한', 'enter']]))
    cleanup()
    effects = []
  }
})

test('a prompt is submitted once', async () => {
  for (const { name, ...delivery } of deliveries) {
    const send = async (row: WireRow) => recordEffect(`send ${String(row['REASON'])}`)
    renderFocused(
      <InputForm fields={{ REASON: text(label) }} initial={{}} send={send} close={() => {}} />,
    )
    await composeText('한')
    await deliverKey({ key: 'Enter' }, { ...delivery, text: '한' })
    await vi.waitFor(() => expect([name, effects]).toEqual([name, ['send 한']]))
    cleanup()
    effects = []
  }
})

test('a code list selects its only match once', async () => {
  for (const { name, ...delivery } of deliveries) {
    renderFocused(<Held field={select(label, 'state')} searching={false} />)
    await composeText('예정')
    await deliverKey({ key: 'Enter' }, { ...delivery, text: '예정' })
    expect([name, effects]).toEqual([name, ['commit 10']])
    cleanup()
    effects = []
  }
})

test('a filter line sets its condition once', async () => {
  for (const { name, ...delivery } of deliveries) {
    const model = new GridModel({
      columns: [{ id: 'NAME', title: 'Name', kind: 'text', width: 9 }],
    })
    model.setData([{ NAME: '한' }, { NAME: '둘' }])
    render(<GridFilterLine model={model} onLeave={() => recordEffect('leave')} />)
    document.querySelector<HTMLElement>('.filter-line > input')?.focus()
    await composeText('한')
    await deliverKey({ key: 'Enter', ctrlKey: true }, { ...delivery, text: '한' })
    const values = model.filters.map((filter) => filter.values)
    expect({ name, values, effects }).toEqual({ name, values: [['한']], effects: [] })
    cleanup()
  }
})

test('a second Enter typed by hand acts again', async () => {
  for (const { name, ...delivery } of deliveries) {
    renderFocused(<Held field={text(label)} searching />)
    await composeText('한')
    await deliverKey({ key: 'Enter' }, { ...delivery, text: '한' })
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    document.querySelector('input')?.focus()
    await pressLater({ key: 'Enter' })
    const twice = effects.filter((effect) => effect === 'enter').length
    expect({ name, twice }).toEqual({ name, twice: 2 })
    cleanup()
    effects = []
  }
})

test('a value help selects its first row once, and an arrow key moves by one row', async () => {
  for (const { name, ...delivery } of deliveries) {
    renderFocused(<Help />)
    await act(() => new Promise((resolve) => setTimeout(resolve, 2)))
    await composeText('한')
    await act(() => new Promise((resolve) => setTimeout(resolve, 205)))
    await deliverKey({ key: 'ArrowDown' }, { ...delivery, text: '한' })
    await pressLater({ key: 'Enter' })
    expect({ name, effects }).toEqual({ name, effects: ['choose 20'] })
    cleanup()
    effects = []
  }
})
