import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

import { SpreadsheetError } from './spreadsheet-error.ts'
import { detectSpreadsheet } from './spreadsheet-content.ts'
import { parseAnswer, type ReadRequest, type ReadSummary } from './spreadsheet-protocol.ts'
import type { SheetRow } from './sheet-rows.ts'

export interface ReadOptions {
  /** Decides only whether plain text is welcome (.csv, .txt, .tsv, .xls); content decides. */
  fileName: string
  /** Rows with a value, the header included; 50,001 unless said: a header and a full save. */
  rowsMax?: number
  /** 200 unless said. */
  columnsMax?: number
  /** Worksheet counted from 0; the first visible one unless said. */
  sheet?: number
  /** Milliseconds until the reading is stopped; 15,000 unless said. */
  timeoutMs?: number
}

export interface SpreadsheetContent extends ReadSummary {
  rows: SheetRow[]
}

const defaultTimeoutMs = 15_000
const atOnceMax = 2

/**
 * Reads one sheet of an uploaded .xlsx, .xls or CSV file (UTF-8, UTF-16, EUC-KR/CP949), whatever
 * it is named. Rows without a value are left out and counted; blank text is `null`; cells that
 * Excel shows as dates are `{ date }`. Dates and numbers of a CSV stay text.
 *
 * The file is parsed in a process of its own, with capped memory, that is killed after 15 seconds;
 * at most two run at once, others wait. Throws SpreadsheetError and nothing else for any content.
 */
export async function readSpreadsheet(
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<SpreadsheetContent> {
  const request: ReadRequest = {
    kind: await detectSpreadsheet(bytes, options.fileName),
    rowsMax: options.rowsMax ?? 50_001,
    columnsMax: options.columnsMax ?? 200,
    sheet: options.sheet,
  }
  await enter()
  try {
    return await readInChild(bytes, request, options.timeoutMs ?? defaultTimeoutMs)
  } finally {
    leave()
  }
}

let running = 0
const waiting: (() => void)[] = []

async function enter(): Promise<void> {
  if (running < atOnceMax) {
    running += 1
    return
  }
  await new Promise<void>((resolve) => {
    waiting.push(resolve)
  })
}

function leave(): void {
  const next = waiting.shift()
  if (next === undefined) running -= 1
  else next()
}

const childPath = fileURLToPath(new URL('spreadsheet-child.ts', import.meta.url))
/** The reading process sees its own code and nothing of the company's data. */
const readablePaths = [
  ...['src/', 'node_modules/', 'package.json'].map((path) =>
    fileURLToPath(new URL(`../../../${path}`, import.meta.url)),
  ),
  dirname(realpathSync(createRequire(import.meta.url).resolve('xlsx'))) + sep,
]
const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path))

/** `prlimit` also bounds what Node's own heap limit does not see: buffers and processor time. */
function startChild(): ChildProcess {
  const node = [
    process.execPath,
    '--max-old-space-size=512',
    '--permission',
    ...readablePaths.map((path) => `--allow-fs-read=${path}`),
    '--no-warnings',
    childPath,
  ]
  const limits = ['--data=1500000000', '--cpu=20', '--core=0', '--nofile=64', '--']
  const [command = '', ...args] = prlimit === undefined ? node : [prlimit, ...limits, ...node]
  return spawn(command, args, { env: { TZ: 'UTC' }, stdio: ['pipe', 'pipe', 'ignore'] })
}

async function readInChild(
  bytes: Uint8Array,
  request: ReadRequest,
  timeoutMs: number,
): Promise<SpreadsheetContent> {
  const child = startChild()
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const ended = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (_code, signal) => {
      resolve(signal)
    })
  })
  // Awaited only when no answer came; a child that could not be started must not end the server.
  ended.catch(() => undefined)
  try {
    // A child that dies early closes the pipe; its answer or its end says why.
    child.stdin?.on('error', () => undefined)
    child.stdin?.write(`${JSON.stringify(request)}\n`)
    child.stdin?.end(bytes)
    const content = await collectAnswer(child, request)
    const signal = await ended
    if (content !== undefined) return content
    if (child.killed || signal === 'SIGXCPU') throw new SpreadsheetError('timeout')
    // Without an answer the process ran out of memory: every other failure is answered.
    throw new SpreadsheetError('too-large')
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

/** Undefined when the process ended without finishing its answer. */
async function collectAnswer(
  child: ChildProcess,
  request: ReadRequest,
): Promise<SpreadsheetContent | undefined> {
  const rows: SheetRow[] = []
  for await (const line of readLines(child)) {
    const answer = parseAnswer(line)
    if (answer === undefined) throw new SpreadsheetError('broken')
    if ('error' in answer) {
      const { code, detail, sheetName } = answer.error
      throw new SpreadsheetError(code, detail, sheetName)
    }
    if ('done' in answer) return { ...answer.done, rows }
    for (const row of answer.rows) rows.push(row)
    if (rows.length > request.rowsMax) throw new SpreadsheetError('too-many-rows')
  }
  return undefined
}

async function* readLines(child: ChildProcess): AsyncGenerator<string> {
  const parts: string[] = []
  child.stdout?.setEncoding('utf8')
  for await (const chunk of child.stdout ?? []) {
    const lines = String(chunk).split('\n')
    const last = lines.pop() ?? ''
    for (const line of lines) {
      parts.push(line)
      yield parts.splice(0).join('')
    }
    parts.push(last)
  }
}
