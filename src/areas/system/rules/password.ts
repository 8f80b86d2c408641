import { formatCount } from '#kernel/format-count.ts'
import { label, type Label } from '#kernel/label.ts'

/**
 * Message of spec §5. The specified program shows it for every password, which the spec calls an
 * error. Here it starts the message for a password that is too short.
 */
export const specifiedPasswordText = label(
  '비밀번호는 영문 대문자, 영문 소문자, 숫자, 특수문자(!@#$%^&*()_+-=?)를 각각 하나 이상 포함하여 3~20자로 입력해 주세요.',
  'The password must have 3 to 20 characters with at least one upper case letter, lower case letter, digit and special character (!@#$%^&*()_+-=?).',
)

/** Length instead of character classes (NIST SP 800-63B-4, ASVS 6.2.5). */
const minNewLength = 12
const minOwnCharacters = 8
const minDistinctCharacters = 5
/** Common words that add no strength to a password. */
const commonWords =
  /^(?:password|qwerty|warehouse|logistics|company|name|wms|admin|비밀번호|물류|창고|회사|[\p{N}\p{P}\p{S}\p{Z}])*$/iu

const tooShortError = label(
  `${specifiedPasswordText.ko} 새 비밀번호는 ${minNewLength}자 이상이면 문자 종류를 가리지 않습니다.`,
  `${specifiedPasswordText.en} A new password of at least ${minNewLength} characters needs no mix of character types.`,
)
const guessableError = label(
  `추측하기 쉬운 비밀번호입니다. 아이디, 흔한 단어, 이어진 글쇠와 반복한 글자를 제외하고 ${minOwnCharacters}자 이상, 서로 다른 글자 ${formatCount(minDistinctCharacters)}개 이상이어야 합니다.`,
  `This password is easy to guess. Without your user ID, common words, adjacent keys and repeated characters it needs ${minOwnCharacters} characters, ${formatCount(minDistinctCharacters)} of them different.`,
)

const keyRows = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890']
const minRun = 4
const minRepeat = 3

function runLength(signs: readonly string[], start: number, step: -1 | 0 | 1): number {
  let length = 1
  while (start + length < signs.length) {
    const [current = '', next = ''] = [signs[start + length - 1], signs[start + length]]
    const follows = keyRows.some(
      (row) => row.includes(current) && row[row.indexOf(current) + step] === next,
    )
    if (step === 0 ? current !== next : !follows) break
    length += 1
  }
  return length
}

/** Shortens adjacent keys and repeated characters to one: `qwertyu1111!` → `q1!`. */
export function withoutRuns(text: string): string {
  const signs = Array.from(text.toLowerCase())
  const shortened: string[] = []
  for (let index = 0; index < signs.length;) {
    const run = Math.max(runLength(signs, index, 1), runLength(signs, index, -1))
    const repeat = runLength(signs, index, 0)
    shortened.push(signs[index] ?? '')
    index += Math.max(run >= minRun ? run : 1, repeat >= minRepeat ? repeat : 1)
  }
  return shortened.join('')
}

function isGuessable(text: string, userId: string): boolean {
  const plain = text.toLowerCase()
  const withoutId = userId === '' ? plain : plain.replaceAll(userId.toLowerCase(), '')
  const own = Array.from(withoutRuns(withoutId))
  return (
    new Set(own).size < minDistinctCharacters ||
    own.length < minOwnCharacters ||
    commonWords.test(text)
  )
}

/**
 * Error for a new password, used by every form and the server. Requires at least 12 characters of
 * any kind that are not easy to guess. The error for short passwords is the message of spec §5,
 * followed by the minimum length.
 */
export function newPasswordError(password: string, userId: string): Label | undefined {
  const text = password.normalize('NFKC')
  if (Array.from(text).length < minNewLength) return tooShortError
  return isGuessable(text, userId) ? guessableError : undefined
}
