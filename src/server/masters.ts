import {
  followScript,
  leaveScript,
  publishScript,
  readMastersState,
} from './db/replicated-masters.ts'
import { openStore } from './db/open-store.ts'

// `npm run masters -- publish ROLE`, `-- follow NAME CONNECTION`, `-- leave`: prints SQL for psql,
// because only a superuser can subscribe. `-- check` reads the database of DATABASE_URL.
const [action, name, connection] = process.argv.slice(2)

async function check(): Promise<void> {
  const db = await openStore(process.env)
  try {
    const { isFollowing, waiting, missing } = await readMastersState(db)
    if (!isFollowing) console.log('✗ the masters of this database are its own')
    for (const table of waiting) console.log(`✗ ${table} has not arrived yet`)
    for (const table of missing)
      console.log(`✗ ${table.name}: ${table.rows} rows without their master`)
    const isComplete = isFollowing && waiting.length === 0 && missing.length === 0
    if (isComplete) console.log('✓ all masters have arrived')
    process.exitCode = isComplete ? 0 : 1
  } finally {
    await db.close()
  }
}

if (action === 'publish' && name) process.stdout.write(publishScript(name))
else if (action === 'follow' && name && connection)
  process.stdout.write(followScript(name, connection))
else if (action === 'leave') process.stdout.write(leaveScript())
else if (action === 'check') await check()
else {
  console.error('npm run masters -- publish ROLE | follow NAME CONNECTION | leave | check')
  process.exit(2)
}
