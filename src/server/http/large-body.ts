import type { FastifyReply, FastifyRequest } from 'fastify'
import { label } from '#kernel/label.ts'
import { AppError, forbidden } from '#server/base/app-error.ts'
import type { SignedContext } from './context.ts'
import { endOfText } from './sliced-json.ts'

/** Longer bodies are read only for callers permitted to send them. */
export const maxSmallBody = 64 * 1024
/** Default body limit of routes that require a login, in bytes. */
export const signedBodyLimit = 1024 * 1024

export interface BodyHead {
  /** The first bytes of the body. */
  readonly text: string
  /** Declared length in bytes, Infinity if the caller did not declare one. */
  readonly bytes: number
}

type AdmitBody = (head: BodyHead) => Promise<void>

const admissions = new WeakMap<FastifyRequest, AdmitBody>()

export function admitLargeBody(request: FastifyRequest, admit: AdmitBody): void {
  admissions.set(request, admit)
}

/** Throws AppError if the caller must not send more than `maxSmallBody`. */
export async function rejectLargeBody(request: FastifyRequest, head: Buffer): Promise<void> {
  const bytes = Number(request.headers['content-length'] ?? Infinity)
  await admissions.get(request)?.({ text: head.toString(), bytes })
}

const maxPerUser = 2
const maxInFlight = 8
const inFlight = new Map<string, number>()

/** Reserves memory for a large body until the request ends. Throws AppError 429 or 503. */
export function reserveLargeBody(userId: string, { raw }: FastifyReply): void {
  const own = inFlight.get(userId) ?? 0
  if (own >= maxPerUser) throw new AppError(429, 'BODY_BUSY', tooManyBodies.own)
  if (inFlight.values().reduce((sum, count) => sum + count, 0) >= maxInFlight) {
    throw new AppError(503, 'BODY_BUSY', tooManyBodies.all)
  }
  inFlight.set(userId, own + 1)
  raw.once('close', () => {
    const remaining = (inFlight.get(userId) ?? 1) - 1
    if (remaining > 0) inFlight.set(userId, remaining)
    else inFlight.delete(userId)
  })
}

const tooManyBodies = {
  own: label(
    '보낸 큰 자료를 아직 처리하고 있습니다. 끝난 뒤에 다시 보내세요.',
    'Your previous large requests are still being processed. Send again when they are finished.',
  ),
  all: label(
    '큰 자료를 많이 처리하고 있습니다. 잠시 뒤에 다시 보내세요.',
    'Many large requests are being processed. Send again shortly.',
  ),
}

/** Throws AppError 403 for users who cannot export or print anything. */
export function assertCanExport({ session: { grants } }: SignedContext): void {
  const isExport = (granted: string) => /^(?:export|print)(?::|$)/.test(granted)
  const hasSomeExport = grants.menus.values().some((actions) => actions.values().some(isExport))
  if (!grants.all && !hasSomeExport) throw forbidden()
}

/**
 * Procedure of a save whose body is not read yet: the `x-procedure` header, or `PROCEDURE` at the
 * start of the body. Undefined if neither is there.
 */
export function peekProcedure(request: FastifyRequest, head: string): string | undefined {
  const named = request.headers['x-procedure']
  if (typeof named === 'string' && named !== '') return named
  let depth = 0
  for (let index = 0; index < head.length; index += 1) {
    const sign = head[index]
    if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    if (sign !== '"') continue
    const end = endOfText(head, index)
    if (end < 0) return undefined
    const isFound = depth === 1 && head.slice(index, end + 1) === '"PROCEDURE"'
    if (isFound) return /^\s*:\s*"([\w/-]{1,100})"/.exec(head.slice(end + 1, end + 200))?.[1]
    index = end
  }
  return undefined
}
