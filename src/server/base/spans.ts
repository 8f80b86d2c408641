import { randomBytes } from 'node:crypto'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Tracer,
} from '@opentelemetry/api'
import { runTraced, type CallTrace, type RemoteSpan } from './call-trace.ts'

/** Export of spans, if the site has a collector. */
export interface Tracing {
  readonly tracer: Tracer
  /** Sends the remaining spans. */
  close(): Promise<void>
}

/** Starts the span of a request or job, below the caller's span if there is one. */
export function startSpan(
  tracer: Tracer,
  call: CallTrace,
  kind: SpanKind.SERVER | SpanKind.CONSUMER,
  caller?: RemoteSpan,
): void {
  const parent = caller
    ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true })
    : ROOT_CONTEXT
  // The ID generator uses the ID of the current trace.
  call.span = runTraced(call, () => tracer.startSpan(call.operation, { kind }, parent))
}

/** Ends the span under the name of the operation, which is known by now. */
export function endSpan(call: CallTrace, attributes: Attributes, hasFailed: boolean): void {
  const { span, operation } = call
  if (!span) return
  span.updateName(operation).setAttributes(attributes)
  if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
  call.span = undefined
}

/** Records a statement that has just ended. Its text has placeholders instead of values. */
export function addStatementSpan(
  tracer: Tracer,
  { span }: CallTrace,
  { text, name, ms }: { text: string; name: string; ms: number },
): void {
  if (!span?.isRecording()) return
  const ended = Date.now()
  const operation = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT'
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text,
    'wms.statement.name': name,
  }
  const options = { kind: SpanKind.CLIENT, startTime: ended - ms, attributes }
  tracer.startSpan(operation, options, trace.setSpan(ROOT_CONTEXT, span)).end(ended)
}

/** Runs a job under a trace, in a span if spans are exported. */
export async function runJobTraced<T>(
  tracer: Tracer | undefined,
  kind: string,
  work: () => Promise<T>,
): Promise<T> {
  const call: CallTrace = { traceId: randomBytes(16).toString('hex'), operation: `job ${kind}` }
  if (tracer) startSpan(tracer, call, SpanKind.CONSUMER)
  let hasFailed = true
  try {
    const result = await runTraced(call, work)
    hasFailed = false
    return result
  } finally {
    endSpan(call, {}, hasFailed)
  }
}
