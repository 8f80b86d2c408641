import { isBizNo } from '#areas/system/rules/biz-no.ts'
import { addDays, timestampAt } from '#kernel/calendar.ts'
import type { Query } from '#kernel/operation.ts'
import type { GridPart, Screen } from '#kernel/screen.ts'
import { isSummary } from '#kernel/summary.ts'
import { addOrder, pickAll, putStock, runStep } from '#tests/support/floor.ts'
import { billingPreparations } from './walk-billing.ts'
import { bondedPreparations } from './walk-bonded.ts'
import {
  prepareAll,
  checkedSteps as checked,
  prepareNothing,
  pickedSteps as picked,
  shippedSteps,
  type WalkArguments,
  type Prepare,
  type WalkFloor,
} from './walk-floor.ts'
import { createCodes, freightPreparations } from './walk-freight.ts'
import { replenishPreparations } from './walk-replenish.ts'
import { returnPreparations } from './walk-returns.ts'
import { serialPreparations } from './walk-serials.ts'
import { supplyChainPreparations } from './walk-supply-chain.ts'

/** Operation that a screen is for. For a report, also the query that it summarizes. */
function getOperations(screen: Screen): readonly [operation: string, rows?: string] {
  if (screen.kind !== 'list') return [getOperation(screen)]
  const { source } = screen.grid
  const sample = isOfSamples(screen.grid) ? ' sample' : ''
  return [source.name + sample, getRows(source).name + sample]
}

function isOfSamples({ fixed }: GridPart): boolean {
  return fixed?.['SAMPLE_YN'] === 'Y' || fixed?.['CONDITION_CD'] === 'SAMPLE'
}

function getOperation(screen: Exclude<Screen, { kind: 'list' }>): string {
  switch (screen.kind) {
    case 'work':
      return screen.act.name
    case 'scan':
      return screen.finish.name
    case 'print':
      return screen.printOut.name + (isOfSamples(screen.grid) ? ' sample' : '')
    case 'master':
    case 'doc':
    case 'single':
    case 'upload':
      return screen.save.name
    case 'layout':
      return 'layout'
    case 'custom':
      return screen.component
  }
}

const prepareStock: Prepare = (floor) => floor.addStock()

function prepareShipment(...steps: readonly string[]): Prepare {
  return (floor) => floor.shipment(...steps)
}

const typedDocuments = ['receipts', 'shipments'].flatMap((name) => {
  const area = name === 'receipts' ? 'inbound' : 'outbound'
  const saves = ['save', 'save-sample', 'request', 'request-sample']
  return saves.map((save) => `${area}/${save}-${name}`)
})

function prepareSample(save: 'save' | 'request', name: 'receipt' | 'shipment'): Prepare {
  const area = name === 'receipt' ? 'inbound' : 'outbound'
  const columns = [`${name}_NO`, `${name}_DT`].map((column) => column.toUpperCase())
  const [number = '', date = ''] = columns
  return (floor) => floor.document(`${area}/${save}-sample-${name}s`, number, date)
}

const today = () => timestampAt(Date.now()).slice(0, 8)

