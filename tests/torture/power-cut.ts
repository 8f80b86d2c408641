import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL, fileURLToPath } from 'node:url'
import sql from 'sql-template-tag'
import { sealLedger } from '#areas/inventory/server/ledger-worker.ts'
import { verifyLedger } from '#areas/inventory/server/verify.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { Child } from '#tests/support/child.ts'

const preload = pathToFileURL(fileURLToPath(new URL('./shadow-preload.ts', import.meta.url))).href
const child = new URL('./power-child.ts', import.meta.url)
const pageBytes = 4096

export interface PowerCuts {
  readonly cuts: number
  readonly seed: number
  /** Simulates a disk that never syncs, to verify that losses are detected. */
  readonly broken?: boolean
}

export interface PowerResult {
  readonly acknowledged: number
  readonly lost: number
  readonly unopened: number
  readonly findings: readonly string[]
}

/** Park-Miller generator, which allows reproducing a run from its seed. */
function createRandom(seed: number): () => number {
  let state = (seed % 2147483646) + 1
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

function getFiles(folder: string, inside = ''): string[] {
  return fs.readdirSync(path.join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(inside, entry.name)
    return entry.isDirectory() ? getFiles(folder, name) : [name]
  })
}

/**
 * Computes the disk content after a power cut: all synced data, plus each later written page with
 * the given probability.
 */
function cutPowerOnFiles(real: string, shadow: string, chance: number, roll: () => number): void {
  for (const name of getFiles(real)) {
    const file = path.join(real, name)
    const kept = path.join(shadow, name)
    const written = fs.readFileSync(file)
    const synced = fs.existsSync(kept) ? fs.readFileSync(kept) : Buffer.alloc(0)
    if (synced.equals(written)) continue
    for (let index = 0; index < written.length; index += pageBytes) {
      const end = Math.min(index + pageBytes, written.length)
      const before = Buffer.alloc(end - index)
      synced.subarray(index, end).copy(before)
      if (!before.equals(written.subarray(index, end)) && roll() >= chance)
        before.copy(written, index)
    }
    fs.writeFileSync(file, written)
  }
}

/** Lets a process post until its power is cut. Returns the acknowledged keys. */
async function postUntilCut(dataDir: string, first: number, roll: () => number, isBroken: boolean) {
  const cluster = path.join(dataDir, 'postgres')
  const shadow = `${dataDir}.shadow`
  fs.rmSync(shadow, { recursive: true, force: true })
  if (fs.existsSync(cluster)) fs.cpSync(cluster, shadow, { recursive: true })
  const everyCheckpoint = roll() < 0.5 ? 0 : 3 + Math.floor(roll() * 9)
  const process_ = new Child(child, [dataDir, String(first), String(everyCheckpoint)], {
    execArgv: ['--import', preload],
    env: {
      SHADOW_OF: cluster,
      SHADOW_DIR: shadow,
      ...(isBroken ? { SHADOW_BROKEN: '1' } : {}),
    },
  })
  const wanted = 3 + Math.floor(roll() * 30)
  await process_.line(`ack power-cut-${first + wanted}`)
  await process_.kill()
  const acks = process_.lines.filter((line) => line.startsWith('ack '))
  cutPowerOnFiles(cluster, shadow, [0, 0.1, 0.5, 0.9][Math.floor(roll() * 4)] ?? 0, roll)
  return acks.map((line) => line.slice(4))
}

export async function cutPower({ cuts, seed, broken = false }: PowerCuts): Promise<PowerResult> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'wms-power-'))
  const roll = createRandom(seed)
  const keys: string[] = []
  const findings = new Set<string>()
  let [lost, unopened, next] = [0, 0, 1]
  try {
    // Create the store first, because durability is guaranteed only after creation.
    await (await openDatabase({ dataDir, env: {} })).close()
    for (let cut = 0; cut < cuts && unopened === 0; cut += 1) {
      keys.push(...(await postUntilCut(dataDir, next, roll, broken)))
      const db = await openDatabase({ dataDir, env: {} }).catch(() => undefined)
      if (!db) {
        unopened += 1
        continue
      }
      const rows = await db
        .query<{ key: string }>(sql`select idempotency_key key from stock_movement`)
        .catch(() => [])
      const there = new Set(rows.map(({ key }) => key))
      lost += keys.filter((key) => !there.has(key)).length
      // A save in flight can be committed without its acknowledgement.
      next = 1 + Math.max(0, ...[...there, ...keys].map((key) => Number(key.slice(10))))
      if (lost === 0) {
        await sealLedger(db)
        for (const { name, breaches } of await verifyLedger(db)) {
          if (breaches.length > 0) findings.add(name)
        }
      }
      await db.close()
      if (lost > 0) break
    }
    return { acknowledged: keys.length, lost, unopened, findings: [...findings] }
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true })
    fs.rmSync(`${dataDir}.shadow`, { recursive: true, force: true })
  }
}
