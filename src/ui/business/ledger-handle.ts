import type { ShellHandle } from '#kernel/command.ts'
import type { WireRow } from '#kernel/field.ts'
import { keepKeysWhile, openWindow } from '#ui/keys/loading-keys.ts'
import { pageOf } from '#ui/tabs/page-registry.ts'
import { activeTab } from '#ui/tabs/tabs.ts'

/** What does not add up; the window loads when it is asked for. */
export function openFindings(): void {
  void openWindow(import('./findings-popup.tsx'), (popup) => popup.openFindingsPopup())
}

/** Everything that looks into the ledger loads at once, when it is first asked for. */
async function views() {
  return (await import('./why-popup.tsx')).ledgerViews
}

function openWhy(search: WireRow): void {
  void openWindow(import('./why-popup.tsx'), (popup) => popup.openWhyPopup(search))
}

/** The proof in view, where a cell can say it; the lines where it does already. */
async function why(search: WireRow): Promise<void> {
  const page = pageOf(activeTab().key)?.handle
  if (!page?.tell || page.tell() !== '') return openWhy(search)
  const proof = await keepKeysWhile(views().then(({ proofOf }) => proofOf(search)))
  if (proof === undefined) openWhy(search)
  else page.tell(proof)
}

/** The ledger as commands see it. */
export const ledgerHandle: ShellHandle['ledger'] = {
  why: (search) => void why(search),
  travel: (way) => keepKeysWhile(views().then(({ travel }) => travel(way))),
  findings: openFindings,
}