const reportPreparations: Readonly<Record<string, Prepare>> = {
  ...prepareAll(['inventory/own-balances', 'inventory/cell-usage'], (floor) => floor.addStock()),
  'reports/empty-cells': () => Promise.resolve({}),
  'reports/inventory-by-valid-date': (floor) => floor.addStock({ valid: addDays(today(), 20) }),
  'reports/inventory-aging': (floor) => floor.addStock({ received: addDays(today(), -100) }),
  'reports/inventory-available': (floor) => floor.addStock({ condition: 'DAMAGED' }),
  'inventory/held-stock': (floor) => floor.addStock({ condition: 'HELD' }),
  ...prepareAll(
    ['by-lot', 'balances', 'own-balances'].map((name) => `inventory/${name} sample`),
    (floor) => floor.addStock({ condition: 'SAMPLE' }),
  ),
  'outbound/shortages': async (floor) => {
    const { STOCK_CD } = await floor.addStock()
    await addOrder(floor.user, [{ STOCK_CD, ORDER_QTY: 25 }])
    return { STOCK_CD }
  },
  'inbound/receipt-work': (floor) => floor.receipt({ RECEIPT_DT: today() }),
  'inbound/receipt-work sample': (floor) =>
    floor.document('inbound/save-sample-receipts', 'RECEIPT_NO', 'RECEIPT_DT', today()),
  'inbound/receivings': createReceived,
  'inbound/cancelled-receipts': async (floor) => {
    const found = await createReceived(floor)
    const [row] = await floor.user.query('inbound/received-movements', {
      RECEIPT_NO: found['RECEIPT_NO'] ?? '',
    })
    await floor.saved('inbound/cancel-receiving', [{ ...row, REASON: 'walk' }], 'RECEIPT_NO')
    return found
  },
  'outbound/shipment-work': (floor) => floor.shipment(),
  'outbound/shipment-work sample': (floor) =>
    floor.document('outbound/save-sample-shipments', 'SHIPMENT_NO', 'SHIPMENT_DT', today()),
  'outbound/picks': (floor) => floor.shipment(...picked),
  'outbound/check-scans': (floor) => floor.shipment(...picked, 'check'),
  'outbound/shippings': (floor) => floor.shipment(...shippedSteps),
  'outbound/cancelled-shipments': (floor) => floor.shipment(...checked, 'ship', 'cancel-shipping'),
}

function newBusinessNumber(floor: WalkFloor): string {
  const start = `700-81-${String(floor.next()).padStart(4, '0')}`
  return Array.from({ length: 10 }, (_, last) => `${start}${last}`).find(isBizNo) ?? ''
}

const stockWork = [
  'by-lot balances movements move move-rows move-lot move-cell move-box move-pallet upload-moves',
  'hold hold-cell hold-lot hold-stock hold-zone transfer-lot transfer-mark transfer-stock adjust change-valid-date',
  'transfer-warehouse item-flows owner-flows figure-days figure-months',
].flatMap((names) => names.split(' ').map((name) => `inventory/${name}`))

function getRows(query: Query): Query {
  return isSummary(query) ? getRows(query.source) : query
}

/**
 * Preparations by operation. A screen with a listed operation gets its record and its walk
 * automatically.
 */
