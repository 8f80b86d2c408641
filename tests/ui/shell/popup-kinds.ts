import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { popupPages } from '#ui/popups/popup-types.ts'
import { createBooking, createCodes } from '#tests/e2e/walk-freight.ts'
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
  MdmCountryMgt: createCodes,
  CmsMyBooking: createBooking,
}

function kindsByCommand(file: string, screen: string, ...commands: readonly string[]): PopupKind[] {
  return commands.map((id) => ({ file, screen, line: `>${id}` }))
}

/** Popups of every kind. A test fails for any other file that opens popups. */
const popupKinds: readonly PopupKind[] = [
  ...kindsByCommand('keys/tools/help-sheet', 'InventoryByLot', 'app.help'),
  ...kindsByCommand('keys/tools/key-sheet', 'InventoryByLot', 'app.keys'),
  ...kindsByCommand('keys/tools/macro-sheet', 'InventoryByLot', 'app.macros'),
  ...kindsByCommand('popups/jobs-popup', 'InventoryByLot', 'app.jobs'),
  ...kindsByCommand('popups/my-info', 'InventoryByLot', 'app.my-info'),
  ...kindsByCommand('forms/prompt-input', 'InventoryByLot', 'grid.go-to-row', 'app.chord-timeout'),
  ...kindsByCommand('page/rows/export-popup', 'InventoryByLot', 'page.export-all'),
  ...kindsByCommand('page/tools/page-mail', 'InventoryByLot', 'page.mail'),
  ...kindsByCommand('forms/choose-line', 'InventoryByLot', 'grid.views'),
  ...kindsByCommand('scanner/tools/calibration-popup', 'InventoryByLot', 'app.calibrate-scanner'),
  ...kindsByCommand('scanner/tools/scan-history-popup', 'InventoryByLot', 'app.scan-log'),
  ...kindsByCommand('business/findings-popup', 'InventoryByLot', 'ledger.findings'),
  ...kindsByCommand('business/why-popup', 'InventoryByLot', 'ledger.why'),
  ...kindsByCommand(
    'business/site-windows',
    'InventoryByLot',
    'backup.show',
    'server.figures',
    'backup.plan',
  ),
  ...kindsByCommand('workspace/active-popup', 'InventoryByLot', 'inventory.adjust'),
  ...Object.keys(popupPages).map((route) => ({
    file: 'workspace/active-popup',
    screen: 'InventoryByLot',
    line: route,
  })),
  ...kindsByCommand('shell', 'InventoryByLot', 'app.warehouse'),
  ...kindsByCommand('grid', 'InventoryByLot', 'grid.columns', 'grid.sort', 'grid.frequencies'),
  ...kindsByCommand('page', 'InventoryByLot', 'grid.filter', 'grid.find'),
  ...kindsByCommand('page/panes/record-view', 'InventoryByLot', 'grid.record'),
  ...kindsByCommand('page/tools/page-print', 'PickingList', 'page.print'),
  ...kindsByCommand('page/tools/master-popup', 'Owner', 'master.owner-code-formats'),
  ...kindsByCommand('page/tools/master-popup', 'InterfacePikl', 'partner.profiles'),
  ...kindsByCommand('business/allocation-plan-popup', 'Alloc', 'outbound.plan-allocation'),
  ...kindsByCommand('business/attempts-popup', 'InterfacePikl', 'partner.attempts'),
  ...kindsByCommand('business/webhooks-popup', 'InterfacePikl', 'partner.webhooks'),
  ...kindsByCommand('business/history-popup', 'MenuByRole', 'rights.history'),
  ...kindsByCommand('business/rows-window', 'User', 'history.user'),
  ...kindsByCommand(
    'business/booking-popups',
    'CmsMyBooking',
    'freight.cutoffs',
    'freight.paste-confirmation',
  ),
  ...kindsByCommand('business/where-used-window', 'MdmCountryMgt', 'freight.where-used'),
  ...kindsByCommand('page/rows/import-history', 'Owner', 'page.imports'),
]

const gridded =
  /scan-history|findings|why-popup|ledger|history-popup|master-popup|attempts|backup\.show|^grid$/

/**
 * Popups to test: the first of each file, or those with a grid in screen reader mode. `POPUPS=all`
 * tests all of them in both modes.
 */
export function selectPopups(isReader: boolean): readonly PopupKind[] {
  if (process.env['POPUPS'] === 'all') return popupKinds
  if (isReader)
    return popupKinds.filter(({ file, line }) => gridded.test(file) || gridded.test(line))
  const firsts = new Set(
    popupKinds.map(({ file }) => popupKinds.find((popupKind) => popupKind.file === file)),
  )
  return [...firsts].filter((first) => first !== undefined)
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

export function findUnknownOpeners(): string[] {
  const root = path.join(import.meta.dirname, '../../../src/ui')
  const known = new Set([...popupKinds.map(({ file }) => file), ...openedElsewhere])
  return globSync('**/*.tsx', { cwd: root })
    .filter((file) =>
      /\bawait openPopup|\breturn openPopup/.test(readFileSync(path.join(root, file), 'utf8')),
    )
    .map((file) => file.replace(/\.tsx$/, '').replaceAll('\\', '/'))
    .filter((file) => !known.has(file))
}
