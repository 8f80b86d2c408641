// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fields, WireRow } from '#kernel/field.ts'
import { normalise } from '#kernel/normalise-screen.ts'
import { resolveColumns, type Column, type Screen } from '#kernel/screen.ts'
import { screenActions } from '#ui/remote/palette-procedures.ts'
import { searchColumns } from '#ui/remote/search-columns.ts'
import { Drafts } from '#ui/forms/drafts.ts'
import { SearchPanel } from '#ui/forms/search-panel.tsx'
import type { ValueHelpRequest } from '#ui/grid/edit/controller-options.ts'
import { GridController } from '#ui/grid/grid-controller.ts'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { setLanguage } from '#ui/base/language.ts'
import { gridColumns } from '#ui/page/rows/grid-columns.ts'
import { promptInput } from '#ui/forms/prompt-input.tsx'
import { PopupHost } from '#ui/windows/popup-host.tsx'
import { topPopup } from '#ui/windows/popup-stack.ts'
import { screens } from '#tests/support/all-screens.ts'
import { mockServer } from './page-support.ts'

const all = Object.values(screens)

function cellColumns(screen: Screen): Column[] {
  if (screen.kind === 'upload') {
    return resolveColumns(screen.route, screen.save.input, screen.columns).map((column) => ({
      ...column,
      editable: true,
    }))
  }
  const parts = [
    ...('grid' in screen ? [screen.grid] : []),
    ...('lines' in screen && screen.lines ? [screen.lines] : []),
  ]
  return parts.flatMap((part) => [
    ...resolveColumns(screen.route, part.source.output, part.columns),
  ])
}

/** Input fields of uploads and actions. */
function promptedFields(screen: Screen): Fields[] {
  const header = screen.kind === 'upload' ? [screen.header] : []
  return [...header, ...screenActions(normalise(screen)).map(({ input }) => input)]
}

const isCoded = ({ kind, listOf }: { readonly kind: string; readonly listOf?: string }): boolean =>
  kind === 'lookup' || kind === 'select' || listOf !== undefined

beforeAll(() => {
  HTMLElement.prototype.checkVisibility = () => true
  Element.prototype.scrollIntoView = () => undefined
})
beforeEach(() => {
  setLanguage('ko')
  mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/pop/commonPopup/': () => ({ body: { DATA: [] } }),
  })
})
afterEach(() => {
  while (topPopup()) act(() => topPopup()?.dismiss())
  cleanup()
})

/** The code that a master or list maintains, which is the last of its frozen columns. */
function maintainedCode(screen: Screen): string | undefined {
  if (screen.kind !== 'master' && screen.kind !== 'list') return undefined
  return cellColumns(screen).findLast(({ frozen }) => frozen)?.name
}

test('a field with value help offers it on every screen, except where its code is created', () => {
  const uses = all.flatMap((screen) => {
    const created = screen.kind === 'master' || screen.kind === 'upload' ? screen.save.name : ''
    const requests = promptedFields(screen).flatMap((fields) =>
      Object.entries(fields).map(([name, field]) => ({ name, field, made: '' })),
    )
    const typed = cellColumns(screen).filter(({ editable }) => editable !== false)
    const shown = [...searchColumns(normalise(screen)), ...typed].map((field) => {
      // The master screen of a code creates the code and searches for it as text.
      const hasLines = screen.kind === 'doc' || screen.kind === 'single'
      const isNumber = hasLines && screen.link.includes(field.name)
      const isOwn =
        isNumber ||
        field.name === maintainedCode(screen) ||
        created.endsWith(field.name.toLowerCase().replace(/_cd$/, '').replaceAll('_', '-'))
      return { name: field.name, field, made: isOwn ? created || screen.route : '' }
    })
    return [...requests, ...shown].map((use) => ({ ...use, route: screen.route }))
  })
  const coded = new Set(uses.filter(({ field }) => isCoded(field)).map(({ name }) => name))
  const plain = uses.filter(({ name, field, made }) => {
    return coded.has(name) && !isCoded(field) && made === ''
  })
  expect(coded.size).toBeGreaterThan(12)
  expect(plain.map(({ route, name }) => `${route}: ${name}`)).toEqual([])
})

