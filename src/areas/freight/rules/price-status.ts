import type { StatusOf } from '#kernel/status.ts'

/** Price statuses. Only agreed prices are charged; drafts are used for trials. */
export const priceStatus = { draft: '10', agreed: '20' } as const

export type PriceStatus = StatusOf<typeof priceStatus>
