/** Tables that grow with every day of work. A statement that reads all their rows takes minutes. */
const growingTables = [
  'allocation',
  'attached_file',
  'audit_log',
  'charge',
  'check_record',
  'event_log',
  'flow_day',
  'idempotency',
  'inventory_work',
  'job',
  'ledger_seal',
  'pick_record',
  'receipt',
  'receipt_line',
  'security_event',
  'shipment',
  'shipment_line',
  'stock_balance',
  'stock_day',
  'stock_movement',
  'stored_chunk',
  'stored_file',
]

interface LongLock {
  readonly table: string
  readonly statement: string
}

const patterns: readonly (readonly [RegExp, string])[] = [
  [/^create (?:unique )?index (?:\w+ )?on (\w+)/, 'create index'],
  [/^update (\w+)/, 'update'],
  [/^delete from (\w+)/, 'delete'],
  [/^alter table (\w+) .*\badd constraint (?!.*\bnot valid\b)/, 'add constraint'],
  [/^alter table (\w+) .*\badd (?!constraint\b|foreign\b)[^,]*\bcheck ?\(/, 'add check'],
  [/^alter table (\w+) .*\balter (?:column )?\w+ (?:set data )?type\b/, 'alter type'],
  [/^alter table (\w+) .*\balter (?:column )?\w+ set not null\b/, 'set not null'],
  [/^alter table (\w+) .*\bgenerated always as\b.*\bstored\b/, 'add stored column'],
  [
    /^alter table (\w+) .*\bdefault (?:gen_random_uuid|clock_timestamp|random|nextval)\b/,
    'default',
  ],
]

/**
 * Statements of a migration that hold a lock on a growing table while they read or write all of its
 * rows. Tables the migration creates itself are empty.
 */
export function findLongLocks(script: string): LongLock[] {
  const text = script
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
  const created = new Set([...text.matchAll(/create table (\w+)/g)].map(([, name]) => name))
  const statements = text.split(';').map((part) => part.replaceAll(/\s+/g, ' ').trim())
  return statements.flatMap((statement) =>
    patterns.flatMap(([pattern, name]) => {
      const table = pattern.exec(statement.replace(/ only | if exists /, ' '))?.[1] ?? ''
      const isLong = growingTables.includes(table) && !created.has(table)
      return isLong ? [{ table, statement: name }] : []
    }),
  )
}
