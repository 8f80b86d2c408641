import type { Label } from '#kernel/label.ts'
import { freightCodeLists } from '#areas/freight/rules/code-lists.ts'
import { billingCodeLists } from './code-lists.ts'

const charges: Readonly<Record<string, Label>> = billingCodeLists.charge
const unitNames: Readonly<Record<string, Label>> = freightCodeLists['price-unit']

const kinds: Readonly<Record<string, Label>> = billingCodeLists['invoice-line-kind']

export function chargeName(code: string): string {
  return charges[code]?.ko ?? code
}

export function unitName(code: string): string {
  return unitNames[code]?.ko ?? code
}

/** Name of an invoice line: its charge, and its kind unless it is the work itself. */
export function lineName(charge: string, kind: string | null): string {
  const name = kind === null || kind === 'WORK' ? undefined : kinds[kind]?.ko
  return name ? `${chargeName(charge)} ${name}` : chargeName(charge)
}
