import { z } from 'zod'
import { filterOperators } from '#server/engine/filter-sql.ts'

const value = z.union([z.string().max(20_000), z.number(), z.null()])

export const filtersBody = z
  .array(
    z.object({
      COLUMN: z.string().max(60),
      OPERATOR: z.enum(filterOperators),
      VALUES: z.array(value).max(1000),
    }),
  )
  .max(50)
  .default([])
