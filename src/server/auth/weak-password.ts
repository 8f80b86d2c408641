import { dictionary } from '@zxcvbn-ts/language-common'
import sql from 'sql-template-tag'
import { newPasswordError, withoutRuns } from '#areas/system/rules/password.ts'
import { label, type Label } from '#kernel/label.ts'
import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/base/app-error.ts'
import { koreanKeys, koreanWords } from './korean-words.ts'

/** About 49,000 passwords from published leaks, in lower case. */
const common = new Set(dictionary['passwords-common'])
/** Minimum length of a common password to be rejected with digits or symbols around it. */
const minCoreLength = 5
const productWords = ['warehouse', 'terminal', 'wms']
const minRestLength = 8

const tooCommonError = label(
  '널리 사용되어 추측하기 쉬운 비밀번호입니다. 앞뒤에 숫자나 기호만 붙여도 마찬가지이므로 다른 비밀번호를 입력하세요.',
  'This password is widely used and easy to guess, also with digits or symbols around it. Enter another one.',
)
const containsOwnNames = label(
  `회사·창고·화주·제품 이름이나 코드, 본인 아이디와 이름은 추측하기 쉽습니다. 이를 제외하고 ${minRestLength}자 이상 입력하세요.`,
  `Names and codes of the company, its warehouses, owners and this product, and your own ID and name are easy to guess. Without them, enter at least ${minRestLength} characters.`,
)

function isCommon(text: string): boolean {
  const plain = text.toLowerCase()
  const core = plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(plain) || (core.length >= minCoreLength && common.has(core))
}

const minWordLength = 4
const maxWordLength = 20
/** Number of random characters that a listed word counts as. */
const charactersPerWord = 3
const minCharacters = 10
const characterSubstitutes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const isListed = (word: string): boolean => common.has(word) || koreanWords.has(word)

/**
 * Length of the longest listed word at `index`, including words with letters replaced by similar
 * digits or symbols; 0 if none.
 */
function listedWordLength(text: string, at: number): number {
  for (
    let length = Math.min(maxWordLength, text.length - at);
    length >= minWordLength;
    length -= 1
  ) {
    const part = text.slice(at, at + length)
    if (!/\p{L}/u.test(part)) continue
    const shown = part.replaceAll(/[0134579@$!]/g, (sign) => characterSubstitutes[sign] ?? sign)
    if (isListed(part) || isListed(shown)) return length
  }
  return 0
}

/**
 * Number of random characters that a password is equivalent to. Words, adjacent keys and repeats
 * count less.
 */
function effectiveLength(password: string): number {
  const text = withoutRuns(password)
  let signs = 0
  for (let index = 0; index < text.length;) {
    const word = listedWordLength(text, index)
    signs += word > 0 ? charactersPerWord : 1
    index += Math.max(word, 1)
  }
  return signs
}

export function guessablePasswordError(password: string, userId: string): Label | undefined {
  const text = password.normalize('NFKC')
  return (
    newPasswordError(password, userId) ??
    (isCommon(text) || effectiveLength(text) < minCharacters ? tooCommonError : undefined)
  )
}

async function readSiteNames(db: Queryable, userId: string, userName: string): Promise<string[]> {
  const names = await db.query<{ name: string | null }>(sql`
    select unnest(array[corp_cd, corp_nm, english_nm]) "name" from corp
    union select unnest(array[wcode, warehouse_nm, location_nm]) from warehouse
    union select unnest(array[owner_cd, owner_nm]) from owner
    union select user_nm from app_user where user_id = ${userId}`)
  const ownWords = [...names.map((name) => name.name ?? ''), userId, userName, ...productWords]
  const words = ownWords.flatMap((text) => {
    const plain = text.normalize('NFKC').toLowerCase()
    const parts = [plain, ...plain.split(/[^\p{L}\p{N}]+/u)]
    return parts.flatMap((part) => [part, koreanKeys(part)])
  })
  return words
    .filter((word) => word.length >= (/^[ -~]*$/.test(word) ? 3 : 2))
    .toSorted((a, b) => b.length - a.length)
}

/**
 * Validates a new password: length and character classes, common passwords, and passwords made
 * mostly of site words. The error does not reveal the word because anyone can trigger it. Throws
 * AppError 422.
 */
export async function rejectWeakPassword(
  db: Queryable,
  password: string,
  { userId, userName = '' }: { readonly userId: string; readonly userName?: string },
): Promise<void> {
  const error = guessablePasswordError(password, userId)
  if (error) throw new AppError(422, 'PASSWORD_WEAK', error)
  let rest = password.normalize('NFKC').toLowerCase()
  for (const word of await readSiteNames(db, userId, userName)) rest = rest.replaceAll(word, ' ')
  const signs = Array.from(rest.replaceAll(/\s+/g, '')).length
  if (signs < minRestLength) throw new AppError(422, 'PASSWORD_WEAK', containsOwnNames)
}
