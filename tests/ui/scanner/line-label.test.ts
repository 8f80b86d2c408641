// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { generateBarcodeScreen } from '#areas/inbound/screens/GenerateBarcode.ts'
import { setLanguage } from '#ui/base/language.ts'
import { PageView } from '#ui/page/model/page-view.ts'
import { interpretScan } from '#ui/scanner/codes/scan-code.ts'
import { searchDocument } from '#ui/scanner/pages/fill-parts.ts'
import { mockServer, grant, openPage } from '#tests/ui/pages/page-support.ts'

const number = 'RC-20261128-0029'

beforeEach(() => {
  setLanguage('ko')
  grant('search', 'print')
})

test.each([
  [number, 1],
  [`${number}/2`, 2],
  [`${number}/9`, 1],
])('%s searches for the receipt and moves to line %i', async (code, line) => {
  const lines = [1, 2, 3].map((LINE_NO) => ({ DOC_NO: number, LINE_NO, STOCK_CD: 'MUG' }))
  const sent = mockServer({
    '/api/code/selectCommonCode': () => ({ body: { data: {} } }),
    '/api/wms/inbound/labels-lines': () => ({ body: { data: lines } }),
  })
  const page = openPage(generateBarcodeScreen)
  const response = await searchDocument(page, new PageView(), interpretScan(code))
  expect(response).toMatchObject({ ok: true })
  await vi.waitFor(() => expect(page.grid.rowCount).toBe(3))
  const { body } = sent.find(({ path }) => path.endsWith('labels-lines')) ?? {}
  expect(body).toMatchObject({ SEARCH: { DOC_NO: number } })
  await vi.waitFor(() => {
    expect(page.grid.value(page.grid.current?.row ?? 0, 'LINE_NO')).toBe(line)
  })
})
