import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { assertStorable, toStorableJson } from '#server/base/storable-json.ts'
import { maxSmallBody } from './large-body.ts'
import { depthError, parseWith, readText } from './read-json.ts'
import { parseInSlices, type JsonLimits } from './sliced-json.ts'

export interface PartnerBody {
  readonly raw: string
  readonly content: unknown
}

/** Messages are a header with flat lines and need no deeper nesting. */
const partnerLimits: JsonLimits = {
  depth: 8,
  keys: 1_000,
  items: 20_000,
  values: 200_000,
  text: 100_000,
}

const noJson = label('JSON으로 읽을 수 없습니다.', 'Not valid JSON.')

/**
 * Parses partner JSON and preserves the verbatim body. Rejects deep, malicious or invalid JSON with
 * a readable message.
 */
export function readPartnerJson(part: FastifyInstance): void {
  const read = part.getDefaultJsonParser('error', 'error')
  part.removeContentTypeParser('application/json')
  part.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: RequestPayload) => {
      const raw = await readText(request, payload)
      const drops = request.routeOptions.config.dropsUnstorable === true
      const parse = (text: string) => parseWith(read, request, drops ? toStorableJson(text) : text)
      const error = depthError(raw, partnerLimits.depth)
      if (error) throw error
      try {
        const isLong = raw.length > maxSmallBody
        const content = isLong ? await parseInSlices(raw, partnerLimits, parse) : parse(raw)
        if (!drops) assertStorable(raw, content)
        return { raw, content }
      } catch (error) {
        throw error instanceof AppError ? error : new AppError(400, 'JSON_INVALID', noJson)
      }
    },
  )
}
