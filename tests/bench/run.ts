import { hasOrders } from '#tests/support/orders.ts'
import { startServer } from '#tests/support/server-process.ts'
import { machineFacts, printFigures, type Figure } from './machine.ts'
import { measureMainJob } from './main-job.ts'
import { measurePalette } from './palette.ts'
import { measureScreens } from './screens.ts'

// `npm run bench`: the budgets of the product on this machine, on the embedded store.
console.log(machineFacts())
const server = await startServer()
const figures: Figure[] = []
try {
  figures.push(...measurePalette(), ...(await measureScreens(server.url)))
  if (hasOrders) figures.push(...(await measureMainJob(server.url)))
  else console.log('the orders of the main job are not beside the checkout: left out')
} finally {
  await server.discard()
}
printFigures(figures)
