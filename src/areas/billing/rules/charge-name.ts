import type { Label } from '#kernel/label.ts'
import { freightCodeLists } from '#areas/freight/rules/code-lists.ts'
import { billingCodeLists } from './code-lists.ts'

const charges: Readonly<Record<string, Label>> = billingCodeLists.charge
const units: Readonly<Record<string, Label>> = freightCodeLists['price-unit']

export function chargeName(code: string): string {
  return charges[code]?.ko ?? code
}

export function unitName(code: string): string {
  return units[code]?.ko ?? code
}
