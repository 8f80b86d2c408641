import type { ScreenFiles } from '#kernel/screen.ts'
import { billingScreens } from '#areas/billing/screens/index.ts'
import { bondedScreens } from '#areas/bonded/screens/index.ts'
import { freightScreens } from '#areas/freight/screens/index.ts'
import { inboundScreens } from '#areas/inbound/screens/index.ts'
import { inventoryScreens } from '#areas/inventory/screens/index.ts'
import { masterScreens } from '#areas/master/screens/index.ts'
import { outboundScreens } from '#areas/outbound/screens/index.ts'
import { returnsScreens } from '#areas/returns/screens/index.ts'
import { reportScreens } from '#areas/reports/screens/index.ts'
import { supplyChainScreens } from '#areas/supply-chain/screens/index.ts'
import { systemScreens } from '#areas/system/screens/index.ts'
import { tasksScreens } from '#areas/tasks/screens/index.ts'

/** Screen files by route. The client loads them lazily, the server all of them. */
export const screenFiles: ScreenFiles = {
  ...systemScreens,
  ...masterScreens,
  ...freightScreens,
  ...inventoryScreens,
  ...inboundScreens,
  ...outboundScreens,
  ...returnsScreens,
  ...tasksScreens,
  ...billingScreens,
  ...bondedScreens,
  ...reportScreens,
  ...supplyChainScreens,
}
