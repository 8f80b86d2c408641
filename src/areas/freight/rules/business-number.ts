import { bizNo, isBizNo, formatBizNo } from '#areas/system/rules/biz-no.ts'
import type { Label } from '#kernel/label.ts'

export function businessNumberError(text: string): Label | undefined {
  return isBizNo(formatBizNo(text)) ? undefined : bizNo.text
}
