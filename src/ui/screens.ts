import type { Screen } from '#kernel/screen.ts'
import { inboundScreens } from '#areas/inbound/screens/index.ts'
import { inventoryScreens } from '#areas/inventory/screens/index.ts'
import { masterScreens } from '#areas/master/screens/index.ts'
import { outboundScreens } from '#areas/outbound/screens/index.ts'
import { reportScreens } from '#areas/reports/screens/index.ts'
import { systemScreens } from '#areas/system/screens/index.ts'

const built: readonly Screen[] = [
  ...systemScreens,
  ...masterScreens,
  ...inventoryScreens,
  ...inboundScreens,
  ...outboundScreens,
  ...reportScreens,
]

/** Every screen that is built, by route. */
export const screens: Readonly<Record<string, Screen>> = Object.fromEntries(
  built.map((screen) => [screen.route, screen]),
)
