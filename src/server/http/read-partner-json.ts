import type { FastifyInstance } from 'fastify'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { toStorableJson } from '#server/base/storable-json.ts'
import { depthError } from './read-json.ts'

export interface PartnerBody {
  readonly raw: string
  readonly content: unknown
}

/** Messages are a header with flat lines and need no deeper nesting. */
const depthMost = 8

const noJson = label('JSON으로 읽을 수 없습니다.', 'Not valid JSON.')

/**
 * Parses partner JSON and preserves the verbatim body. Rejects deep, malicious or invalid JSON with
 * a readable message.
 */
export function readPartnerJson(part: FastifyInstance): void {
  const read = part.getDefaultJsonParser('error', 'error')
  part.removeContentTypeParser('application/json')
  part.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      const fault = depthError(body, depthMost)
      if (fault) return done(fault)
      return read(request, toStorableJson(body), (error: Error | null, content: unknown) => {
        if (error) done(new AppError(400, 'JSON_INVALID', noJson), undefined)
        else done(null, { raw: body, content })
      })
    },
  )
}
