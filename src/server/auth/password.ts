import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'

// OWASP's second recommended setting: 32 MiB a hash, so that a small site can log in at once.
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }
const keyLength = 32

let running = 0
const waiting: (() => void)[] = []

/** Hashes are slow on purpose; running many at once would turn a login storm into a memory storm. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= availableParallelism()) await new Promise<void>((go) => waiting.push(go))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, keyLength, cost, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
}

/** `scrypt$<salt>$<hash>`, both base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt)
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`
}

/** Takes as long for an unknown user as for a known one: pass `undefined` for no hash. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, salt = '', expected = ''] = (hash ?? '').split('$')
  const key = await derive(password, salt ? Buffer.from(salt, 'base64') : Buffer.alloc(16))
  const wanted = Buffer.from(expected, 'base64')
  return wanted.length === key.length && timingSafeEqual(wanted, key)
}

const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A first password that can be read out on the telephone: 20 characters, about 115 bits. */
export function generatePassword(): string {
  const letter = () => letters[randomInt(letters.length)] ?? 'x'
  return Array.from({ length: 4 }, () => Array.from({ length: 5 }, letter).join('')).join('-')
}
