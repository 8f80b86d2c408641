import { expect, test } from 'vitest'

import { emptyExportMessage, exportError } from '#areas/system/rules/empty-export.ts'
import { printJob } from '#areas/system/rules/print-job.ts'

test('spec §5: Excel download with no data alerts 데이터가 비어있습니다.', () => {
  expect(emptyExportMessage.ko).toBe('데이터가 비어있습니다.')
  expect(exportError([])).toBe(emptyExportMessage)
  expect(exportError([{ STOCK_CD: 'A' }])).toBeUndefined()
})

test('spec §9: Report defaults: A4, 1 copy, pdf, and §3: viewer mode export, export mode silent', () => {
  expect(printJob({ filePath: '/out', fileNm: 'bill', jsonData: '{}' })).toEqual({
    filePath: '/out',
    fileNm: 'bill',
    jsonData: '{}',
    viewerMode: 'export',
    printCopies: 1,
    printSize: 'A4',
    exportMode: 'silent',
    exportFormat: 'pdf',
    exportFileName: 'bill',
  })
})

test('a print job keeps its explicit options', () => {
  const job = { filePath: '/out', fileNm: 'bill', jsonData: '{}', printCopies: 3, printSize: 'A5' }
  expect(printJob({ ...job, exportFileName: 'S-1' })).toMatchObject({
    printCopies: 3,
    printSize: 'A5',
    exportFormat: 'pdf',
    exportFileName: 'S-1',
  })
})
