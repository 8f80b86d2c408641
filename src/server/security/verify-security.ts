import sql, { type Sql } from 'sql-template-tag'
import type { Queryable } from '#server/db/database.ts'

export interface SecurityFinding {
  readonly name: string
  readonly looked: number
  readonly breaches: readonly Record<string, unknown>[]
}

interface SecurityCheck {
  readonly name: string
  readonly looked: Sql
  readonly breaches: Sql
}

const checks: readonly SecurityCheck[] = [
  {
    name: 'every event of the security log is sealed, or waits to be',
    looked: sql`select count(*) n from security_event`,
    breaches: sql`
      select e.event_no from security_event e
      left join security_seal s using (event_no) left join security_queue q using (event_no)
      where (s.event_no is null) = (q.event_no is null)
      union all
      select q.event_no from security_queue q
      where not exists (select from security_event e where e.event_no = q.event_no)`,
  },
  {
    name: 'the chains of the security log are whole, and each seal fits its event',
    looked: sql`select count(*) n from security_seal`,
    breaches: sql`
      select s.class_cd, s.seal_no, s.event_no from security_seal s
      join security_head h using (class_cd)
      left join security_seal p on p.class_cd = s.class_cd and p.seal_no = s.seal_no - 1
      left join security_event e on e.event_no = s.event_no
      where s.hash is distinct from sha256(
        case when s.seal_no = h.base_no + 1 then h.base_hash else p.hash end || security_content(e))
      union all
      select h.class_cd, h.seal_no, null from security_head h
      where not exists (
        select from (
          select seal_no, hash from security_seal where class_cd = h.class_cd
          union all select h.base_no, h.base_hash order by seal_no desc limit 1) last
        where (last.seal_no, last.hash) = (h.seal_no, h.hash))`,
  },
  {
    name: 'what is missing from the security log was let go by a purge that said so',
    looked: sql`select count(*) n from security_head`,
    breaches: sql`
      select h.class_cd, h.base_no from security_head h where h.base_no > 0 and not exists (
        select from security_event e where e.kind_cd = 'PURGE' and e.detail = security_base(h))`,
  },
]

/**
 * Verifies the complete security log without writing. Returns no findings for a store of an earlier
 * version without a log.
 */
export async function verifySecurity(db: Queryable): Promise<SecurityFinding[]> {
  const [kept] = await db.query<{ is_kept: boolean }>(sql`
    select to_regclass('security_event') is not null is_kept`)
  if (!kept?.is_kept) return []
  const findings: SecurityFinding[] = []
  for (const { name, looked, breaches } of checks) {
    const [row] = await db.query<{ n: number }>(looked)
    const found = await db.query(sql`select * from (${breaches}) b limit 100`)
    findings.push({ name, looked: row?.n ?? 0, breaches: found })
  }
  return findings
}
