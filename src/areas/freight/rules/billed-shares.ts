import type { PaidQuantity } from './freight-charge.ts'

/** Charge per house bill that is billed. `housePayer` is the key it is stored under. */
export interface BilledShare {
  readonly payer: string | null
  readonly housePayer: string | null
  readonly qty: string
  readonly is_typed: boolean
}

interface OpenShares {
  readonly open: readonly PaidQuantity[]
  /** Shares that were possibly billed to another payer, and are not charged. */
  readonly covered: readonly PaidQuantity[]
}

const sum = (parts: readonly { readonly qty: string }[]) =>
  parts.reduce((total, { qty }) => total + Number(qty), 0)

/**
 * Shares of an item per house bill to be charged, given those that are billed. A billed payer keeps
 * its charge. If a payer was billed for more bills than it has now, payers without a charge are not
 * charged: the same bills would be billed twice.
 */
export function openShares(
  shares: readonly PaidQuantity[],
  billed: readonly BilledShare[],
): OpenShares {
  const sharesOf = (payer: string | null) => shares.filter((share) => share.payer === payer)
  const isOverbilled = billed.some(
    ({ payer }) => sum(billed.filter((each) => each.payer === payer)) > sum(sharesOf(payer)),
  )
  const covered: PaidQuantity[] = []
  const open = shares.flatMap((share): PaidQuantity[] => {
    const own = billed.find(({ payer }) => payer === share.payer)
    if (own) return [{ ...share, housePayer: own.housePayer }]
    const holder = billed.find((each) => !each.is_typed && each.housePayer === share.housePayer)
    if (!isOverbilled) return [holder ? { ...share, housePayer: share.payer } : share]
    // A share in place of a billed charge is compared with it and never replaces it.
    if (holder && sharesOf(holder.payer).length === 0) return [share]
    covered.push(share)
    return []
  })
  return { open, covered }
}

/** Charge that a user typed. `housePayer` is the payer whose share it replaced when it was edited. */
export interface TypedShare {
  readonly size: string | null
  readonly payer: string | null
  readonly housePayer: string | null
}

/**
 * Whether a typed charge replaces a share of its item: that of its payer, or the booking's if its
 * payer has none.
 */
export function isReplaced(
  share: PaidQuantity,
  shares: readonly PaidQuantity[],
  typed: readonly TypedShare[],
): boolean {
  return typed.some(({ size, payer, housePayer }) => {
    if (size !== null && size !== share.size) return false
    if (payer === share.payer || housePayer === (share.payer ?? '')) return true
    const replacesBooking = housePayer === null && !shares.some((each) => each.payer === payer)
    return share.housePayer === null && replacesBooking
  })
}
