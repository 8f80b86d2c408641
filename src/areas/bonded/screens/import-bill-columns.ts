/** Cargo columns that the screens for import bills share. */
export const cargoColumns = [
  'POL_CD',
  'POD_CD',
  'GOODS_NM',
  'PACKAGE_QTY',
  'PACKAGE_CD',
  'WEIGHT_KG',
  'CBM',
] as const
