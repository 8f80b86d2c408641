import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

import { SpreadsheetError } from './spreadsheet-error.ts'
import { detectSpreadsheet } from './spreadsheet-content.ts'
import { parseResponse, type ReadRequest, type ReadSummary } from './spreadsheet-protocol.ts'
import type { SheetRow } from './sheet-rows.ts'

export interface ReadOptions {
  /**
   * The extension only determines whether plain text is accepted (.csv, .txt, .tsv, .xls). The file
   * type is detected by content.
   */
  fileName: string
  /** Limit on rows with values, including the header. Default 50,001: a header and a full save. */
  maxRows?: number
  /** Default 200. */
  maxColumns?: number
  /** Worksheet index from 0. Default: the first visible one. */
  sheet?: number
  /** Timeout in milliseconds. Default 15,000. */
  timeoutMs?: number
}

export interface SpreadsheetContent extends ReadSummary {
  rows: SheetRow[]
}

const defaultTimeoutMs = 15_000
const maxConcurrent = 2

/**
 * Reads one sheet of an uploaded .xlsx, .xls or CSV file (UTF-8, UTF-16, EUC-KR/CP949), regardless
 * of its name. Rows without values are skipped and counted. Blank text is `null`; date cells are `{
 * date }`. Dates and numbers of a CSV stay text.
 *
 * Parses in a child process with limited memory, killed after 15 seconds. At most two run at a
 * time; others wait. Throws only SpreadsheetError for any content.
 */
export async function readSpreadsheet(
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<SpreadsheetContent> {
  const request: ReadRequest = {
    kind: await detectSpreadsheet(bytes, options.fileName),
    maxRows: options.maxRows ?? 50_001,
    maxColumns: options.maxColumns ?? 200,
    sheet: options.sheet,
  }
  await acquireSlot()
  try {
    return await readInChild(bytes, request, options.timeoutMs ?? defaultTimeoutMs)
  } finally {
    releaseSlot()
  }
}

interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

let running = 0
const waiting: (() => void)[] = []

async function acquireSlot(): Promise<void> {
  if (running < maxConcurrent) {
    running += 1
    return
  }
  await new Promise<void>((resolve) => {
    waiting.push(resolve)
  })
}

function releaseSlot(): void {
  const next = waiting.shift()
  if (next === undefined) running -= 1
  else next()
}

const childPath = fileURLToPath(new URL('spreadsheet-child.ts', import.meta.url))
/** The child can read its code but no company data. */
const readablePaths = [
  ...['src/', 'node_modules/', 'package.json'].map((path) =>
    fileURLToPath(new URL(`../../../${path}`, import.meta.url)),
  ),
  dirname(realpathSync(createRequire(import.meta.url).resolve('xlsx'))) + sep,
]
const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path))

/** `prlimit` also limits buffers and CPU time, which Node's heap limit does not cover. */
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
  return spawn(command, args, { env: { TZ: 'UTC' }, stdio: 'pipe' })
}

async function readInChild(
  bytes: Uint8Array,
  request: ReadRequest,
  timeoutMs: number,
): Promise<SpreadsheetContent> {
  const child = startChild()
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const ended = new Promise<Exit>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      resolve({ code, signal })
    })
  })
  // `ended` is awaited only if there is no response. A failed start must not crash the server.
  ended.catch(() => undefined)
  const errorOutput = readStart(child.stderr)
  try {
    // A child that exits early closes the pipe. Its response or exit signal contains the reason.
    child.stdin?.on('error', () => undefined)
    child.stdin?.write(`${JSON.stringify(request)}\n`)
    child.stdin?.end(bytes)
    const content = await collectResponse(child, request)
    const { code, signal } = await ended
    if (content !== undefined) return content
    if (child.killed || signal === 'SIGXCPU') throw new SpreadsheetError('timeout')
    // V8 aborts when memory runs out. Any other exit without a response is a failed start.
    if (signal !== null) throw new SpreadsheetError('too-large')
    throw new Error(`The spreadsheet reader exited with ${code}: ${await errorOutput}`)
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

const maxErrorCharacters = 2000

/** Reads the stream to its end, because a full pipe would block the writer. */
async function readStart(stream: ChildProcess['stderr']): Promise<string> {
  let text = ''
  stream?.setEncoding('utf8')
  for await (const chunk of stream ?? []) {
    if (text.length < maxErrorCharacters) text += String(chunk)
  }
  return text.slice(0, maxErrorCharacters)
}

async function collectResponse(
  child: ChildProcess,
  request: ReadRequest,
): Promise<SpreadsheetContent | undefined> {
  const rows: SheetRow[] = []
  for await (const line of readLines(child)) {
    const response = parseResponse(line)
    if (response === undefined) throw new SpreadsheetError('broken')
    if ('error' in response) {
      const { code, detail, sheetName } = response.error
      throw new SpreadsheetError(code, detail, sheetName)
    }
    if ('done' in response) return { ...response.done, rows }
    for (const row of response.rows) rows.push(row)
    if (rows.length > request.maxRows) throw new SpreadsheetError('too-many-rows')
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
