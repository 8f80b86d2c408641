import sql from 'sql-template-tag'
import { label } from '#kernel/label.ts'
import { findSiteKeyFingerprint, siteKeyFingerprint } from '#server/base/site-key.ts'
import { StoreOpenError, type Database } from './database.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Records the fingerprint of the site's key on the first start. Later, a server with another key
 * does not start, because neither it nor the other servers could decrypt each other's secrets. To
 * replace a lost key, set `REPLACE_SITE_KEY` to its fingerprint. Throws StoreOpenError.
 */
export async function checkSiteKey(db: Database, env: Environment): Promise<void> {
  const known = await recordedFingerprint(db)
  const site = known ?? (await recordFingerprint(db, siteKeyFingerprint(env)))
  const own = findSiteKeyFingerprint(env)
  if (own === site) return
  if (env['REPLACE_SITE_KEY'] !== site) throw otherKeyError(site, own)
  await db.execute(sql`
    update site_key set fingerprint = ${siteKeyFingerprint(env)} where fingerprint = ${site}`)
}

async function recordedFingerprint(db: Database): Promise<string | undefined> {
  const [row] = await db.query<{ fingerprint: string }>(sql`select fingerprint from site_key`)
  return row?.fingerprint
}

/** Records the key's fingerprint unless another server did so first. Returns the recorded one. */
async function recordFingerprint(db: Database, own: string): Promise<string> {
  await db.execute(sql`
    insert into site_key (fingerprint) values (${own}) on conflict do nothing`)
  return (await recordedFingerprint(db)) ?? own
}

function otherKeyError(site: string, own: string | undefined): StoreOpenError {
  return new StoreOpenError(
    label(
      `이 서버의 키(SITE_KEY)가 사이트의 키와 달라서 시작하지 않았습니다(사이트 ${site}, 이 서버 ${own ?? '없음'}). 다른 서버와 같은 SITE_KEY를 지정하거나 그 서버의 site.key 파일을 DATA_DIR에 복사하십시오. 키를 잃어버렸으면 REPLACE_SITE_KEY=${site}를 지정해 한 번 시작한 뒤 저장된 외부 서비스의 비밀번호와 웹훅 키를 다시 입력하십시오.`,
      `Not started: the key of this server (SITE_KEY) is not the site's (site ${site}, this server ${own ?? 'none'}). Use the same SITE_KEY as the other servers, or copy their site.key into DATA_DIR. If the key is lost, start once with REPLACE_SITE_KEY=${site}, then enter the stored secrets of other services and webhooks again.`,
    ),
  )
}
