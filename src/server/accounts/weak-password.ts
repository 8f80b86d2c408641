import { label } from '#kernel/label.ts'
import { AppError } from '#server/engine/app-error.ts'

const lengthMin = 15
/** Words of a password that say nothing because everybody here would try them. */
const known =
  /^(?:password|qwerty|warehouse|logistics|wms|admin|비밀번호|물류|창고|[\p{N}\p{P}\p{S}\p{Z}])*$/iu

/**
 * Refuses a new password that guessing would find: shorter than 15 characters (NIST SP 800-63B-4
 * for a password alone), one sign repeated, the user's own id, or nothing but words everybody tries.
 * Throws AppError 422.
 */
export function refuseWeakPassword(password: string, userId: string): void {
  const text = password.normalize('NFKC')
  const signs = Array.from(text)
  const withoutId = text.toLowerCase().replaceAll(userId, '')
  const isWeak =
    signs.length < lengthMin || new Set(signs).size < 5 || withoutId.length < 8 || known.test(text)
  if (!isWeak) return
  throw new AppError(
    422,
    'PASSWORD_WEAK',
    label(
      `비밀번호는 ${lengthMin}자 이상이어야 하고, 아이디나 흔한 단어만으로 만들 수 없습니다. 여러 단어를 이어 쓰면 좋습니다.`,
      `A password has at least ${lengthMin} characters and is more than your id or common words; a few words do well.`,
    ),
  )
}
