import { label, type Label } from '#kernel/label.ts'

/**
 * Error for a user id (spec §5): letters, digits and extra characters, by default underscore,
 * hyphen and dot. Letters are ASCII, which every keyboard at the site can type at login. An empty
 * id is left to the required rule.
 */
export function userIdError(userId: string, extraCharacters = '_-.'): Label | undefined {
  const isPermitted = (character: string) =>
    /^[A-Za-z0-9]$/.test(character) || extraCharacters.includes(character)
  if (Array.from(userId).every(isPermitted)) return undefined
  const characterList = Array.from(extraCharacters).join(' ')
  const [ko, en] =
    characterList === '' ? ['', ''] : [`, 특수문자(${characterList})`, ` and ${characterList}`]
  return label(
    `아이디는 영문자, 숫자${ko}만 사용할 수 있습니다.`,
    `Only letters, digits${en} can be used in a user ID.`,
  )
}

const minLength = 3
const maxLength = 50

export function newUserIdError(userId: string): Label | undefined {
  const signs = userIdError(userId)
  if (signs) return signs
  if (userId.length >= minLength && userId.length <= maxLength) return undefined
  return label(
    `아이디는 ${minLength}~${maxLength}자로 입력하세요.`,
    `A user ID must have ${minLength} to ${maxLength} characters.`,
  )
}
