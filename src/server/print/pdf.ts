import { Worker } from 'node:worker_threads'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { FairQueue } from '#server/base/fair-queue.ts'
import type { RenderResponse, RenderRequest } from './pdf-worker.ts'
import type { LabelSheet } from './label-sheet.ts'
import type { PrintDocument } from './print-document.ts'

/** The page aborts a download after a minute, so rendering longer is pointless. */
const timeoutMs = 60_000

/**
 * Renders a PDF. Embedded fonts make it look the same everywhere and keep its Korean text
 * searchable. Runs in worker threads, one document per user at a time, in request order. Rejects if
 * a document takes over a minute, is too large or cannot be laid out, and when the signal aborts.
 * Rejects with AppError 503 if too many are waiting.
 */
export async function renderPdf(
  document: PrintDocument | LabelSheet,
  { who, signal }: Requester = { who: '' },
): Promise<Uint8Array> {
  rejectLarge(document)
  return renderQueue.run(who, () => renderNow(document, signal), signal)
}

interface Requester {
  readonly who: string
  readonly signal?: AbortSignal
}

const renderQueue = new FairQueue({
  running: 2,
  runningPerUser: 1,
  waiting: 16,
  overloadError: () =>
    new AppError(
      503,
      'PRINT_BUSY',
      label(
        '인쇄 요청이 많아 인쇄하지 못했습니다. 잠시 뒤 다시 시도하세요.',
        'Too many print requests at the moment. Try again shortly.',
      ),
    ),
})

/** Maximum cells of one print job, over all documents and copies: as many as fit in a minute. */
const maxCells = 200_000

function rejectLarge(document: PrintDocument | LabelSheet): void {
  if ('labels' in document) return
  const cells = document.pages.reduce((sum, { columns, rows }) => {
    return sum + columns.length * rows.length
  }, 0)
  const query = cells * document.copies
  if (query <= maxCells) return
  const text = label(
    `한 번에 ${formatCount(maxCells)}칸까지 인쇄할 수 있습니다(현재 ${formatCount(query)}칸). 나누어 인쇄하세요.`,
    `You can print at most ${formatCount(maxCells, 'field')} at a time (now ${formatCount(query)}). Print in parts.`,
  )
  throw new AppError(422, 'PRINT_TOO_LARGE', text)
}

const idle: Worker[] = []
let lastId = 0

function startWorker(): Worker {
  const started = new Worker(new URL('pdf-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 1_024 },
  })
  // An idle worker keeps its fonts loaded but must not keep the process alive.
  started.unref()
  started.once('exit', () => {
    if (idle.includes(started)) idle.splice(idle.indexOf(started), 1)
  })
  return started
}

function formatNow(): string {
  const date = new Date()
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19).replace('T', ' ')
}

function renderNow(
  document: PrintDocument | LabelSheet,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const current = idle.pop() ?? startWorker()
  lastId += 1
  const request: RenderRequest = { id: lastId, document, printedAt: formatNow() }
  return new Promise<Uint8Array>((resolve, reject) => {
    const stop = (error: unknown): void => {
      finish()
      void current.terminate()
      reject(error)
    }
    const timer = setTimeout(() => {
      stop(new Error(`Printing ${document.fileName} took longer than a minute`))
    }, timeoutMs)
    const onExit = (): void => {
      stop(new Error(`Printing ${document.fileName} ended early`))
    }
    // Rendering cannot be cancelled, so terminate the worker.
    const onAbort = (): void => stop(signal?.reason)
    const onMessage = (response: RenderResponse): void => {
      finish()
      idle.push(current)
      if ('pdf' in response) resolve(response.pdf)
      else reject(new Error(`Printing ${document.fileName} failed: ${response.error}`))
    }
    const finish = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      current.off('message', onMessage).off('error', stop).off('exit', onExit).unref()
    }
    signal?.addEventListener('abort', onAbort)
    current.ref()
    current.on('message', onMessage).on('error', stop).on('exit', onExit)
    current.postMessage(request)
  })
}
