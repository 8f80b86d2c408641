import sql, { raw } from 'sql-template-tag'
import type { Queryable } from './database.ts'

/**
 * Tables that several databases share: the first one maintains them, others replicate them.
 * Referenced tables come first. Warehouses, cells, users, prices and holds belong to each database.
 */
export const replicatedMasters = [
  'code_group',
  'common_code',
  'hazard_pair',
  'owner',
  'owner_code_format',
  'owner_mapping',
  'supplier',
  'ship_to',
  'stock_group',
  'stock',
  'stock_unit',
  'stock_altcode',
  'stock_measure',
  'stock_moq',
  'return_policy',
] as const

const publication = 'wms_masters'
const guardTrigger = 'masters_replicated'

/** Row triggers of masters that write tables of their own database. */
const localTriggers = [
  ['owner', 'owner_logged'],
  ['stock', 'stock_logged'],
  ['supplier', 'supplier_logged'],
] as const

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** SQL for the first database: publishes the masters, readable for the role of the followers. */
export function publishScript(role: string): string {
  const tables = replicatedMasters.join(', ')
  return `do $$ begin
  if not exists (select from pg_publication where pubname = '${publication}') then
    create publication ${publication};
  end if;
end $$;
alter publication ${publication} set table ${tables};
grant select on ${tables} to ${quoteName(role)};
`
}

/**
 * SQL for a following database: stops following, so its masters can be edited again. Their rows
 * remain.
 */
export function leaveScript(): string {
  const tables = replicatedMasters.map(
    (table) => `drop trigger if exists ${guardTrigger} on ${table};`,
  )
  const local = localTriggers.map(([table, name]) => `alter table ${table} enable trigger ${name};`)
  return `drop subscription if exists ${publication};
${tables.join('\n')}
${local.join('\n')}
drop trigger if exists ${guardTrigger}_measure on stock_measure;
`
}

/**
 * SQL for a following database: replaces its masters by those of the first database and follows
 * their changes. For a superuser, while its servers are stopped.
 * @param slot name of the following database at the first one.
 */
export function followScript(slot: string, connection: string): string {
  const emptied = replicatedMasters.toReversed().map((table) => `delete from ${table};`)
  const guarded = replicatedMasters.map(
    (
      table,
    ) => `create trigger ${guardTrigger} before insert or update or delete or truncate on ${table}
  for each statement execute function refuse_replicated();`,
  )
  const local = localTriggers.map(
    ([table, name]) => `alter table ${table} enable always trigger ${name};`,
  )
  const how = `slot_name = ${quoteText(slot)}`
  return `${leaveScript()}begin;
set local session_replication_role = replica;
${emptied.join('\n')}
${guarded.join('\n')}
${local.join('\n')}
create trigger ${guardTrigger}_measure after insert or update on stock_measure
  for each row execute function tell_replicated_measure();
alter table stock_measure enable replica trigger ${guardTrigger}_measure;
commit;
create subscription ${publication} connection ${quoteText(connection)}
  publication ${publication} with (${how});
`
}

interface Reference extends Record<string, unknown> {
  child: string
  parent: string
  name: string
  joined: string
  given: string
}

export interface MastersState {
  readonly isFollowing: boolean
  /** Masters whose rows have not arrived yet. */
  readonly waiting: readonly string[]
  /** Foreign keys with rows whose master is missing, and how many. */
  readonly missing: readonly { readonly name: string; readonly rows: number }[]
}

/** Reads whether all masters have arrived and every row of this database finds its masters. */
export async function readMastersState(db: Queryable): Promise<MastersState> {
  const names = [...replicatedMasters]
  const states = await db.query<{ name: string; is_ready: boolean }>(sql`
    select r.srrelid::regclass::text "name", r.srsubstate = 'r' is_ready
    from pg_subscription_rel r where r.srrelid = any(${names}::text[]::regclass[]) order by 1`)
  const references = await db.query<Reference>(sql`
    select f.conname "name", f.conrelid::regclass::text child, f.confrelid::regclass::text parent,
      string_agg(format('p.%I = c.%I', pa.attname, ca.attname), ' and ') joined,
      string_agg(format('c.%I is not null', ca.attname), ' and ') given
    from pg_constraint f, unnest(f.conkey, f.confkey) k(child, parent)
    join pg_attribute ca on ca.attnum = k.child join pg_attribute pa on pa.attnum = k.parent
    where f.contype = 'f' and f.confrelid = any(${names}::text[]::regclass[])
      and ca.attrelid = f.conrelid and pa.attrelid = f.confrelid
    group by f.oid, f.conname, f.conrelid, f.confrelid order by 1`)
  const missing: { name: string; rows: number }[] = []
  for (const { name, child, parent, joined, given } of references) {
    const [row] = await db.query<{ n: number }>(sql`
      select count(*) n from ${raw(child)} c where ${raw(given)}
        and not exists (select from ${raw(parent)} p where ${raw(joined)})`)
    if (row && row.n > 0) missing.push({ name, rows: row.n })
  }
  return {
    isFollowing: states.length > 0,
    waiting: states.filter((state) => !state.is_ready).map(({ name }) => name),
    missing,
  }
}
