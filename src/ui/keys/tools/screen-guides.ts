import type { ScreenGuides } from '#kernel/screen-guide.ts'
import { billingGuides } from '#areas/billing/screens/guides.ts'
import { bondedGuides } from '#areas/bonded/screens/guides.ts'
import { freightGuides } from '#areas/freight/screens/guides.ts'
import { inboundGuides } from '#areas/inbound/screens/guides.ts'
import { inventoryGuides } from '#areas/inventory/screens/guides.ts'
import { masterGuides } from '#areas/master/screens/guides.ts'
import { outboundGuides } from '#areas/outbound/screens/guides.ts'
import { chartGuides } from '#areas/reports/screens/chart-guides.ts'
import { reportsGuides } from '#areas/reports/screens/guides.ts'
import { returnsGuides } from '#areas/returns/screens/guides.ts'
import { supplyChainGuides } from '#areas/supply-chain/screens/guides.ts'
import { systemGuides } from '#areas/system/screens/guides.ts'
import { tasksGuides } from '#areas/tasks/screens/guides.ts'

/** Help of every screen, by route. */
export const guides: ScreenGuides = {
  ...systemGuides,
  ...masterGuides,
  ...freightGuides,
  ...inventoryGuides,
  ...inboundGuides,
  ...outboundGuides,
  ...bondedGuides,
  ...billingGuides,
  ...reportsGuides,
  ...chartGuides,
  ...returnsGuides,
  ...tasksGuides,
  ...supplyChainGuides,
}
