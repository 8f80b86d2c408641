import type { PartnerRowsKind } from '#areas/supply-chain/screens/partner-rows.ts'
import type { WindowName } from '#commands/windows.ts'
import type { WireRow } from '#kernel/field.ts'
import { bufferKeysWhile } from '#ui/keys/loading-keys.ts'
import { CallError } from '#ui/remote/api.ts'
import { showMessage } from '#ui/windows/message.tsx'

type Rows = readonly WireRow[]
/** Loads a window's code. The result opens it for one row, or for all selected rows. */
type BusinessWindow = () => Promise<(row: WireRow, rows: Rows) => Promise<boolean | void>>

const loadLedgerPopups = () => import('./why-popup.ts')
const ownRights = () => import('#ui/remote/own-rights.ts')
const bookings = () => import('./booking-popups.tsx')
const siteWindows = () => import('./site-windows.ts')
const partnerRows = (kind: PartnerRowsKind): BusinessWindow =>
  async function load() {
    const { openPartnerRows } = await import('./scm-partner-popup.ts')
    return (row) => openPartnerRows(kind, row)
  }

/** Shows the complete message for one row, because that row is not visible. */
async function showRowErrors(error: unknown): Promise<void> {
  if (!(error instanceof CallError)) throw error
  await showMessage({ kind: 'error', text: error.rows[0]?.POERROR ?? error.message })
}

export const businessWindows: Readonly<Record<WindowName, BusinessWindow>> = {
  'allocation-plan': async () => {
    const { openAllocationPlan } = await import('./allocation-plan-popup.tsx')
    return (_row, rows) => openAllocationPlan(rows)
  },
  'ask-for-right': async () => {
    const [{ promptInput }, { requestForm }] = await Promise.all([
      import('#ui/forms/prompt-input.tsx'),
      ownRights(),
    ])
    return async () => {
      const form = await requestForm()
      return form !== undefined && (await promptInput(form)) !== undefined
    }
  },
  'backup-plan': async () => (await siteWindows()).openPlan,
  backups: async () => (await siteWindows()).openBackups,
  'carrier-site': async () => (await bookings()).openCarrierSite,
  'confirm-booking': async () => (await bookings()).openConfirmation,
  'first-password': async () => (await import('./first-password.ts')).openFirstPassword,
  'given-numbers': async () => (await siteWindows()).openHandlingBatches,
  'hand-over-results': async () => {
    const { handOverResults } = await import('./hand-over-results.ts')
    return (_row, rows) => handOverResults(rows)
  },
  'ledger-findings': async () => (await siteWindows()).openFindings,
  'manual-allocation': async () =>
    (await import('./manual-allocation-popup.tsx')).openManualAllocation,
  'new-numbers': async () => (await siteWindows()).openNewHandlingNumbers,
  'own-requests': async () => (await ownRights()).showOwnRequests,
  'partner-days': partnerRows('days'),
  'partner-holidays': partnerRows('holidays'),
  'partner-items': partnerRows('items'),
  'partner-places': partnerRows('places'),
  'partner-profiles': async () => (await import('./profiles-popup.tsx')).openProfiles,
  'partner-users': partnerRows('users'),
  'paste-confirmation': async () => (await bookings()).pasteConfirmation,
  warehouse: async () => (await siteWindows()).openWarehouse,
  webhooks: async () => (await siteWindows()).openWebhooks,
  'where-used': async () => (await siteWindows()).openWhereUsed,
  'see-as': async () => {
    const { startImpersonation } = await ownRights()
    return ({ USER_ID }) => startImpersonation(String(USER_ID ?? '')).catch(showRowErrors)
  },
  'see-as-end': async () => (await ownRights()).endImpersonation,
  'server-figures': async () => (await siteWindows()).openServerFigures,
  'time-travel': async () => {
    const { ledgerViews } = await loadLedgerPopups()
    return ({ WAY }) => {
      const way = WAY === 'EARLIER' ? -1 : WAY === 'LATER' ? 1 : 'turn'
      return bufferKeysWhile(ledgerViews.travel(way))
    }
  },
  'two-step': async () => (await import('#ui/popups/factor-popup.tsx')).openFactor,
  'why-this-number': async () => (await loadLedgerPopups()).openWhy,
}
