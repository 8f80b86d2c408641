import type { FastifyInstance } from 'fastify'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { toStorableJson } from '#server/base/storable-json.ts'

/** Pages nest settings at most forty levels deep. Deeper JSON costs memory and stack. */
const levelsMost = 64

const backslash = 92
const quote = 34
/** The only bit that differs between `[` and `{`, and between `]` and `}`. */
const braceBit = 0x20

export function depthError(json: string, most: number): AppError | undefined {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at)
    if (sign === quote) isText = !isText
    else if (isText) {
      if (sign === backslash) at += 1
    } else if ((sign | braceBit) === 0x7b) {
      depth += 1
      if (depth > most) return tooDeep(most)
    } else if ((sign | braceBit) === 0x7d) depth -= 1
  }
  return undefined
}

function tooDeep(most: number): AppError {
  const text = label(
    `JSON이 ${most}단계보다 깊습니다.`,
    `The JSON nests deeper than ${most} levels.`,
  )
  return new AppError(400, 'JSON_TOO_DEEP', text)
}

/**
 * Parses JSON bodies like Fastify, rejecting `__proto__`, and drops characters the database cannot
 * store.
 */
export function readJson(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      const fault = depthError(body, levelsMost)
      return fault ? done(fault) : read(request, toStorableJson(body), done)
    },
  )
}
