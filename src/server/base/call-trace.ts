import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'

/** Describes the request or job for which the current code runs. */
export interface CallTrace {
  readonly traceId: string
  /** Route, or the operation once it is known. Never contains text sent by the client. */
  operation: string
  /** Parent of the spans of its statements, if spans are exported. */
  span?: Span | undefined
}

const calls = new AsyncLocalStorage<CallTrace>()

export function runTraced<T>(trace: CallTrace, work: () => T): T {
  return calls.run(trace, work)
}

/** Returns undefined in background work without a job. */
export function currentTrace(): CallTrace | undefined {
  return calls.getStore()
}

/** Sets the operation of the current request, for a route that serves several operations. */
export function nameOperation(operation: string): void {
  const trace = calls.getStore()
  if (trace) trace.operation = operation
}

const traceparent = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/

export interface RemoteSpan {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
}

/** Caller's span in a `traceparent` header (W3C Trace Context), undefined if invalid. */
export function readTraceparent(header: unknown): RemoteSpan | undefined {
  const text = typeof header === 'string' && !header.startsWith('ff') ? header : ''
  const [, traceId, spanId, flags] = traceparent.exec(text) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags ?? '', 16) }
}
