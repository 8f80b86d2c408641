import { z } from 'zod'
import { toOtherKeyboardLayout } from '#kernel/hangul-layout.ts'
import { tidyText } from '#kernel/tidy-text.ts'
import { canCall } from '#server/auth/grants.ts'
import type { Session } from '#server/auth/session.ts'
import { namePart } from '#server/engine/name-search.ts'
import { isOutOfScope } from '#server/engine/owner-scope.ts'
import type { RecordSource, RecordText } from '#server/engine/record-source.ts'
import { route } from './route.ts'

const maxRows = 20

interface FoundRecord extends Record<string, unknown> {
  readonly code: string
  readonly name: string
  readonly detail: string
  readonly owner_cd: string | null
}

export function recordRoutes(sources: readonly RecordSource[]) {
  return [
    route({
      path: '/api/records/search',
      counts: 'question',
      reads: true,
      access: 'granted',
      scope: 'operation',
      body: z.object({ SEARCH: z.string().max(100) }),
      answer: async ({ SEARCH }, { db, session, caller }) => {
        const text = readText(SEARCH)
        if (!text) return { data: [] }
        const found = await Promise.all(
          selectPermitted(sources, session).map(async ({ kind, find }) => {
            const rows = await db.query<FoundRecord>(find(text, caller.scope, maxRows))
            return rows.map((row) => ({ KIND: kind, ...toWire(row) }))
          }),
        )
        return { data: interleave(found, text.codes) }
      },
    }),
  ]
}

function selectPermitted(
  sources: readonly RecordSource[],
  session: Session,
): readonly RecordSource[] {
  const allowed = sources.filter(
    ({ query }) => canCall(session.grants, query) && !isOutOfScope(query, session),
  )
  return allowed.filter(
    (source, index) => allowed.findIndex(({ kind }) => kind === source.kind) === index,
  )
}

/**
 * Returns the codes and names to search for. Codes are upper case and mostly Latin, so Hangul was
 * probably typed on the wrong keyboard layout. Some cells and lots have Hangul names, so both
 * readings are searched.
 */
function readText(written: string): RecordText | undefined {
  const text = tidyText(written)
  // PostgreSQL text cannot contain NUL.
  if (text === '' || text.includes('\0')) return undefined
  const other = toOtherKeyboardLayout(text)
  const codes = [text, ...(isHangul.test(text) ? [other] : [])].map((code) => code.toUpperCase())
  const names = [...new Set([text, other])]
  // "…0457", "*0457" and "-0457" search by suffix.
  const [, ending] = /^(?:…|\.{2,3}|[*%])?-?((?:\d+-)*\d{4,})$/.exec(text) ?? []
  return {
    codes: [...new Set(codes)],
    names,
    parts: names.map(namePart).filter((part) => part !== undefined),
    ending,
  }
}

const isHangul = /[ㄱ-ㅣ가-힣]/

function toWire({ code, name, detail, owner_cd }: FoundRecord) {
  return { CODE: code, NAME: name, DETAIL: detail, OWNER_CD: owner_cd }
}

/** Exact codes first, then alternately from each kind, so no kind crowds out another. */
function interleave<R extends { readonly CODE: string }>(
  found: readonly (readonly R[])[],
  codes: readonly string[],
): R[] {
  const longest = Math.max(0, ...found.map((rows) => rows.length))
  const interleaved = Array.from({ length: longest }, (_, index) =>
    found.flatMap((rows) => rows[index] ?? []),
  ).flat()
  const exact = interleaved.filter(({ CODE }) => codes.includes(CODE))
  return [...exact, ...interleaved.filter((row) => !exact.includes(row))].slice(0, maxRows)
}
