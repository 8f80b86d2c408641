/** Where the goods are and what they are, in the order people walk. */
export const promisedColumns = [
  'ZONE_CD',
  'CELL_CD',
  'STOCK_CD',
  'STOCK_NM',
  'LOT_NO',
  'VALID_DT',
] as const
