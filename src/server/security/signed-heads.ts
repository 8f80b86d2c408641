import fs from 'node:fs'
import path from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Queryable } from '#server/db/database.ts'
import { signature } from '#server/base/site-key.ts'
import type { SecurityFinding } from './verify-security.ts'

/**
 * Last seal of each chain of the security log, signed with the site's key. The file is next to the
 * backups, where the owner of the database cannot change it.
 */
const fileName = 'security-heads.json'

const head = z.object({ chain: z.string(), seal: z.int(), hash: z.string(), signature: z.string() })
type SignedHead = z.infer<typeof head>

const signHead = ({ chain, seal, hash }: Omit<SignedHead, 'signature'>): string =>
  signature(`security head|${chain}|${seal}|${hash}`)

function readHeads(folder: string): readonly SignedHead[] {
  try {
    return z.array(head).parse(JSON.parse(fs.readFileSync(path.join(folder, fileName), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/**
 * Stores the current heads. Never replaces a head with an earlier one, which would hide a truncated
 * log.
 */
export async function signHeads(db: Queryable, folder: string): Promise<void> {
  const known = new Map(readHeads(folder).map((each) => [each.chain, each]))
  const now = await db.query<{ chain: string; seal: number; hash: string }>(sql`
    select class_cd chain, seal_no seal, encode(hash, 'hex') hash from security_head
    where seal_no > 0 order by class_cd`)
  const next = now.map((each): SignedHead => {
    const before = known.get(each.chain)
    return before && before.seal >= each.seal ? before : { ...each, signature: signHead(each) }
  })
  if (next.every((each) => known.get(each.chain) === each)) return
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, fileName)
  fs.writeFileSync(`${file}.part`, JSON.stringify(next), { mode: 0o600, flush: true })
  fs.renameSync(`${file}.part`, file)
}

/** Archives the heads after a restore, because the restored log ends at the time of the backup. */
export function archiveHeads(folder: string, at: string): void {
  const file = path.join(folder, fileName)
  if (fs.existsSync(file)) fs.renameSync(file, path.join(folder, `security-heads-${at}.json`))
}

/**
 * Compares the chains with the signed heads. This finds a truncated log, which the chain itself
 * cannot show.
 */
export async function verifyHeads(db: Queryable, folder: string): Promise<SecurityFinding> {
  const signed = readHeads(folder)
  const breaches = []
  for (const each of signed) {
    const isGenuine = signHead(each) === each.signature
    const [found] = await db.query<{ hash: string | null; is_purged: boolean }>(sql`
      select encode(s.hash, 'hex') hash, h.base_no >= ${each.seal}::bigint is_purged
      from security_head h left join security_seal s
        on s.class_cd = h.class_cd and s.seal_no = ${each.seal}::bigint
      where h.class_cd = ${each.chain}`)
    const isKept = found !== undefined && (found.is_purged || found.hash === each.hash)
    if (!isGenuine || !isKept) breaches.push({ chain: each.chain, seal: each.seal, isGenuine })
  }
  const name = 'the security log reaches the heads that the site signed'
  return { name, looked: signed.length, breaches }
}
