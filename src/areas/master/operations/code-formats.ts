import { masterOperations } from '#kernel/master-operations.ts'
import { ownerCodeFormat } from '../tables/owner-code-format.ts'
import { owners } from './masters.ts'

const formatOperations = masterOperations('master', 'code-format', ownerCodeFormat)

/**
 * Users who maintain owners edit their formats. Users who scan read them. On InventoryMove, a scan
 * fills the focused field; the screen itself handles no scans.
 */
export const codeFormats = {
  save: { ...formatOperations.save, with: [owners.save] },
  query: { ...formatOperations.query, with: [owners.query, 'scans'], menus: ['InventoryMove'] },
} as const
