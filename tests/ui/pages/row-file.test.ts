// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { code, file } from '#kernel/field.ts'
import { testLabel } from '#tests/support/labels.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { grid, type MasterScreen } from '#kernel/screen.ts'
import { setLanguage } from '#ui/base/language.ts'
import type { PageModel } from '#ui/page/model/page-model.ts'
import { fileOffers } from '#ui/page/tools/page-files.ts'
import { grant, openPage } from './page-support.ts'

const scope = 'warehouse-owner' as const
const fields = {
  OWNER_CD: code(testLabel('Owner')),
  SUPPLIER_CD: code(testLabel('Supplier')),
  PHOTO_SN: file(testLabel('Photo')),
}

const photoScreen: MasterScreen = {
  kind: 'master',
  route: 'Supplier',
  search: ['OWNER_CD'],
  save: defineProcedure({
    scope,
    name: 'master/save-supplier',
    title: testLabel('Save suppliers'),
    action: 'save',
    input: { PHOTO_SN: fields.PHOTO_SN },
  }),
  grid: grid({
    source: defineQuery({
      scope,
      name: 'master/suppliers',
      title: testLabel('Suppliers'),
      action: 'search',
      search: { OWNER_CD: fields.OWNER_CD },
      output: fields,
    }),
    columns: ['OWNER_CD', 'SUPPLIER_CD', { field: 'PHOTO_SN', editable: true }],
  }),
}

const row = (OWNER_CD: string, SUPPLIER_CD: string) => ({ OWNER_CD, SUPPLIER_CD, PHOTO_SN: null })
const hanbit = row('HANBIT', 'S1')
const seojin = row('SEOJIN', 'S2')

function choose(chosen: File): void {
  const input = document.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('no file dialog is open')
  Object.defineProperty(input, 'files', { value: [chosen] })
  input.dispatchEvent(new Event('change'))
}

function mockFileStore(): unknown[] {
  const owners: unknown[] = []
  vi.stubGlobal('fetch', async (_target: string, init?: RequestInit) => {
    const form = init?.body
    if (!(form instanceof FormData)) throw new Error('no file was sent')
    owners.push(form.get('OWNER_CD'))
    return Response.json({ data: [{ FILE_SN: 'F1', FILE_NM: 'photo.png' }] })
  })
  return owners
}

const getPhotos = (page: PageModel) =>
  Array.from({ length: page.grid.rowCount }, (_, index) => {
    return [page.grid.value(index, 'SUPPLIER_CD'), page.grid.value(index, 'PHOTO_SN')]
  })

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'save')
})

test('a file is attached to the row it was chosen for, even if rows have moved', async () => {
  const owners = mockFileStore()
  const page = openPage(photoScreen)
  page.grid.setData([hanbit, seojin])
  page.grid.setCurrent(0)
  const attaching = fileOffers(page)['row.attach-file']?.()
  page.grid.sort([{ column: 'SUPPLIER_CD', direction: 'desc' }])
  choose(new File(['x'], 'photo.png'))
  await attaching
  expect(owners).toEqual(['HANBIT'])
  expect(getPhotos(page)).toEqual([
    ['S2', null],
    ['S1', 'F1'],
  ])
})
