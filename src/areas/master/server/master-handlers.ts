import type { Reference } from '#server/engine/table-save.ts'

export { masterHandlers } from '#server/engine/master-handlers.ts'

export const toOwner: Reference = { columns: ['OWNER_CD'], table: 'owner' }
export const toStock: Reference = { columns: ['OWNER_CD', 'STOCK_CD'], table: 'stock' }
