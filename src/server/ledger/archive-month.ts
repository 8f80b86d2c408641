import path from 'node:path'
import sql, { type Sql } from 'sql-template-tag'
import { label, type Label } from '#kernel/label.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { readArchive, writeArchive, type ArchivedFile, type ChainHead } from './archive-file.ts'
import { findArchiveObstacle } from './archive-obstacle.ts'

/** Seals per anchor: each anchor is verified in one statement. */
const anchorSeals = 10_000
const pageRows = 2_000

/** Reason why a month was not archived. The database is unchanged. */
export class ArchiveRefusedError extends Error {
  readonly text: Label

  constructor(text: Label) {
    super(text.en)
    this.text = text
  }
}

export interface ArchivedMonth {
  readonly folder: string
  readonly files: Readonly<Record<string, ArchivedFile>>
  readonly head: ChainHead
}

interface Span {
  readonly month: string
  readonly base: ChainHead
  readonly head: ChainHead
  /** Last change of the month in `audit_log`. */
  readonly auditNo: number
}

const monthEnd = (month: string): Sql => sql`
  ((${`${month}01`}::date + interval '1 month')::timestamp at time zone 'Asia/Seoul')`

/**
 * Finds the seals and changes to archive with a month. The seals end before the first one of a
 * later movement: a movement of the month with a later seal is archived with the next month.
 */
async function findSpan(db: Queryable, month: string): Promise<Span> {
  const [row] = await db.query<{
    base_no: number
    base: string
    head_no: number
    head: string
    audit_no: number
  }>(sql`
    with base as (
      select seal_no, hash from ledger_anchor
      union all values (0::bigint, ''::bytea) order by seal_no desc limit 1),
    cut as (
      select s.seal_no, s.hash from ledger_seal s
      where s.seal_no < coalesce((select min(l.seal_no) from ledger_seal l
        join stock_movement m using (movement_no) where m.posted_at >= ${monthEnd(month)}),
        9223372036854775807)
      union all select seal_no, hash from base order by seal_no desc limit 1)
    select base.seal_no base_no, encode(base.hash, 'hex') base, cut.seal_no head_no,
      encode(cut.hash, 'hex') head,
      coalesce((select min(audit_no) - 1 from audit_log where done_at >= ${monthEnd(month)}),
        (select max(audit_no) from audit_log), 0) audit_no
    from base cross join cut`)
  if (!row) throw new Error('the chain has no head')
  return {
    month,
    base: { sealNo: row.base_no, hash: row.base },
    head: { sealNo: row.head_no, hash: row.head },
    auditNo: row.audit_no,
  }
}

async function* readPages(
  tx: Transaction,
  first: number,
  page: (after: number) => Sql,
): AsyncGenerator<string[]> {
  for (let after = first; ;) {
    const rows = await tx.query<{ no: number; line: string }>(page(after))
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ line }) => line)
    after = last.no
  }
}

const sealedPage = (upTo: number) => (after: number) =>
  sql`
  select s.seal_no "no", json_build_array(s.seal_no, encode(s.hash, 'hex'),
    convert_from(movement_content(m), 'UTF8'), row_to_json(m))::text line
  from ledger_seal s join stock_movement m using (movement_no)
  where s.seal_no > ${after}::bigint and s.seal_no <= ${upTo}::bigint
  order by s.seal_no limit ${pageRows}`

const auditPage = (upTo: number) => (after: number) =>
  sql`
  select a.audit_no "no", json_build_array(row_to_json(a))::text line from audit_log a
  where a.audit_no > ${after}::bigint and a.audit_no <= ${upTo}::bigint
  order by a.audit_no limit ${pageRows}`

async function writeFiles(db: Database, month: string, folder: string) {
  return db.transaction(
    async (tx) => {
      await tx.script('set transaction isolation level repeatable read')
      const span = await findSpan(tx, month)
      const { base, head, auditNo } = span
      const movements = readPages(tx, base.sealNo, sealedPage(head.sealNo))
      const files = {
        stock_movement: await writeArchive(
          folder,
          { table: 'stock_movement', month, base },
          movements,
          head,
        ),
        audit_log: await writeArchive(
          folder,
          { table: 'audit_log', month },
          readPages(tx, 0, auditPage(auditNo)),
        ),
      }
      return { span, files }
    },
    { readOnly: true },
  )
}

/** Reads the written files from the disk and compares them with the chain of the database. */
async function checkFiles(
  folder: string,
  span: Span,
  files: Readonly<Record<string, ArchivedFile>>,
): Promise<void> {
  for (const { name, rows, sha256 } of Object.values(files)) {
    const read = await readArchive(path.join(folder, name))
    const isRight = read.rows === rows && read.sha256 === sha256
    if (!isRight) throw new Error(`${name} differs from what was written`)
  }
  const missing = span.head.sealNo - span.base.sealNo - (files['stock_movement']?.rows ?? 0)
  if (missing !== 0) throw new Error(`${missing} seals have no movement`)
}

