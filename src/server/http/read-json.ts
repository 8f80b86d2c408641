import type { FastifyInstance } from 'fastify'

/** Escapes of a JSON text, one at a time; a pair of surrogates counts as one. */
const escapes = /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|u[0-9a-f]{4}|[^])/gi

/** PostgreSQL keeps no NUL and no half character, which pasted text may hold: they are dropped. */
export function storable(json: string): string {
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return json
  return json.replaceAll(escapes, (escape) => {
    const isHalf = escape.length === 6 && /^\\ud[89a-f]/i.test(escape)
    return isHalf || escape === '\\u0000' ? '' : escape
  })
}

/** Reads JSON bodies as Fastify does, refusing `__proto__`, without what no column can hold. */
export function readJson(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => read(request, storable(body), done),
  )
}
