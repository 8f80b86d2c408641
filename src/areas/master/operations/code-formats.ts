import { masterOperations } from '#kernel/master-operations.ts'
import { ownerCodeFormat } from '../tables/owner-code-format.ts'
import { owners } from './masters.ts'

const kept = masterOperations('master', 'code-format', ownerCodeFormat)

/**
 * Users who maintain owners edit their formats. Users who scan read them. On InventoryMove a scan
 * fills the focused field, and the screen itself declares no scans.
 */
export const codeFormats = {
  save: { ...kept.save, with: [owners.save] },
  query: { ...kept.query, with: [owners.query, 'scans'], menus: ['InventoryMove'] },
} as const
