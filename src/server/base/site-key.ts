import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Key that encrypts stored secrets of other services: `SITE_KEY`, or a file in `DATA_DIR` that is
 * created once. The file is not part of database backups.
 */
function siteKey(env: Environment = process.env): Buffer {
  const found = findSiteKey(env)
  if (found) return found
  const created = randomBytes(32)
  mkdirSync(keyFolder(env), { recursive: true })
  // `wx`: if two processes create the file at the same time, the second one fails and reads it on
  // its next call.
  writeFileSync(keyFile(env), created.toString('hex'), { mode: 0o600, flag: 'wx' })
  return created
}

const keyFolder = (env: Environment) => env['DATA_DIR'] ?? 'data'
const keyFile = (env: Environment) => join(keyFolder(env), 'site.key')

function findSiteKey(env: Environment): Buffer | undefined {
  const given = env['SITE_KEY']
  if (given) return createHash('sha256').update(given).digest()
  try {
    return Buffer.from(readFileSync(keyFile(env), 'utf8').trim(), 'hex')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    return undefined
  }
}

const fingerprint = (key: Buffer) =>
  createHmac('sha256', key).update('fingerprint of the site key').digest('hex').slice(0, 16)

/** Identifies the site's key without revealing it. Creates the key if there is none. */
export function siteKeyFingerprint(env: Environment): string {
  return fingerprint(siteKey(env))
}

/** Like `siteKeyFingerprint`, but undefined if there is no key. */
export function findSiteKeyFingerprint(env: Environment): string | undefined {
  const key = findSiteKey(env)
  return key && fingerprint(key)
}

/** Signs a text with the site's key (HMAC-SHA-256). */
export function signature(text: string): string {
  return createHmac('sha256', siteKey()).update(text).digest('hex')
}

/** Encrypts a secret (AES-256-GCM). The result differs on every call. */
export function sealSecret(secret: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', siteKey(), nonce)
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** Decrypts a sealed secret. Throws if it was tampered with or sealed with another key. */
export function openSecret(sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const cipher = createDecipheriv('aes-256-gcm', siteKey(), bytes.subarray(0, 12))
  cipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8')
}
