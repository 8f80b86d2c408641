import { masterOperations } from '#kernel/master-operations.ts'
import { ownerCodeFormat } from '../tables/owner-code-format.ts'

const kept = masterOperations('master', 'code-format', ownerCodeFormat, 'Owner')

/** Who keeps the owners writes their formats; whoever scans goods reads by them. */
export const codeFormats = {
  save: kept.save,
  query: {
    ...kept.query,
    menus: [
      'Owner',
      'ReceivingByOrder',
      'Picking',
      'PickingCancel',
      'ShippedCheck',
      'PackingInterfacePikl',
      'InventoryMove',
      'CellMove',
      'BoxMove',
      'PalletMove',
    ],
  },
}
