import { z, type ZodType } from 'zod'
import { formatCount } from '#kernel/format-count.ts'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { timeSlices } from '#server/base/time-slices.ts'

interface LongList {
  readonly element: ZodType
  readonly min: number
  readonly max: number
}

const longLists = new WeakMap<object, LongList>()

/**
 * Array of a body, whose elements are validated one by one while other requests run. Stops at the
 * first invalid element.
 */
export function longListSchema<T>(
  element: ZodType<T>,
  { min = 0, max }: { readonly min?: number; readonly max: number },
): z.ZodType<T[]> {
  const list = z.custom<T[]>((given) => Array.isArray(given) && given.length >= min)
  longLists.set(list, { element, min, max })
  return list
}

/** Validates a body. Throws AppError 400 with the place of the first error. */
export async function readBody<B>(schema: ZodType<B>, given: unknown): Promise<B> {
  const parsed = schema.safeParse(given ?? {})
  if (!parsed.success) throw invalidBodyError(parsed.error.issues[0], [], given)
  if (!(schema instanceof z.ZodObject)) return parsed.data
  const body = parsed.data as Record<string, unknown>
  for (const [name, field] of Object.entries<ZodType>(schema.shape)) {
    const list = longLists.get(field instanceof z.ZodOptional ? (field.unwrap() as object) : field)
    const sent = body[name]
    if (list && Array.isArray(sent)) body[name] = await readList(name, sent, list)
  }
  return body as B
}

async function readList(
  name: string,
  sent: readonly unknown[],
  { element, max }: LongList,
): Promise<unknown[]> {
  if (sent.length > max) throw tooManyElementsError(name, sent.length, max)
  const pause = timeSlices()
  const read = []
  for (const [index, each] of sent.entries()) {
    const parsed = element.safeParse(each)
    if (!parsed.success) throw invalidBodyError(parsed.error.issues[0], [name, index], sent)
    read.push(parsed.data)
    const paused = pause()
    if (paused) await paused
  }
  return read
}

function invalidBodyError(
  issue: z.core.$ZodIssue | undefined,
  before: readonly PropertyKey[],
  given: unknown,
): AppError {
  const path = [...before, ...(issue?.path ?? [])]
  const where = path.join('.')
  if (issue?.code === 'too_big' && issue.origin === 'array' && before.length === 0) {
    return tooManyElementsError(where, countElements(given, path), Number(issue.maximum))
  }
  return new AppError(
    400,
    'BODY_INVALID',
    label(
      `요청 형식이 맞지 않습니다${where ? ` (${where})` : ''}.`,
      `The request is malformed (${where}).`,
    ),
  )
}

function tooManyElementsError(where: string, count: number, max: number): AppError {
  const text = label(
    `${formatCount(count)}건을 보냈습니다. 한 번에 ${formatCount(max)}건까지 보낼 수 있습니다(${where}). 나누어 보내세요.`,
    `${formatCount(count, 'row')} sent; one call takes up to ${formatCount(max)} (${where}). Send them in parts.`,
  )
  return new AppError(400, 'BODY_INVALID', text)
}

function countElements(given: unknown, path: readonly PropertyKey[]): number {
  let value = given
  for (const name of path) value = (value as Record<PropertyKey, unknown>)[name]
  return Array.isArray(value) ? value.length : 0
}