const preparations: Readonly<Record<string, Prepare | undefined>> = {
  ...billingPreparations,
  ...bondedPreparations,
  ...supplyChainPreparations,
  ...freightPreparations,
  ...returnPreparations,
  ...replenishPreparations,
  ...serialPreparations,
  ...reportPreparations,
  ...prepareAll(typedDocuments, prepareStock),
  ...prepareAll(stockWork, prepareStock),
  ...prepareAll(
    ['billing/adjustments', 'billing/stored-items', 'reports/work-lines'],
    prepareStock,
  ),
  'billing/real-receipts': createReceived,
  'billing/real-shipments': prepareShipment(...shippedSteps),
  'reports/inventory-as-of': (floor) => floor.stockReceivedSince(2),
  'reports/lot-trace': (floor) => floor.lot(),
  'master/upload-stock': prepareNothing,
  'system/settle-errors': (floor) => floor.addError(),
  'system/save-factor-rules': () => Promise.resolve({ ROLE_CD: 'NOTHING' }),
  'system/save-corp': (floor) => Promise.resolve({ BIZ_NO: newBusinessNumber(floor) }),
  'system/save-organization': async (floor) => {
    const corp = {
      BATCH_FLAG: 'I',
      CORP_CD: 'HQ',
      CORP_NM: 'Head office',
      BIZ_NO: newBusinessNumber(floor),
    }
    await floor.user.save('system/save-corp', [{ ...corp, USE_YN: 'Y' }])
    return {}
  },
  'system/save-schedules': () => {
    const cron = ['MINUTE', 'HOUR', 'DAY', 'MONTH', 'WEEKDAY'].map((name) => `NEW_${name}_CRON`)
    return Promise.resolve(Object.fromEntries(cron.map((name) => [name, '*'])))
  },
  'system/decide-registrations': async (floor) => {
    const USER_ID = `walk-${floor.next()}`
    await floor.db.script(`insert into registration (user_id, user_nm, email, password_hash)
      values ('${USER_ID}', '신청자', '${USER_ID}@example.com', 'hash')`)
    const given = { ROLES: 'CUSTOMER', WAREHOUSES: 'W01', OWNERS: 'HANBIT' }
    const typed = Object.entries(given).map(([name, value]) => [`NEW_${name}`, value])
    return { USER_ID, ...given, ...Object.fromEntries(typed) }
  },
  'system/decide-grant-requests': async (floor) => {
    await floor.db.script(`insert into grant_request
        (user_id, menu_id, action_cd, created_by, updated_by)
      values ('nobody', 'Owner', 'search', 'nobody', 'nobody') on conflict do nothing`)
    return { USER_ID: 'nobody', ROLE_CD: 'NOTHING', NEW_ROLE_CD: 'NOTHING' }
  },
  'system/save-accounts': () => Promise.resolve({ NEW_OWNERS: 'HANBIT' }),
  'system/effective-rights': () => Promise.resolve({ USER_ID: 'admin' }),
  ...prepareAll(
    ['screens', 'data-columns', 'site-facts', 'site-texts'].map((name) => `system/${name}`),
    prepareNothing,
  ),
  'system/save-site-menus': () => Promise.resolve({ NEW_MENU_NM: 'WALK-묶음' }),
  'system/save-site-texts': prepareNothing,
  'system/save-data-word': (floor) => Promise.resolve(floor.createProfile('WORD_CD', 'W')),
  'system/save-codes': (floor) => Promise.resolve(floor.createProfile('GROUP_CD', 'w')),
  'system/save-number-rules': prepareNothing,
  'system/stop-jobs': (floor) => floor.job(),
  'system/review-security': prepareNothing,
  'system/save-company': () => Promise.resolve({ BIZ_NO: '220-81-62517' }),
  ...prepareAll(
    ['-menus', 's', '-buttons', '-services'].map((suffix) => `system/save-role${suffix}`),
    prepareNothing,
  ),
  'inbound/upload-receipts': prepareStock,
  'outbound/upload-shipments': prepareStock,
  ...prepareAll(['grid-template', 'chart-template', 'control-template', 'layout'], prepareNothing),
  ...prepareAll(
    ['cell', 'zone', 'stock', 'lot'].map((suffix) => `inventory/save-${suffix}-hold-rules`),
    prepareStock,
  ),
  'inbound/change-requested-sample-lines': async (floor) => {
    const found = await prepareSample('request', 'receipt')(floor)
    // The request already has this item, so the added line needs a different one.
    return { RECEIPT_NO: found['RECEIPT_NO'] ?? '' }
  },
  'inbound/change-sample-receipts': prepareSample('save', 'receipt'),
  'inbound/change-requested-sample-receipts': prepareSample('request', 'receipt'),
  'outbound/change-sample-shipments': prepareSample('save', 'shipment'),
  'outbound/change-requested-sample-shipments': prepareSample('request', 'shipment'),
  ...prepareAll(
    ['count-days', 'count-sheet', 'finish-count'].map((name) => `inventory/${name}`),
    (floor) => floor.count('planned'),
  ),
  'inventory/put-away': async (floor) => {
    const { STOCK_CD } = await floor.addStock()
    await floor.db.script(`insert into cell (wcode, cell_cd, zone_cd, cell_type_cd)
      values ('W01', 'WALK-DOCK', 'A', 'DOCK') on conflict do nothing`)
    await putStock(floor.db, { item: STOCK_CD, qty: 1, cell: 'WALK-DOCK' })
    return { STOCK_CD, NEW_REASON_CD: '' }
  },
  'master/save-hazard-pair': async (floor) => {
    await floor.db.script('delete from hazard_pair')
    return {}
  },
  'inventory/block-recall': (floor) => floor.lot(),
  'inventory/recall-letters': (floor) => floor.recall(),
  'inventory/make-count': async (floor) => ({ ZONE_CD: (await floor.addStock())['ZONE_CD'] ?? '' }),
  'inventory/approve-count': (floor) => floor.count('counted'),
  'inventory/closed-count-results': (floor) => floor.count('agreed'),
  'inbound/labels': (floor) => createLabelled(floor),
  'inbound/label-history': async (floor) => {
    const found = await createLabelled(floor)
    const [row] = await floor.user.query('inbound/labels-lines', { DOC_NO: found.DOC_NO })
    await floor.saved('inbound/labels-printed', [row ?? {}], 'PRINT_NO')
    return found
  },
  ...prepareAll(
    ['', '-a', '-b', '-c'].map((form) => `outbound/labels${form}`),
    async (floor) => {
      const found = await floor.shipment(...picked)
      return { ...found, DOC_NO: found.SHIPMENT_NO }
    },
  ),
  ...Object.fromEntries(
    ['inbound', 'outbound', 'inventory'].map((area) => [
      `${area}/save-partner-messages`,
      (floor: WalkFloor) => floor.message(area),
    ]),
  ),
  'inbound/decide-requests': (floor) =>
    floor.document('inbound/request-receipts', 'RECEIPT_NO', 'RECEIPT_DT'),
  'inbound/receive': (floor) => floor.receipt(),
  'inbound/receive-bulk': (floor) => floor.receipt(),
  'inbound/cancel-receiving': createReceived,
  'inbound/confirmation': createReceived,
  'freight/save-price-line': (floor) => createCodes(floor),
  'freight/save-vat-rate': prepareNothing,
  'billing/save-terms': async (floor) => {
    await floor.db.script(`delete from billing_terms where owner_cd = 'HANBIT'`)
    return {}
  },
  'billing/write-charges': async (floor) => {
    const known = { NEW_CHARGE_CD: 'EXTRA', NEW_UNIT_CD: 'DOC', NEW_VAT_CD: 'TAX' }
    return { ...(await createCodes(floor)), ...(await floor.addStock()), ...known }
  },
  'billing/write-payments': prepareNothing,
  'outbound/decide-requests': (floor) =>
    floor.document('outbound/request-shipments', 'SHIPMENT_NO', 'SHIPMENT_DT'),
  'outbound/allocate': prepareShipment(),
  'outbound/cancel-allocation': prepareShipment('allocate'),
  'outbound/picking-list': prepareShipment('allocate'),
  'outbound/picking-list-by-stock': prepareShipment('allocate'),
  'outbound/picking-list-vts': prepareShipment('allocate'),
  'outbound/pick': prepareShipment('allocate', 'mark-listed'),
  'outbound/cancel-pick': prepareShipment(...picked),
  'outbound/tie-numbers': prepareShipment(...picked),
  'outbound/finish-packing': async (floor) => {
    const found = await floor.shipment(...picked)
    return { ...found, BOX_NO: 'BOX-1', THEN: '1.5KG' }
  },
  'outbound/finish-check': prepareShipment(...picked),
  'outbound/ship': prepareShipment(...checked),
  'outbound/cancel-shipping': prepareShipment(...shippedSteps),
  'outbound/bill': prepareShipment(...picked),
  'outbound/bill sample': async (floor) => {
    const save = 'outbound/save-sample-shipments'
    const found = await floor.sampleShipment(save)
    const number = found['SHIPMENT_NO'] ?? ''
    for (const name of ['allocate', 'mark-listed']) await runStep(floor.user, name, number)
    await pickAll(floor.user, number)
    return found
  },
}

/**
 * Prepares a record for a screen by its operation. Returns undefined for an unknown operation, and
 * the walk then reports that the screen has no preparation.
 */
export function prepareWalk(floor: WalkFloor, screen: Screen): Promise<WalkArguments> | undefined {
  const [operation, rows = operation] = getOperations(screen)
  const isMaster = screen.kind === 'master' && operation.startsWith('master/')
  const isCode = operation.startsWith('freight/')
  const known = preparations[operation] ?? preparations[rows]
  return (known ?? (isMaster ? prepareStock : isCode ? createCodes : undefined))?.(floor)
}

async function createLabelled(
  floor: WalkFloor,
): Promise<WalkArguments & { readonly DOC_NO: string }> {
  const found = await floor.receipt()
  return { ...found, DOC_NO: found.RECEIPT_NO }
}

async function createReceived(floor: WalkFloor): Promise<WalkArguments> {
  const found = await floor.receipt()
  await floor.saved('inbound/receive-bulk', [{ RECEIPT_NO: found.RECEIPT_NO }], 'RECEIPT_NO')
  return found
}
