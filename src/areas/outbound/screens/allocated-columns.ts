/** Cell and stock columns, in walking order. */
export const allocatedColumns = [
  'ZONE_CD',
  'CELL_CD',
  'STOCK_CD',
  'STOCK_NM',
  'LOT_NO',
  'VALID_DT',
] as const
