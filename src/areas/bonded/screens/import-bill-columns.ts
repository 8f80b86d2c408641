/** Cargo of an import bill, as its screens show it. */
export const cargoColumns = [
  'POL_CD',
  'POD_CD',
  'GOODS_NM',
  'PACKAGE_QTY',
  'PACKAGE_CD',
  'WEIGHT_KG',
  'CBM',
] as const
