import { label, type Label } from '#kernel/label.ts'

/**
 * What is wrong with a user id (spec §5): letters, digits and a permitted set of extra characters,
 * by default underscore, hyphen and dot. Letters are those of ASCII, which every keyboard of the
 * house can type at login. Empty is the required rule's concern.
 */
export function userIdFault(userId: string, extraCharacters = '_-.'): Label | undefined {
  const isPermitted = (each: string) => /^[A-Za-z0-9]$/.test(each) || extraCharacters.includes(each)
  if (Array.from(userId).every(isPermitted)) return undefined
  const listed = Array.from(extraCharacters).join(' ')
  const [ko, en] = listed === '' ? ['', ''] : [`, 특수문자(${listed})`, ` and ${listed}`]
  return label(
    `아이디는 영문자, 숫자${ko}만 사용할 수 있습니다.`,
    `Only letters, digits${en} can be used in a user ID.`,
  )
}

const lengthMin = 3
const lengthMax = 50

/** What is wrong with an id somebody asks for: its signs, then its length. */
export function newUserIdFault(userId: string): Label | undefined {
  const signs = userIdFault(userId)
  if (signs) return signs
  if (userId.length >= lengthMin && userId.length <= lengthMax) return undefined
  return label(
    `아이디는 ${lengthMin}~${lengthMax}자로 입력하세요.`,
    `A user ID must have ${lengthMin} to ${lengthMax} characters.`,
  )
}
