import { supplyChainArea } from '#areas/supply-chain/area.ts'

/**
 * The only menus available to users of an owner's branches and partners, regardless of their roles.
 * The queries of these menus filter by partner; all others show an owner's rows without that
 * filter.
 */
export const partnerMenus: readonly string[] = [
  ...supplyChainArea.menus,
  ...(supplyChainArea.popups ?? []),
].flatMap(({ entries }) => entries.map(({ route }) => route))
