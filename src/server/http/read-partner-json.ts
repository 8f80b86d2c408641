import type { FastifyInstance } from 'fastify'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/engine/app-error.ts'
import { storable } from './read-json.ts'

/** A body to the letter, and what it says. */
export interface PartnerBody {
  readonly raw: string
  readonly content: unknown
}

/** Messages are a head with flat lines; what nests deeper is none. */
const depthMost = 8

/** How deep brackets nest, texts left out; reading stops where it is too deep. */
function isTooDeep(json: string): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (isText) {
      if (sign === '\\') at += 1
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === '{' || sign === '[') {
      depth += 1
      if (depth > depthMost) return true
    } else if (sign === '}' || sign === ']') depth -= 1
  }
  return false
}

const tooDeep = label(
  `JSON이 ${depthMost}단계보다 깊습니다.`,
  `The JSON nests deeper than ${depthMost} levels.`,
)
const noJson = label('JSON으로 읽을 수 없습니다.', 'This cannot be read as JSON.')

/** Reads JSON of partners: kept as it came, refused in words where it is deep, hostile or none. */
export function readPartnerJson(part: FastifyInstance): void {
  const read = part.getDefaultJsonParser('error', 'error')
  part.removeContentTypeParser('application/json')
  part.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (isTooDeep(body)) return done(new AppError(400, 'JSON_TOO_DEEP', tooDeep), undefined)
      return read(request, storable(body), (error: Error | null, content: unknown) => {
        if (error) done(new AppError(400, 'JSON_INVALID', noJson), undefined)
        else done(null, { raw: body, content })
      })
    },
  )
}
