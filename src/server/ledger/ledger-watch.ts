import { chargeLedger } from '#areas/billing/server/charge-worker.ts'
import { LedgerWorker } from '#areas/inventory/server/ledger-worker.ts'
import { readLedgerState, type LedgerState } from '#areas/inventory/server/ledger-round.ts'
import { timestampAt } from '#kernel/calendar.ts'
import type { Database } from '#server/db/database.ts'
import { ledgerChannel } from '#server/events/publish-event.ts'
import { signHeads } from '#server/security/signed-heads.ts'
import { sealSecurity, type WriteLine } from '#server/security/seal-security.ts'

/** Ledger badge: CHECKED_AT `yyyyMMddHHmmss` or null, FINDINGS a count. */
function toWireLedger({ checkedAt, findings }: LedgerState): object {
  return { CHECKED_AT: checkedAt && timestampAt(Date.parse(checkedAt)), FINDINGS: findings }
}

export async function readLedgerBadge(db: Database): Promise<object> {
  return toWireLedger(await readLedgerState(db))
}

/**
 * Seals and checks the ledger periodically and notifies all server processes of the result. Each
 * round also seals the security log and charges new work.
 */
export function createLedgerWorker(
  db: Database,
  everyMs: number,
  report: (error: unknown) => void,
  { tell, headsFolder }: { readonly tell?: WriteLine | undefined; readonly headsFolder: string },
): LedgerWorker {
  const publishState = (state: LedgerState) =>
    db.notify(ledgerChannel, JSON.stringify(toWireLedger(state)))
  const follow = async (): Promise<void> => {
    if ((await sealSecurity(db, tell)) > 0) await signHeads(db, headsFolder)
    await chargeLedger(db)
  }
  return new LedgerWorker(db, everyMs, publishState, report, follow)
}
