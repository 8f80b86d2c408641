import { expect, test } from 'vitest'

import { emptyExportMessage, exportError } from '#areas/system/rules/empty-export.ts'

test('spec §5: Excel download with no data alerts 데이터가 비어있습니다.', () => {
  expect(emptyExportMessage.ko).toBe('데이터가 비어있습니다.')
  expect(exportError([])).toBe(emptyExportMessage)
  expect(exportError([{ STOCK_CD: 'A' }])).toBeUndefined()
})
