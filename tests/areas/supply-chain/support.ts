import { expect } from 'vitest'
import type { Value } from '#kernel/field.ts'
import type { TestUser } from '#tests/support/app.ts'
import { testDay, toRows } from '#tests/support/floor.ts'

export type Row = Record<string, Value>

const save = { IN: 'save-receipt-orders', OUT: 'save-shipment-orders' } as const

export async function createScmOrder(
  user: TestUser,
  kind: 'IN' | 'OUT',
  lines: readonly Row[],
  head: Row = {},
): Promise<string> {
  const rows = toRows({ REQUEST_DT: testDay, PRIORITY: 5, ...head }, lines)
  const response = await user.save(`supply-chain/${save[kind]}`, rows)
  expect(response.body.rows ?? [], response.body.message).toEqual([])
  expect(response.status).toBe(200)
  return String(response.body.data.rows[0]?.['SCM_NO'])
}

export function orderStep(user: TestUser, name: string, number: string, extra: Row = {}) {
  return user.save(`supply-chain/${name}`, [{ SCM_NO: number, ...extra }])
}

export async function orderNow(user: TestUser, number: string): Promise<Row> {
  const [row] = await user.query('supply-chain/orders', { SCM_NO: number })
  return row ?? {}
}

export function getOrderLines(user: TestUser, number: string): Promise<Row[]> {
  return user.query('supply-chain/order-lines', { SCM_NO: number })
}
