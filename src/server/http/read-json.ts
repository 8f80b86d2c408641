import { StringDecoder } from 'node:string_decoder'
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { assertStorable, toStorableJson } from '#server/base/storable-json.ts'
import { rejectLargeBody, signedBodyLimit, maxSmallBody } from './large-body.ts'
import { parseInSlices, type JsonLimits } from './sliced-json.ts'

/** Settings of pages are nested at most forty levels deep. Deeper JSON costs memory and stack. */
const maxLevels = 64

const backslash = 92
const quote = 34
/** The only bit that differs between `[` and `{`, and between `]` and `}`. */
const braceBit = 0x20

export function depthError(json: string, max: number): AppError | undefined {
  let depth = 0
  let isText = false
  for (let index = 0; index < json.length; index += 1) {
    const sign = json.charCodeAt(index)
    if (sign === quote) isText = !isText
    else if (isText) {
      if (sign === backslash) index += 1
    } else if ((sign | braceBit) === 0x7b) {
      depth += 1
      if (depth > max) return tooDeepError(max)
    } else if ((sign | braceBit) === 0x7d) depth -= 1
  }
  return undefined
}

function tooDeepError(max: number): AppError {
  const text = label(`JSON이 ${max}단계보다 깊습니다.`, `The JSON nests deeper than ${max} levels.`)
  return new AppError(400, 'JSON_TOO_DEEP', text)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route drops characters that the database cannot store. Other routes reject them. */
    dropsUnstorable?: boolean
  }
}

/**
 * Parses JSON bodies like Fastify, rejecting `__proto__`, and drops or rejects characters the
 * database cannot store.
 */
export function readJson(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: RequestPayload) => {
      const json = await readText(request, payload)
      const dropsUnstorable = request.routeOptions.config.dropsUnstorable === true
      const parse = (text: string) =>
        parseWith(read, request, dropsUnstorable ? toStorableJson(text) : text)
      const parsed = await parseAll(json, request, parse)
      if (!dropsUnstorable) assertStorable(json, parsed)
      return parsed
    },
  )
}

async function parseAll(
  json: string,
  request: FastifyRequest,
  parse: (text: string) => unknown,
): Promise<unknown> {
  if (json.length > maxSmallBody) return parseInSlices(json, jsonLimits(request), parse)
  const error = depthError(json, maxLevels)
  if (error) throw error
  return parse(json)
}

/** Limits of bodies that contain rows, and of all other bodies above `maxSmallBody`. */
const rowsLimits: JsonLimits = {
  depth: maxLevels,
  keys: 2_000,
  items: 1_000_000,
  values: 10_000_000,
  text: 4 * 1024 * 1024,
}
const defaultLimits: JsonLimits = { ...rowsLimits, items: 20_000, values: 60_000 }

function jsonLimits({ routeOptions: { bodyLimit } }: FastifyRequest): JsonLimits {
  return bodyLimit > signedBodyLimit ? rowsLimits : defaultLimits
}

type JsonReader = ReturnType<FastifyInstance['getDefaultJsonParser']>

/** Synchronous, because Fastify's parser calls back before it returns. */
export function parseWith(read: JsonReader, request: FastifyRequest, text: string): unknown {
  const result: { error?: Error; value?: unknown } = {}
  void read(request, text, (error, value) => Object.assign(result, { error, value }))
  if (result.error) throw result.error
  return result.value
}

/**
 * Receives a body as text. Before it reads more than `maxSmallBody`, checks whether the caller may
 * send more. Throws if the body is longer than the route accepts.
 */
export async function readText(request: FastifyRequest, payload: RequestPayload): Promise<string> {
  const { bodyLimit } = request.routeOptions
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLongError()
  const decoder = new StringDecoder('utf8')
  const parts: string[] = []
  let [head, bytes, isAdmitted]: [Buffer[], number, boolean] = [[], 0, false]
  try {
    for await (const chunk of payload as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > bodyLimit) throw tooLongError()
      if (!isAdmitted) head.push(chunk)
      if (!isAdmitted && bytes > maxSmallBody) {
        await rejectLargeBody(request, Buffer.concat(head))
        isAdmitted = true
        head = []
      }
      parts.push(decoder.write(chunk))
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    // An aborted upload is a client error.
    throw Object.assign(error as Error, { statusCode: errorStatus(error) ?? 400 })
  }
  return parts.join('') + decoder.end()
}

function errorStatus(error: unknown): number | undefined {
  return (error as { statusCode?: number }).statusCode
}

function tooLongError(): Error {
  return Object.assign(new Error('the body is too long'), { statusCode: 413 })
}
