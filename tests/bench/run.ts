import { hasOrders } from '#tests/support/orders.ts'
import { closeSharedChromium, findChromium } from '#tests/support/chromium.ts'
import { testDatabase, testDatabaseUrl } from '#tests/support/database.ts'
import { startServer } from '#tests/support/server-process.ts'
import { measureAdministration } from './administration.ts'
import { measureCustomerFlood } from './customer-flood.ts'
import { measureCharts } from './charts.ts'
import { measureBilling, measureOrders } from './billing.ts'
import { measureFloods } from './flood.ts'
import { measureGrids } from './grid.ts'
import { measureKeys } from './keys.ts'
import { measureCodes } from './codes.ts'
import { machineFacts, printFigures, type Figure } from './machine.ts'
import { hasMonth, runMonth } from './month.ts'
import { measureMainJob } from './main-job.ts'
import { measureLoad } from './load.ts'
import { measurePaintedPalette, measurePalette } from './palette.ts'
import { measurePutAway } from './put-away.ts'
import { measureReplenish } from './replenish.ts'
import { measureReports } from './reports.ts'
import { measureScanner } from './scanner.ts'
import { measureScreens } from './screens.ts'
import { measureSheets } from './sheets.ts'
import { measureSupplyChain } from './supply-chain.ts'
import { measureStockList } from './stock-list.ts'

// `npm run bench` measures the product's budgets on this machine with the embedded store. Names
// select parts, as in `npm run bench -- scanner`, or single grids, as in `npm run bench -- grid
// embedded tanstack`.
const request = process.argv.slice(2)
const isRequested = (part: string): boolean => request.length === 0 || request.includes(part)

// Measures in the installed browser, not in the headless shell.
const browser = findChromium()
if (browser !== undefined) process.env['CHROME_PATH'] = browser

console.log(machineFacts())
const figures: Figure[] = []
if (isRequested('palette')) figures.push(...measurePalette())
if (
  ['palette', 'screens', 'keys', 'main-job', 'import', 'scanner', 'flood', 'month'].some(
    isRequested,
  )
) {
  const server = await startServer()
  try {
    if (isRequested('palette')) figures.push(...(await measurePaintedPalette(server.url)))
    if (isRequested('screens')) figures.push(...(await measureScreens(server.url)))
    if (isRequested('keys')) figures.push(...(await measureKeys(server.url)))
    if (isRequested('main-job') && hasOrders) figures.push(...(await measureMainJob(server.url)))
    if (!hasOrders) {
      console.log('the orders of the main job are not beside the checkout: left out')
    }
    if (isRequested('import')) figures.push(...(await measureSheets(server.url)))
    if (isRequested('scanner')) await measureScanner(server.url)
    if (isRequested('flood')) {
      figures.push(...(await measureFloods(server.url)))
      figures.push(...(await measureCustomerFlood(server)))
    }
    if (request.includes('month')) await runMonths(server.url)
  } finally {
    await server.discard()
  }
}
if (isRequested('charts') && browser !== undefined) figures.push(...(await measureCharts()))
// Creates millions of rows, so runs only if requested by name.
if (request.includes('load')) {
  figures.push(await measureLoad(Number(process.env['LOAD_SECONDS'] ?? 600)))
}
if (request.includes('stock-list')) {
  figures.push(...(await measureStockList(Number(process.env['BALANCES'] ?? 1_000_000))))
}
if (request.includes('codes')) {
  if (!request.includes('postgres')) figures.push(...(await measureCodes('embedded')))
  if (!request.includes('embedded')) figures.push(...(await measureCodes('postgres')))
}
if (request.includes('administration')) {
  figures.push(...(await measureAdministration(Number(process.env['EVENTS'] ?? 26_000_000))))
}
if (request.includes('put-away')) figures.push(...(await measurePutAway()))
if (request.includes('replenish')) figures.push(...(await measureReplenish()))
if (request.includes('supply-chain')) figures.push(...(await measureSupplyChain()))
if (request.includes('reports')) {
  figures.push(...(await measureReports(Number(process.env['BALANCES'] ?? 1_000_000))))
}
if (request.includes('billing')) figures.push(...(await benchBilling()))
if (figures.length > 0) printFigures(figures)
if (isRequested('grid')) await measureGrids(request.filter((part) => part !== 'grid'))
await closeSharedChromium()

async function benchBilling(): Promise<Figure[]> {
  const named = ['embedded', 'postgres'].filter((store) => request.includes(store))
  if (!hasMonth) console.log('the month is not beside the checkout: left out')
  const stores = named.length > 0 ? named : ['embedded', 'postgres']
  const orders = hasMonth && !request.includes('million') ? await measureOrders(stores) : []
  return request.includes('orders') ? orders : [...orders, ...(await measureBilling())]
}

/** The month on both stores, or on the named one. Takes minutes, so runs only if requested. */
async function runMonths(embedded: string): Promise<void> {
  if (!hasMonth) return console.log('the month is not beside the checkout: left out')
  if (!request.includes('postgres')) await runMonth(embedded, 'embedded')
  if (request.includes('embedded')) return
  process.env['STORE'] = 'postgres'
  const db = await testDatabase()
  const postgres = await startServer({ env: { DATABASE_URL: testDatabaseUrl(db) } })
  try {
    await runMonth(postgres.url, 'PostgreSQL')
  } finally {
    await postgres.discard()
    await db.close()
  }
}
