import { bizNo, isBizNo, writtenBizNo } from '#areas/system/rules/biz-no.ts'
import type { Label } from '#kernel/label.ts'

/** What is wrong with a business registration number, with its hyphens or without. */
export function businessNumberFault(text: string): Label | undefined {
  return isBizNo(writtenBizNo(text)) ? undefined : bizNo.text
}
