import { randomUUID } from 'node:crypto'
import { GridModel } from '#ui/grid/model/grid-model.ts'
import { pasteBlock } from '#ui/grid/model/editing.ts'
import type { GridColumn } from '#ui/grid/columns/column.ts'
import { hostileSheets } from '#tests/support/hostile-sheets.ts'
import { processPassword } from '#tests/support/server-process.ts'
import { makeFigure, type Figure } from './machine.ts'

const rowCount = 10_000
const runs = 3

/**
 * Measures spreadsheet imports: a large sheet rejected with all its errors, applied, and undone;
 * then pasting a block.
 */
export async function measureSheets(url: string): Promise<Figure[]> {
  const desk = await logIn(url)
  const invalid: number[] = []
  const applied: number[] = []
  const undone: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const rows = makeItems(run)
    const bad = rows.map((row, index) => (index % 2 ? row : { ...row, UNIT_CD: '없는단위' }))
    const checked = await desk(savePath, { ...makeImport(bad), DRY_RUN: 'Y' })
    if (checked.rows.length !== rowCount / 2) throw new Error(`${checked.rows.length} faults`)
    invalid.push(checked.ms)
    const saved = await desk(savePath, makeImport(rows))
    applied.push(saved.ms)
    const back = await desk('/api/import/undo', { IMPORT_NO: saved.importNo })
    undone.push(back.ms)
  }
  return [
    makeFigure('hostile workbook refused', 1000, await measureRefusals(desk)),
    makeFigure('10,000 rows in: all faults listed', 3000, invalid),
    makeFigure('10,000 rows in: applied', 5000, applied),
    makeFigure('10,000 rows in: taken back', 5000, undone),
    makeFigure('paste of 10,000 × 10 cells', 500, pasteTimes()),
  ]
}

const savePath = '/api/wms/comm/wmsCommon/saveProcedure'

function makeItems(run: number) {
  return Array.from({ length: rowCount }, (_, index) => ({
    NO: index + 1,
    OWNER_CD: 'HANBIT',
    STOCK_CD: `BENCH-${run}-${index}`,
    STOCK_NM: `측정 품목 ${index}`,
    UNIT_CD: 'EA',
    CBM: 0.001,
  }))
}

function makeImport(ROWS: readonly object[]) {
  return { PROCEDURE: 'master/save-stock', ROWS, IMPORT: { FILE_NM: 'bench.xlsx' } }
}

interface TimedResponse {
  readonly ms: number
  readonly status: number
  readonly rows: readonly unknown[]
  readonly importNo: number
}

type PostJson = (path: string, body: object) => Promise<TimedResponse>

async function logIn(url: string): Promise<PostJson> {
  const headers = { 'content-type': 'application/json' }
  const p = `admin|W01|${processPassword}`
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ p, c: processPassword, lang: 'ko' }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return async (path, body) => {
    const started = performance.now()
    const sent = { cookie, wcode: 'W01', 'idempotency-key': randomUUID() }
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      ...(body instanceof FormData
        ? { headers: sent, body }
        : { headers: { ...headers, ...sent }, body: JSON.stringify(body) }),
    })
    const shown: { rows?: unknown[]; data?: { IMPORT_NO?: number } } = JSON.parse(
      await response.text(),
    )
    const ms = performance.now() - started
    const { status } = response
    return { ms, status, rows: shown.rows ?? [], importNo: shown.data?.IMPORT_NO ?? 0 }
  }
}

async function measureRefusals(desk: PostJson): Promise<number[]> {
  const times: number[] = []
  for (const { name, bytes } of hostileSheets) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), 'bomb.xlsx')
    const { ms, status } = await desk('/api/file/readSpreadsheet', form)
    if (status !== 422) throw new Error(`${name}: ${status}`)
    times.push(ms)
  }
  return times
}

/** Ten columns of the kinds that users paste into. One text in twenty is invalid. */
function pasteTimes(): number[] {
  const kinds = ['text', 'text', 'number', 'number', 'date', 'datetime', 'check', 'select'] as const
  const columns = Array.from({ length: 10 }, (_, index): GridColumn => ({
    id: `C${index}`,
    title: `C${index}`,
    kind: kinds[index] ?? 'text',
    width: 100,
    editable: true,
    scale: 3,
    maxLength: 40,
    options: [{ CODE: 'A', NAME: '가' }],
  }))
  const cells = [
    '가나다',
    'X-1',
    '1,234.5',
    '12',
    '2026-11-20',
    '20261120093000',
    'Y',
    'A',
    '',
    '끝',
  ]
  const text = Array.from({ length: rowCount }, (_, index) =>
    cells.map((cell, column) => (column === 2 && index % 2 ? '숫자 아님' : cell)).join('\t'),
  ).join('\r\n')
  return Array.from({ length: 5 }, () => {
    const model = new GridModel({ columns })
    model.setData([{}])
    const started = performance.now()
    const { written, refused } = pasteBlock(model, { text, html: '' }, () => ({}))
    const ms = performance.now() - started
    if (written + refused !== rowCount * 10) throw new Error(`${written} + ${refused} cells`)
    return ms
  })
}