/** Keeps an anchor for every 10,000 seals and the seals that are out of order. */
async function addAnchors(tx: Transaction, upTo: number): Promise<void> {
  await tx.execute(sql`
    insert into ledger_late (movement_no, seal_no)
    select movement_no, seal_no from (
      select seal_no, movement_no, max(movement_no) over (order by seal_no
        rows between unbounded preceding and 1 preceding) before
      from ledger_seal where seal_no <= ${upTo}::bigint) s
    where movement_no < greatest(before, (select max(movement_no) from ledger_anchor))`)
  await tx.execute(sql`
    with base as (
      select seal_no, hash, movement_no from ledger_anchor
      union all values (0::bigint, ''::bytea, 0::bigint) order by seal_no desc limit 1),
    running as (
      select s.seal_no, s.hash, greatest(base.movement_no,
        max(s.movement_no) over (order by s.seal_no)) movement_no, s.seal_no - base.seal_no place
      from ledger_seal s cross join base where s.seal_no <= ${upTo}::bigint),
    kept as (
      select * from running where place % ${anchorSeals} = 0 or seal_no = ${upTo}::bigint)
    insert into ledger_anchor
      (seal_no, base_seal_no, hash, base_hash, movement_no, base_movement_no)
    select k.seal_no, lag(k.seal_no, 1, base.seal_no) over o, k.hash,
      lag(k.hash, 1, base.hash) over o, k.movement_no,
      lag(k.movement_no, 1, base.movement_no) over o
    from kept k cross join base window o as (order by k.seal_no) order by k.seal_no`)
}

async function removeRows(
  tx: Transaction,
  span: Span,
  files: Readonly<Record<string, ArchivedFile>>,
): Promise<void> {
  await tx.script('set local statement_timeout = 0; set local lock_timeout = 0')
  await tx.script('set local idle_in_transaction_session_timeout = 0')
  await tx.script('lock table ledger_archive in share row exclusive mode')
  const { month, base, head, auditNo } = span
  await addAnchors(tx, head.sealNo)
  // Fails if another process archived the month in the meantime.
  await tx.execute(sql`
    insert into ledger_archive (month, base_seal_no, seal_no, hash, files)
    values (${month}, ${base.sealNo}, ${head.sealNo}, decode(${head.hash}, 'hex'),
      ${JSON.stringify(files)}::jsonb)`)
  const seals = await tx.execute(sql`
    delete from ledger_seal where seal_no <= ${head.sealNo}::bigint`)
  const changes = await tx.execute(sql`
    delete from audit_log where audit_no <= ${auditNo}::bigint`)
  const written = [files['stock_movement']?.rows, files['audit_log']?.rows]
  if (seals !== written[0] || changes !== written[1]) {
    throw new Error(`${seals} seals and ${changes} changes, but written were ${written.join(', ')}`)
  }
  const [wrong] = await tx.query<{ seal_no: number }>(sql`
    select seal_no from ledger_anchor a where seal_no > ${base.sealNo}::bigint
      and hash is distinct from anchored_hash(a) limit 1`)
  if (wrong) throw new Error(`the movements do not give the archived seal ${wrong.seal_no}`)
}

/**
 * Archives a closed month (`YYYYMM`): writes its sealed movements and its changes to files,
 * verifies these, then removes the seals and changes in one transaction.
 * @throws ArchiveRefusedError with the reason if the month cannot be archived yet.
 */
export async function archiveMonth(
  db: Database,
  month: string,
  { folder, retainedMonths }: { readonly folder: string; readonly retainedMonths: number },
): Promise<ArchivedMonth> {
  const refusal = await findArchiveObstacle(db, month, retainedMonths)
  if (refusal) throw new ArchiveRefusedError(refusal)
  const { span, files } = await writeFiles(db, month, folder)
  await checkFiles(folder, span, files)
  await db.transaction((tx) => removeRows(tx, span, files))
  return { folder, files, head: span.head }
}

const retention = { setting: 'ARCHIVE_AFTER_MONTHS', least: 3, usual: 24 } as const

/** Reads the number of months that stay in the database. */
export function readRetainedMonths(env: Readonly<Record<string, string | undefined>>): number {
  const given = env[retention.setting] ?? ''
  const months = given === '' ? retention.usual : Number(given)
  if (Number.isInteger(months) && months >= retention.least) return months
  throw new ArchiveRefusedError(
    label(
      `${retention.setting} 값은 ${retention.least} 이상의 정수여야 합니다: ${given}`,
      `${retention.setting} must be a whole number of ${retention.least} or more: ${given}`,
    ),
  )
}
