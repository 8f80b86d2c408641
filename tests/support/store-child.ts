/**
 * Process that opens the embedded store in the given folder and writes one row after another into
 * `mark`. Prints `open`, then `ack <id>` for every commit, or `refused <message>`. With `hold` it
 * only opens the store. Exits when its standard input closes.
 */
import sql from 'sql-template-tag'
import { StoreOpenError } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'

const [dataDir = '', mode = 'hold', first = '1'] = process.argv.slice(2)

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function writeForever(): Promise<void> {
  const database = await openDatabase({ dataDir, env: {} })
  process.stdin.on('end', () => void database.close().then(() => process.exit(0)))
  process.stdin.resume()
  printLine('open')
  if (mode === 'hold') return
  await database.script('create table if not exists mark (id bigint primary key)')
  for (let id = Number(first); ; id += 1) {
    await database.transaction((tx) => tx.execute(sql`insert into mark (id) values (${id})`))
    printLine(`ack ${id}`)
  }
}

writeForever().catch((error: unknown) => {
  const isRefused = error instanceof StoreOpenError
  printLine(`${isRefused ? 'refused' : 'failed'} ${String(error).replaceAll('\n', ' ')}`)
  process.exit(isRefused ? 3 : 4)
})
