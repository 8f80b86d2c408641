import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'

const lengthMin = 3
const lengthMax = 20
const kinds = [/[A-Z]/, /[a-z]/, /[0-9]/, /[!@#$%^&*()_+\-=?]/]

const mixed = label(
  '비밀번호는 영문 대문자, 영문 소문자, 숫자, 특수문자(!@#$%^&*()_+-=?)를 각각 하나 이상 포함하여 3~20자로 입력해 주세요.',
  'The password must have 3 to 20 characters with at least one upper case letter, lower case letter, digit and special character (!@#$%^&*()_+-=?).',
)

/**
 * Error if a password violates spec §5: 3 to 20 characters with at least one upper case letter,
 * lower case letter, digit and special character of `!@#$%^&*()_+-=?`. Other characters are allowed
 * as well. Four kinds need four characters, so the minimum of 3 in the message is never sufficient.
 * The spec's own check always returns the message, which the spec calls an error. This one returns
 * it only for an invalid password.
 */
export function passwordError(password: string): Label | undefined {
  const { length } = Array.from(password)
  const isLong = length >= lengthMin && length <= lengthMax
  return isLong && kinds.every((kind) => kind.test(password)) ? undefined : mixed
}

/** From this length, length replaces character classes (NIST SP 800-63B-4). */
const phraseLengthMin = 15
const ownSignsMin = 8
const differentSignsMin = 5
/** Common words that add no strength to a password. */
const commonWords =
  /^(?:password|qwerty|warehouse|logistics|wms|admin|비밀번호|물류|창고|[\p{N}\p{P}\p{S}\p{Z}])*$/iu

const orPhrase = label(
  `${mixed.ko} ${phraseLengthMin}자 이상이면 문자 종류를 가리지 않습니다.`,
  `${mixed.en} A password of ${phraseLengthMin} characters or more needs no mix.`,
)
const guessable = label(
  `추측하기 쉬운 비밀번호입니다. 아이디와 흔한 단어를 제외하고 ${ownSignsMin}자 이상, 서로 다른 글자 ${formatCount(differentSignsMin)}개 이상이어야 합니다.`,
  `This password is easy to guess. Without your user ID and common words it needs ${ownSignsMin} characters, ${formatCount(differentSignsMin)} of them different.`,
)

function isGuessable(text: string, userId: string): boolean {
  const withoutId = userId === '' ? text : text.toLowerCase().replaceAll(userId.toLowerCase(), '')
  const differentSigns = new Set(Array.from(text)).size
  return (
    differentSigns < differentSignsMin ||
    Array.from(withoutId).length < ownSignsMin ||
    commonWords.test(text)
  )
}

/**
 * Error of a new password, checked in every form and on the server. It must have the four character
 * classes of the spec or be a phrase of at least 15 characters, and must not be easy to guess.
 */
export function newPasswordError(password: string, userId: string): Label | undefined {
  const text = password.normalize('NFKC')
  const isPhrase = Array.from(text).length >= phraseLengthMin
  if (!isPhrase && passwordError(text)) return orPhrase
  return isGuessable(text, userId) ? guessable : undefined
}
