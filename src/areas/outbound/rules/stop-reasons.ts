import { label, type Label } from '#kernel/label.ts'

/** Reasons why allocated or picked stock must not pass the next step, most serious first. */
export const stopReasons = ['RECALL', 'EXPIRED', 'SHORT_LIFE', 'HELD', 'LOCKED'] as const

export type StopReason = (typeof stopReasons)[number]

export interface StoppedAllocation {
  readonly reason: StopReason
  readonly stock: string
  /** Empty if the stock has no lot. */
  readonly lot: string
  readonly cell: string
  /** Expiry date of expired or short-dated stock. */
  readonly valid?: string | null
  /** Earliest expiry date that the ship-to accepts. */
  readonly wanted?: string | null
  /** Number of the open recall, null for other hold rules. */
  readonly recall?: string | null
}

/** Error text: the stopped stock, the reason and the remedy. */
export function stopText(stop: StoppedAllocation): Label {
  const { reason, stock, lot, cell, valid, wanted, recall } = stop
  const item = lot === '' ? stock : `${stock} · ${lot}`
  if (recall) {
    return label(
      `${item}: 회수 대상입니다(${recall}). 분리 보관하고 관리자에게 알리세요.`,
      `${item} is under recall (${recall}). Set it aside and tell the supervisor.`,
    )
  }
  if (reason === 'RECALL') {
    return label(
      `${item}: 품목·로트 보류규칙으로 출고가 중지되었습니다. 피킹이나 할당을 취소하세요.`,
      `${item} is stopped by an item or lot hold rule. Cancel its pick or allocation.`,
    )
  }
  if (reason === 'EXPIRED') {
    return label(
      `${item}: 유통기한이 지났습니다(${valid}). 피킹이나 할당을 취소하거나 관리자에게 허용을 요청하세요.`,
      `${item} expired on ${valid}. Cancel its pick or allocation, or ask the administrator to permit it.`,
    )
  }
  if (reason === 'SHORT_LIFE') {
    return label(
      `${item}: 배송처의 잔여유통일 기준에 미달합니다(${valid}, 기준 ${wanted}). 피킹이나 할당을 취소하거나 관리자에게 허용을 요청하세요.`,
      `${item} expires on ${valid}; the ship-to requires ${wanted} or later. Cancel its pick or allocation, or ask the administrator to permit it.`,
    )
  }
  if (reason === 'LOCKED') {
    return label(
      `${item}: 셀·존이 잠겨 있습니다(${cell}). 잠금을 해제하거나 할당을 취소하세요.`,
      `${item} is in cell ${cell}, which is locked or in a locked zone. Unlock it, or cancel the allocation.`,
    )
  }
  return label(
    `${item}: 셀·존 보류규칙이 적용 중입니다(${cell}). 규칙을 종료하거나 피킹·할당을 취소하세요.`,
    `${item} is held by a rule of cell ${cell} or its zone. End the rule, or cancel the pick or allocation.`,
  )
}
