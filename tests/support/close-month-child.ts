/**
 * Process that opens a store, which is either embedded in a folder or a PostgreSQL database at a
 * URL. Prints the state of the month and closes it for twenty owners. Kills itself with SIGKILL
 * before the n-th statement, as in a power failure. With 0 it closes the month and prints `done`,
 * or `refused` if the month was already closed.
 */
import sql from 'sql-template-tag'
import { closeMonth } from '#areas/billing/operations/months.ts'
import { handlers } from '#server/site/registry.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { AppError } from '#server/base/app-error.ts'
import { runProcedure } from '#server/engine/run-procedure.ts'

const [dataDir = '', url = '', key = '', killAt = '0'] = process.argv.slice(2)
let statements = 0

/** Counts statements and kills the process at the given number. */
function countStatements<T extends object>(target: T): T {
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name, of)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (['query', 'execute', 'later'].includes(String(name))) {
          statements += 1
          if (statements === Number(killAt)) process.kill(process.pid, 'SIGKILL')
        }
        return Reflect.apply(value, of, args) as unknown
      }
    },
  })
}

function countTransactions(db: Database): Database {
  return new Proxy(db, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name, of)
      if (name === 'transaction') {
        return (work: (tx: Transaction) => Promise<unknown>) =>
          of.transaction((tx) => work(countStatements(tx)))
      }
      return typeof value === 'function' ? (value.bind(of) as unknown) : value
    },
  })
}

const database = await openDatabase(url ? { url } : { dataDir, env: {} })
const [existing] = await database.query(sql`
  select (select count(*) from bill_month where state_cd = '30') closed,
    (select count(*) from invoice) invoices,
    (select count(*) from charge where cause_cd = 'LEAST') limits,
    (select coalesce(sum(total_amt), 0)::text from invoice) won`)
process.stdout.write(`standing ${JSON.stringify(existing)}\n`)
const handler = handlers.find(({ operation }) => operation === closeMonth)
if (!handler || !('run' in handler)) throw new Error('no handler closes months')
const caller = {
  userId: 'admin',
  scope: { wcode: 'W01', owners: null },
  language: 'ko' as const,
  today: '20260801',
}
const rows = Array.from({ length: 20 }, (_, n) => ({ OWNER_CD: `K${n}`, BILL_MONTH: '202606' }))
try {
  const request = { rows, idempotencyKey: key, dryRun: false }
  await runProcedure(countTransactions(database), handler, caller, request)
  process.stdout.write(`done ${statements}\n`)
} catch (error) {
  if (!(error instanceof AppError)) throw error
  process.stdout.write('refused\n')
}
await database.close()
