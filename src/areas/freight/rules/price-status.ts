import type { StatusOf } from '#kernel/status.ts'

/** Statuses of a price: only agreed prices are charged, drafts are tried. */
export const priceStatus = { draft: '10', agreed: '20' } as const

export type PriceStatus = StatusOf<typeof priceStatus>
