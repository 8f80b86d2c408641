import { KeyboardUser } from '#tests/e2e/keyboard-user.ts'
import { createPageUser } from '#tests/support/page-user.ts'
import { startSlowProxy } from '#tests/support/slow-proxy.ts'
import { openCheck, rushScans } from '#tests/ui/scanner/check-desk.ts'
import { ScanMatrix, type PlaceTally } from '#tests/ui/scanner/scan-matrix.ts'

/** 24 variants at five places, each scanned nine times: 1,080 scans. */
const repeats = 9
const hurried = 20

const columns = ['scans', 'lost', 'changed', 'doubled', 'disordered', 'leaked'] as const

function printTallies(tallies: readonly PlaceTally[]): void {
  const width = Math.max(...tallies.map(({ place }) => place.length))
  const titles = columns.map((column) => column.padStart(12)).join('')
  console.log(`${'scanner: 13 digits at'.padEnd(width)}${titles}`)
  for (const tally of tallies) {
    const counts = columns.map((column) => String(tally[column]).padStart(12)).join('')
    console.log(tally.place.padEnd(width) + counts)
  }
}

function sum(tallies: readonly PlaceTally[]): PlaceTally {
  const total = (column: (typeof columns)[number]) =>
    tallies.reduce((all, tally) => all + tally[column], 0)
  const counts = Object.fromEntries(columns.map((column) => [column, total(column)]))
  return { place: 'all', ...(counts as Omit<PlaceTally, 'place'>) }
}

export async function measureScanner(url: string): Promise<void> {
  const proxy = await startSlowProxy(url)
  const user = await KeyboardUser.open(proxy.url)
  await user.logIn()
  const matrix = await ScanMatrix.on(user, repeats)
  const tallies = [
    await matrix.cells(),
    await matrix.frozenCell(),
    await matrix.searchField(),
    await matrix.palette(),
  ]
  const desk = await openCheck(user, hurried)
  tallies.push(await matrix.nothingFocused())
  printTallies([...tallies, sum(tallies)])

  const started = performance.now()
  const sent = await rushScans(user, proxy, desk, hurried)
  const seconds = (performance.now() - started) / 1000
  const lines = await createPageUser(user.page, 'W01').query('outbound/shipment-lines', {
    SHIPMENT_NO: desk.shipment,
  })
  const counted = lines.map((line) => line['CHECK_QTY']).join(' + ')
  const order = sent.join() === desk.barcodes.join() ? 'in order' : 'OUT OF ORDER'
  console.log(
    `${hurried} scans, 20 a second, each answered after 2 s: ${sent.length} sent ${order}, ` +
      `${counted} counted (wanted ${desk.wanted.join(' + ')}), at most ${proxy.maxConcurrent} at once, ` +
      `${seconds.toFixed(0)} s`,
  )
  await user.close()
  await proxy.close()
}
