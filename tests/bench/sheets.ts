import { randomUUID } from 'node:crypto'
import { GridModel } from '#ui/grid/grid-model.ts'
import { pasteBlock } from '#ui/grid/editing.ts'
import type { GridColumn } from '#ui/grid/column.ts'
import { processPassword } from '#tests/support/server-process.ts'
import { figure, type Figure } from './machine.ts'

const rowCount = 10_000
const runs = 3

/** Sheets in: a large one is refused with all its faults, taken in, taken back; a block is pasted. */
export async function measureSheets(url: string): Promise<Figure[]> {
  const desk = await logIn(url)
  const faulty: number[] = []
  const applied: number[] = []
  const undone: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const rows = items(run)
    const bad = rows.map((row, at) => (at % 2 ? row : { ...row, UNIT_CD: '없는단위' }))
    const checked = await desk(savePath, { ...sheet(bad), DRY_RUN: 'Y' })
    if (checked.rows.length !== rowCount / 2) throw new Error(`${checked.rows.length} faults`)
    faulty.push(checked.ms)
    const saved = await desk(savePath, sheet(rows))
    applied.push(saved.ms)
    const back = await desk('/api/import/undo', { IMPORT_NO: saved.importNo })
    undone.push(back.ms)
  }
  return [
    figure('10,000 rows in: all faults listed', 3000, faulty),
    figure('10,000 rows in: applied', 5000, applied),
    figure('10,000 rows in: taken back', 5000, undone),
    figure('paste of 10,000 × 10 cells', 500, pasteTimes()),
  ]
}

const savePath = '/api/wms/comm/wmsCommon/saveProcedure'

function items(run: number) {
  return Array.from({ length: rowCount }, (_, at) => ({
    NO: at + 1,
    OWNER_CD: 'HANBIT',
    STOCK_CD: `BENCH-${run}-${at}`,
    STOCK_NM: `측정 품목 ${at}`,
    UNIT_CD: 'EA',
    CBM: 0.001,
  }))
}

function sheet(ROWS: readonly object[]) {
  return { PROCEDURE: 'master/save-stock', ROWS, IMPORT: { FILE_NM: 'bench.xlsx' } }
}

interface Answered {
  readonly ms: number
  readonly rows: readonly unknown[]
  readonly importNo: number
}

async function logIn(url: string): Promise<(path: string, body: object) => Promise<Answered>> {
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
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, cookie, wcode: 'W01', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    })
    const said: { rows?: unknown[]; data?: { IMPORT_NO?: number } } = JSON.parse(
      await response.text(),
    )
    const ms = performance.now() - started
    return { ms, rows: said.rows ?? [], importNo: said.data?.IMPORT_NO ?? 0 }
  }
}

/** Ten columns of every kind people paste into; one text in twenty is refused. */
function pasteTimes(): number[] {
  const kinds = ['text', 'text', 'number', 'number', 'date', 'datetime', 'check', 'select'] as const
  const columns = Array.from({ length: 10 }, (_, at): GridColumn => ({
    id: `C${at}`,
    title: `C${at}`,
    kind: kinds[at] ?? 'text',
    width: 100,
    editable: true,
    scale: 3,
    lengthMax: 40,
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
  const text = Array.from({ length: rowCount }, (_, at) =>
    cells.map((cell, column) => (column === 2 && at % 2 ? '숫자 아님' : cell)).join('\t'),
  ).join('\r\n')
  return Array.from({ length: 5 }, () => {
    const model = new GridModel({ columns })
    model.setData([{}])
    const started = performance.now()
    const { written, refused } = pasteBlock(model, { text, html: '' }, true)
    const ms = performance.now() - started
    if (written + refused !== rowCount * 10) throw new Error(`${written} + ${refused} cells`)
    return ms
  })
}
