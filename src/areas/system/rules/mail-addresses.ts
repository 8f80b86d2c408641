import { emailError } from '#kernel/contact-text.ts'
import { formatCount } from '#kernel/format-count.ts'
import { josa } from '#kernel/josa.ts'
import { label, type Label } from '#kernel/label.ts'

/** Maximum number of recipients of a user's mail. */
const maxRecipients = 20

export function readAddresses(written: string): readonly string[] {
  const all = written.split(/[\s,;]+/).filter(Boolean)
  const lower = all.map((address) => address.toLowerCase())
  return all.filter((_, index) => lower.indexOf(lower[index] ?? '') === index)
}

export const notAnAddress = (wrong: string): Label =>
  label(
    `'${wrong}'${josa(wrong, '은/는')} 이메일 주소가 아닙니다. name@company.com 처럼 쉼표로 나누어 입력하세요.`,
    `'${wrong}' is not an email address. Enter addresses such as name@company.com, separated by commas.`,
  )

export function addressesError(written: string): Label | undefined {
  const addresses = readAddresses(written)
  const wrong = addresses.find((address) => emailError(address) !== undefined)
  if (wrong !== undefined) {
    return notAnAddress(wrong)
  }
  if (addresses.length <= maxRecipients) return undefined
  return label(
    `받는 사람은 ${formatCount(maxRecipients)}명까지 입력할 수 있습니다.`,
    `Enter at most ${formatCount(maxRecipients, 'recipient')}.`,
  )
}
