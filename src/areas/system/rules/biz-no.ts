import type { TextPattern } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'

const weights = [1, 3, 7, 1, 3, 7, 1, 3, 5] as const

/**
 * Whether a text is a valid Korean business registration number such as `123-45-67890`. The last
 * digit is a check digit (사업자등록번호 검증: weights 1 3 7 1 3 7 1 3 5, plus the tens of the ninth
 * product).
 */
export function isBizNo(text: string): boolean {
  if (!/^[0-9]{3}-[0-9]{2}-[0-9]{5}$/.test(text)) return false
  const digits = Array.from(text.replaceAll('-', ''), Number)
  const sum = weights.reduce<number>((so, weight, index) => so + weight * (digits[index] ?? 0), 0)
  const carried = Math.floor(((digits[8] ?? 0) * 5) / 10)
  return (10 - ((sum + carried) % 10)) % 10 === digits[9]
}

export function formatBizNo(text: string): string {
  const digits = text.replaceAll(/[\s-]/g, '')
  if (!/^[0-9]{10}$/.test(digits)) return text
  return `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`
}

export const bizNo: TextPattern = {
  test: { test: isBizNo },
  normalize: formatBizNo,
  text: label(
    '사업자등록번호가 아닙니다. 123-45-67890 형식과 숫자를 확인하세요.',
    'Not a valid business registration number. Check the format 123-45-67890 and the digits.',
  ),
}
