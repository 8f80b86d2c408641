import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { popupPages } from '#ui/popups/popup-types.ts'
import { booking, codes } from '#tests/e2e/walk-freight.ts'
import type { WalkFloor } from '#tests/e2e/walk-floor.ts'

export interface PopupKind {
  readonly file: string
  /** The active screen. Popups available everywhere use the first one. */
  readonly screen: string
  readonly line: string
}

export const popupScreens: Readonly<Record<string, (floor: WalkFloor) => Promise<unknown>>> = {
  InventoryByLot: (floor) => floor.addStock(),
  Alloc: (floor) => floor.shipment(),
  PickingList: (floor) => floor.shipment('allocate'),
  InterfacePikl: (floor) => floor.message('inbound'),
  MenuByRole: () => Promise.resolve(),
  Owner: () => Promise.resolve(),
  User: () => Promise.resolve(),
  MdmCountryMgt: codes,
  CmsMyBooking: booking,
}

function by(file: string, screen: string, ...commands: readonly string[]): PopupKind[] {
  return commands.map((id) => ({ file, screen, line: `>${id}` }))
}

/** Popups of every kind. A test fails for any other file that opens popups. */
const popupKinds: readonly PopupKind[] = [
  ...by('keys/tools/help-sheet', 'InventoryByLot', 'app.help'),
  ...by('keys/tools/key-sheet', 'InventoryByLot', 'app.keys'),
  ...by('keys/tools/macro-sheet', 'InventoryByLot', 'app.macros'),
  ...by('popups/jobs-popup', 'InventoryByLot', 'app.jobs'),
  ...by('popups/my-info', 'InventoryByLot', 'app.my-info'),
  ...by('forms/prompt-input', 'InventoryByLot', 'grid.go-to-row', 'app.chord-timeout'),
  ...by('page/rows/export-popup', 'InventoryByLot', 'page.export-all'),
  ...by('page/tools/page-mail', 'InventoryByLot', 'page.mail'),
  ...by('forms/choose-line', 'InventoryByLot', 'grid.views'),
  ...by('scanner/tools/calibration-popup', 'InventoryByLot', 'app.calibrate-scanner'),
  ...by('scanner/tools/scan-history-popup', 'InventoryByLot', 'app.scan-log'),
  ...by('business/findings-popup', 'InventoryByLot', 'ledger.findings'),
  ...by('business/why-popup', 'InventoryByLot', 'ledger.why'),
  ...by('business/site-windows', 'InventoryByLot', 'backup.show', 'server.figures', 'backup.plan'),
  ...by('workspace/active-popup', 'InventoryByLot', 'inventory.adjust'),
  ...Object.keys(popupPages).map((route) => ({
    file: 'workspace/active-popup',
    screen: 'InventoryByLot',
    line: route,
  })),
  ...by('shell', 'InventoryByLot', 'app.warehouse'),
  ...by('grid', 'InventoryByLot', 'grid.columns', 'grid.sort', 'grid.frequencies'),
  ...by('page', 'InventoryByLot', 'grid.filter', 'grid.find'),
  ...by('page/panes/record-view', 'InventoryByLot', 'grid.record'),
  ...by('page/tools/page-print', 'PickingList', 'page.print'),
  ...by('page/tools/master-popup', 'Owner', 'master.owner-code-formats'),
  ...by('page/tools/master-popup', 'InterfacePikl', 'partner.profiles'),
  ...by('business/allocation-plan-popup', 'Alloc', 'outbound.plan-allocation'),
  ...by('business/attempts-popup', 'InterfacePikl', 'partner.attempts'),
  ...by('business/webhooks-popup', 'InterfacePikl', 'partner.webhooks'),
  ...by('business/history-popup', 'MenuByRole', 'rights.history'),
  ...by('business/rows-window', 'User', 'history.user'),
  ...by('business/booking-popups', 'CmsMyBooking', 'freight.cutoffs', 'freight.paste-confirmation'),
  ...by('business/where-used-window', 'MdmCountryMgt', 'freight.where-used'),
  ...by('page/rows/import-history', 'Owner', 'page.imports'),
]

const gridded =
  /scan-history|findings|why-popup|ledger|history-popup|master-popup|attempts|backup\.show|^grid$/

/**
 * Popups to test: the first of each file, or those with a grid in screen reader mode. `POPUPS=all`
 * tests all of them in both modes.
 */
export function popupsToOpen(reader: boolean): readonly PopupKind[] {
  if (process.env['POPUPS'] === 'all') return popupKinds
  if (reader) return popupKinds.filter(({ file, line }) => gridded.test(file) || gridded.test(line))
  const firsts = new Set(
    popupKinds.map(({ file }) => popupKinds.find((each) => each.file === file)),
  )
  return [...firsts].filter((each) => each !== undefined)
}

/** Popups that need a special situation: a lookup, a message, an expired session or a replay. */
const openedElsewhere = [
  'forms/value-help',
  'forms/code-picker',
  'windows/message',
  'popups/login-popup',
  'popups/factor-popup',
  'keys/tools/log-sheet',
]

export function unknownOpeners(): string[] {
  const root = path.join(import.meta.dirname, '../../../src/ui')
  const known = new Set([...popupKinds.map(({ file }) => file), ...openedElsewhere])
  return globSync('**/*.tsx', { cwd: root })
    .filter((file) =>
      /\bawait openPopup|\breturn openPopup/.test(readFileSync(path.join(root, file), 'utf8')),
    )
    .map((file) => file.replace(/\.tsx$/, '').replaceAll('\\', '/'))
    .filter((file) => !known.has(file))
}
