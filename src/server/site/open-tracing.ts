import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { currentTrace } from '#server/base/call-trace.ts'
import type { Tracing } from '#server/base/spans.ts'

/** Time limit for the last spans, for collectors that do not respond. */
const closeMs = 5_000

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Exports spans by OTLP over HTTP if `OTEL_EXPORTER_OTLP_ENDPOINT` or
 * `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` is set. Its library reads the other `OTEL_*` variables itself
 * (headers, sampler, batch size). Returns undefined if no endpoint is set.
 */
export async function openTracing(env: Environment): Promise<Tracing | undefined> {
  const endpoint = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_ENDPOINT']
  if (!endpoint || env['OTEL_SDK_DISABLED'] === 'true') return undefined
  // Servers without a collector do not load the library.
  const [{ OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
  ])
  const random = new sdk.RandomIdGenerator()
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': env['OTEL_SERVICE_NAME'] ?? 'wms',
      'host.name': hostname(),
    }),
    idGenerator: {
      generateTraceId: () => currentTrace()?.traceId ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())],
  })
  return {
    tracer: provider.getTracer('wms'),
    close: () => Promise.race([provider.shutdown(), pause(closeMs, undefined, { ref: false })]),
  }
}
