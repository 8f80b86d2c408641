import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { label } from '#kernel/label.ts'
import { AppError } from '#server/base/app-error.ts'
import { FairQueue } from '#server/base/fair-queue.ts'

/** scrypt parameters: 128 × r × 2^ln bytes of memory, repeated p times. */
export interface HashCost {
  readonly ln: number
  readonly r: number
  readonly p: number
}

// OWASP's second recommended setting. 32 MiB per hash lets all users of a small site log in at the
// same time.
const defaultCost: HashCost = { ln: 15, r: 8, p: 3 }
const keyLength = 32
const maxmem = 64 * 1024 * 1024

/**
 * Hashing is slow by design. Limiting concurrency prevents a login storm from exhausting memory and
 * leaves a pool thread free for file access. Attempts from one address do not delay the others.
 */
const hashQueue = new FairQueue({
  running: Math.min(availableParallelism(), 3),
  waiting: 24,
  overloadError: () =>
    new AppError(
      503,
      'LOGIN_BUSY',
      label(
        '로그인 요청이 많아 로그인하지 못했습니다. 잠시 뒤 다시 시도하세요.',
        'Too many login requests at the moment. Try again shortly.',
      ),
    ),
})

function deriveHash(
  password: string,
  salt: Buffer,
  { ln, r, p }: HashCost,
  who: string,
): Promise<Buffer> {
  const cost = { N: 2 ** ln, r, p, maxmem }
  return hashQueue.run(
    who,
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, keyLength, cost, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
}

/**
 * Returns `scrypt$ln=15,r=8,p=3$<salt>$<hash>`, the last two in base64. The hash contains its cost,
 * so the default can be raised while old hashes stay valid. `who` is the key for fair queueing.
 */
export async function hashPassword(
  password: string,
  cost = defaultCost,
  who = '',
): Promise<string> {
  const salt = randomBytes(16)
  const key = await deriveHash(password, salt, cost, who)
  const costText = `ln=${cost.ln},r=${cost.r},p=${cost.p}`
  return `scrypt$${costText}$${salt.toString('base64')}$${key.toString('base64')}`
}

/** Parses the cost of a hash. The first version stored no cost and used the default. */
function hashCost(costText: string | undefined): HashCost {
  const [, ln, r, p] = /^ln=(\d+),r=(\d+),p=(\d+)$/.exec(costText ?? '') ?? []
  return ln === undefined ? defaultCost : { ln: Number(ln), r: Number(r), p: Number(p) }
}

/**
 * Compares a password with a hash. Pass `undefined` for an unknown user: it takes the same time.
 */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  who = '',
): Promise<boolean> {
  const [expected = '', salt = '', costText] = (hash ?? '').split('$').slice(1).toReversed()
  const from = salt ? Buffer.from(salt, 'base64') : Buffer.alloc(16)
  const key = await deriveHash(password, from, hashCost(costText), who)
  const wanted = Buffer.from(expected, 'base64')
  return wanted.length === key.length && timingSafeEqual(wanted, key)
}

const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/**
 * Generates an initial password that can be read out over the phone: 20 characters, about 115 bits.
 */
export function generatePassword(): string {
  const letter = () => letters[randomInt(letters.length)] ?? 'x'
  return Array.from({ length: 4 }, () => Array.from({ length: 5 }, letter).join('')).join('-')
}
