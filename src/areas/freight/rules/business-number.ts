import { bizNo, isBizNo } from '#areas/system/rules/biz-no.ts'
import type { Label } from '#kernel/label.ts'

/** What is wrong with a business registration number, with its hyphens or without. */
export function businessNumberFault(text: string): Label | undefined {
  const digits = text.replaceAll(/[\s-]/g, '')
  const written = `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`
  return isBizNo(written) ? undefined : bizNo.text
}
