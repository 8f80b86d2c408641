import { supplyChainArea } from '#areas/supply-chain/area.ts'

/**
 * Menus that users of an owner's branches and partners may have at all, whatever their roles say:
 * what these ask knows whose rows they may see. Everything else shows an owner's rows as a whole.
 */
export const partnerMenus: readonly string[] = [
  ...supplyChainArea.menus,
  ...(supplyChainArea.popups ?? []),
].flatMap(({ entries }) => entries.map(({ route }) => route))
