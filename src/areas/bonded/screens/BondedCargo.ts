import { documentScreens } from '#kernel/document-screens.ts'
import { grid } from '#kernel/screen.ts'
import { cargoItems, cargos, saveCargos, uploadCargos } from '../operations/cargo.ts'
import { cargoDocument } from '../tables/cargo.ts'
import { cargoStatus } from '../rules/cargo-status.ts'
import { cargoTone, holdTone } from './cargo-tone.ts'

const { doc } = documentScreens({
  document: cargoDocument,
  search: [
    'OWNER_CD',
    'EXPECT_DT',
    'CARGO_NO',
    'MBL_NO',
    'HBL_NO',
    'BOND_NO',
    'BOOKING_ID',
    'STATE_CD',
  ],
  heads: grid({
    source: cargos,
    rowTone: holdTone,
    columns: [
      { field: 'BOND_NO', identifies: true },
      { field: 'STATE_CD', tone: cargoTone },
      'OWNER_CD',
      'OWNER_NM',
      { field: 'CARGO_NO', identifies: true },
      { field: 'MBL_NO', identifies: true },
      { field: 'HBL_NO', identifies: true },
      'BL_TYPE_CD',
      { field: 'EXPECT_DT', default: 'today' },
      'SHED_CD',
      'PKG_QTY',
      'PKG_UNIT_CD',
      'KG',
      'CBM',
      'GOODS_NM',
      'GOODS_CLASS_CD',
      'VESSEL_NM',
      'VOYAGE_NO',
      'ENTRY_DT',
      'LOAD_PORT_CD',
      'UNLOAD_PORT_CD',
      'CNTR_NO',
      'SEAL_NO',
      'CARRIER_NM',
      'FORWARDER_NM',
      'CONSIGNEE_NM',
      'CUSTOM_VALUE',
      'PRIOR_DAYS',
      'OWNER_ORDER_NO',
      'BOOKING_ID',
      'HELD_YN',
      'IN_PKG_QTY',
      'OUT_PKG_QTY',
      'REMARK',
      'UPDATED_BY',
      'UPDATED_AT',
    ],
  }),
  lines: grid({
    source: cargoItems,
    columns: [
      'LINE_NO',
      'STOCK_CD',
      'STOCK_NM',
      'ITEM_PKG_QTY',
      'ORDER_QTY',
      'UNPACK_QTY',
      'LOT_NO',
      'MADE_DT',
      'VALID_DT',
      'CELL_CD',
      'REMARK',
    ],
  }),
})

const typed = doc('BondedCargo', saveCargos, { sample: 'N', open: cargoStatus.expected })

export const bondedCargoScreen = {
  ...typed,
  // Cargo has no samples.
  grid: { ...typed.grid, fixed: {} },
  sheet: {
    save: uploadCargos,
    columns: Object.keys(uploadCargos.input),
    header: {},
  },
} as const
