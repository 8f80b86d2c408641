import { label, type Label } from '#kernel/label.ts'

const placeholders = ['bookingNo', 'blNo', 'cntrNo'] as const

type SiteValues = Readonly<Partial<Record<(typeof placeholders)[number], string>>>

/**
 * Validation error for a carrier page URL, which must use https, without user info and with known
 * placeholders only.
 */
export function siteAddressError(address: string): Label | undefined {
  const plain = address.replaceAll(/\{(\w+)\}/g, 'x')
  if (!URL.canParse(plain) || !plain.startsWith('https://')) {
    return label('https:// 주소만 사용할 수 있습니다.', 'Only https:// addresses can be used.')
  }
  const { username, password } = new URL(plain)
  if (username || password || /[?&](?:pass(?:word|wd)?|pw|token)=/i.test(address)) {
    return label(
      '주소에 아이디·비밀번호를 입력할 수 없습니다.',
      'An address cannot contain a user ID or password.',
    )
  }
  const unknown = [...address.matchAll(/\{(\w+)\}/g)].find(
    ([, name]) => !placeholders.some((known) => known === name),
  )
  if (!unknown) return undefined
  return label(
    `${unknown[0]}: 사용할 수 있는 값은 ${placeholders.map((name) => `{${name}}`).join(' ')}입니다.`,
    `${unknown[0]}: you can use ${placeholders.map((name) => `{${name}}`).join(' ')}.`,
  )
}

export function siteAddress(address: string, values: SiteValues): string {
  return placeholders.reduce(
    (text, name) => text.replaceAll(`{${name}}`, encodeURIComponent(values[name] ?? '')),
    address,
  )
}
