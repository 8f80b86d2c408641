import { masterOperations } from '#kernel/master-operations.ts'
import { ownerCodeFormat } from '../tables/owner-code-format.ts'
import { owners } from './masters.ts'

const kept = masterOperations('master', 'code-format', ownerCodeFormat)

/**
 * Who keeps the owners writes their formats; whoever scans goods reads by them. On InventoryMove a
 * scan goes into the field in focus, so the screen itself says nothing of scans.
 */
export const codeFormats = {
  save: { ...kept.save, with: [owners.save] },
  query: { ...kept.query, with: [owners.query, 'scans'], menus: ['InventoryMove'] },
} as const
