import { z } from 'zod'
import type { QueryHandler } from '#server/engine/handler.ts'
import { applyGrouping } from '#server/engine/summary.ts'
import { filtersBody } from './filters-body.ts'

const name = z.string().max(60)
const names = z.array(name).max(50)
const key = z
  .union([
    name,
    z.object({ COLUMN: name, PERIOD: z.enum(['day', 'week', 'month', 'quarter', 'year']) }),
  ])
  .transform((request) =>
    typeof request === 'string'
      ? { column: request }
      : { column: request.COLUMN, period: request.PERIOD },
  )
const value = z.union([z.string().max(20_000), z.number(), z.null()])

export const groupBody = z
  .object({
    BY: z.array(key).max(12).default([]),
    SUMS: names.optional(),
    COUNTS: names.optional(),
    LEAST: names.optional(),
    MOST: names.optional(),
    RATIOS: z
      .array(z.object({ OF: name, TO: name }))
      .max(20)
      .optional(),
    ZEROS: z.enum(['Y', 'N']).optional(),
    FILTERS: filtersBody,
    ACROSS: z
      .object({ KEY: key, VALUES: z.array(z.union([name, z.null()])).max(1000), MEASURES: names })
      .optional(),
    COMPARE: z
      .object({
        SEARCH: z.record(name, value),
        SHIFT: z
          .object({ COUNT: z.int().min(-10_000).max(10_000), UNIT: z.enum(['day', 'month']) })
          .optional(),
      })
      .optional(),
  })
  .optional()

/** Returns the query, grouped if requested. Throws AppError GROUP_INVALID. */
export function groupQuery(
  handler: QueryHandler,
  request: z.infer<typeof groupBody>,
): QueryHandler {
  if (!request) return handler
  const { ACROSS, COMPARE } = request
  const shift = COMPARE?.SHIFT && { count: COMPARE.SHIFT.COUNT, unit: COMPARE.SHIFT.UNIT }
  const group = {
    by: request.BY,
    sums: request.SUMS,
    counts: request.COUNTS,
    least: request.LEAST,
    most: request.MOST,
    ratios: request.RATIOS?.map(({ OF, TO }) => ({ of: OF, to: TO })),
    zeros: request.ZEROS && request.ZEROS === 'Y',
    across: ACROSS && { key: ACROSS.KEY, values: ACROSS.VALUES, measures: ACROSS.MEASURES },
    compare: COMPARE && { search: COMPARE.SEARCH, shift },
  }
  return applyGrouping(handler, group, request.FILTERS)
}