/** F4 in such a field opens either the lookup or its list. */
async function opensOnF4(label: string, place: HTMLElement, query: () => boolean) {
  const box = within(place).getByLabelText(new RegExp(`^${RegExp.escape(label)}\\*?$`), {
    selector: 'input',
  })
  await act(async () => {
    box.focus()
    fireEvent.keyDown(box, { key: 'F4', code: 'F4' })
    await Promise.resolve()
  })
  const isList = box.getAttribute('aria-expanded') === 'true'
  const isOpened = isList || query()
  if (isList) fireEvent.keyDown(box, { key: 'Escape', code: 'Escape' })
  return isOpened
}

test.each(all.filter((screen) => searchColumns(normalise(screen)).some(isCoded)))(
  'F4 opens value help in every coded search field of $route',
  async (screen) => {
    const columns = searchColumns(normalise(screen))
    const wanted: string[] = []
    const onValueHelp = async (column: Column): Promise<WireRow | undefined> => {
      wanted.push(column.name)
      return Promise.resolve(undefined)
    }
    const { container } = render(
      <SearchPanel
        columns={columns}
        values={{}}
        drafts={new Drafts()}
        missing={new Set()}
        onChange={() => undefined}
        onSearch={() => undefined}
        folded={false}
        foldHint=""
        onFold={() => undefined}
        onValueHelp={onValueHelp}
      />,
    )
    const deaf: string[] = []
    for (const column of columns.filter(isCoded)) {
      const isOpened = await opensOnF4(column.label.ko, container, () =>
        wanted.includes(column.name),
      )
      if (!isOpened) deaf.push(column.name)
    }
    expect(deaf).toEqual([])
  },
)

test('F4 opens value help in every editable coded cell of every screen', () => {
  const deaf = all.flatMap((screen) => {
    const columns = cellColumns(screen).filter(
      (cellColumn) => isCoded(cellColumn) && cellColumn.editable !== false,
    )
    return columns.flatMap((column) => {
      const [drawn] = gridColumns([column], true)
      if (!drawn) return []
      const model = new GridModel({ columns: [{ ...drawn, editable: true }] })
      model.setData([{ [column.name]: null }])
      const requests: ValueHelpRequest[] = []
      const controller = new GridController(model, 'grid')
      const onValueHelp = (request: ValueHelpRequest): void => void requests.push(request)
      controller.updateOptions({ label: '', newRow: null, onValueHelp }, 0)
      const isOpen = controller.openHelp() && (requests.length === 1 || controller.list.isOpen)
      return isOpen ? [] : [`${screen.route}: ${column.name}`]
    })
  })
  expect(deaf).toEqual([])
})

const questions = new Map(
  all.flatMap((screen) =>
    promptedFields(screen).map((fields) => [Object.keys(fields).join(' '), fields] as const),
  ),
)

test.each([...questions].filter(([, fields]) => Object.values(fields).some(isCoded)))(
  'F4 opens value help in the coded fields among %s',
  async (_, fields) => {
    const { container } = render(<PopupHost />)
    await act(async () => {
      void promptInput({ title: '입력', fields, initial: {} })
      await Promise.resolve()
    })
    const before = topPopup()
    const deaf: string[] = []
    for (const field of Object.values(fields).filter(isCoded)) {
      const isOpened = await opensOnF4(field.label.ko, container, () => topPopup() !== before)
      if (topPopup() !== before) {
        // The field regains the focus after it learns that the lookup was cancelled.
        await act(async () => {
          topPopup()?.dismiss()
          for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
        })
      }
      if (!isOpened) deaf.push(field.label.ko)
    }
    expect(deaf).toEqual([])
  },
)
