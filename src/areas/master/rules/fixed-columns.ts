/**
 * Effect that a change of a master column would have on the past, and how it is prevented:
 *
 * - `USE`: documents and reports of the past show the value. Fixed once stock or a document exists.
 * - `STOCK`: fixed while there is stock.
 * - `LOT`, `EXPIRY`: fixed while there is stock that contradicts the new value: stock without a lot
 *   or date when control starts, stock with one when it ends.
 * - `SERIAL`: fixed while there is stock, if either value requires the serials of stock.
 * - `PLACED`: fixed while there is stock in a place that contradicts the new value.
 * - `DATED`: stored by date (`stock_measure`); the past keeps its own value.
 * - `FREE`: only later work reads it.
 */
export type ColumnChange =
  | 'USE'
  | 'STOCK'
  | 'LOT'
  | 'EXPIRY'
  | 'SERIAL'
  | 'PLACED'
  | 'DATED'
  | 'FREE'

export interface FixedTable {
  /** SQL function of the key and the reason that returns what prevents the change. */
  readonly obstacle: string
  readonly columns: Readonly<Record<string, ColumnChange>>
}

/** Decision on every editable column of the masters that stock depends on. */
export const fixedTables = {
  stock: {
    obstacle: 'item_obstacle',
    columns: {
      STOCK_NM: 'FREE',
      BARCODE: 'FREE',
      GROUP_CD: 'DATED',
      UNIT_CD: 'USE',
      BOX_QTY: 'DATED',
      CBM: 'DATED',
      WEIGHT_KG: 'DATED',
      UNIT_VALUE: 'DATED',
      GOODS_YN: 'USE',
      LOT_YN: 'LOT',
      VALID_YN: 'EXPIRY',
      SERIAL_CD: 'SERIAL',
      ALLOC_CD: 'FREE',
      WHOLE_YN: 'FREE',
      TEMPERATURE_CD: 'PLACED',
      STORE_CD: 'PLACED',
      HAZARD_CD: 'PLACED',
      RECEIPT_LIFE_DAYS: 'FREE',
      USE_YN: 'FREE',
      REMARK: 'FREE',
    },
  },
  cell: {
    obstacle: 'cell_obstacle',
    columns: {
      ZONE_CD: 'USE',
      CELL_TYPE_CD: 'STOCK',
      ROLE_CD: 'FREE',
      PICK_SEQ: 'FREE',
      CAPACITY_CBM: 'FREE',
      MIX_CD: 'FREE',
      MAX_KG: 'FREE',
      MAX_PLT: 'FREE',
      OWNER_CD: 'PLACED',
      LOCK_YN: 'FREE',
      USE_YN: 'FREE',
      REMARK: 'FREE',
    },
  },
  zone: {
    obstacle: 'zone_obstacle',
    columns: {
      ZONE_NM: 'FREE',
      TEMPERATURE_CD: 'USE',
      PICK_SEQ: 'FREE',
      STORE_CDS: 'PLACED',
      HAZARD_CDS: 'PLACED',
      OWNER_CD: 'PLACED',
      LOCK_YN: 'FREE',
      USE_YN: 'FREE',
      REMARK: 'FREE',
    },
  },
} as const satisfies Readonly<Record<string, FixedTable>>
