import type { PrintOut } from '#kernel/operation.ts'
import { grid, type PrintScreen } from '#kernel/screen.ts'
import { arrivalLines } from '../operations/cargo.ts'
import { releaseLines } from '../operations/release.ts'
import { lineTone } from './cargo-tone.ts'

const search = ['OWNER_CD', 'DONE_AT', 'CARGO_NO', 'HBL_NO', 'BASIS_NO', 'REPORT_NO']
/** Columns that users search a register by. In narrow searches they collapse last. */
const leadingColumn = <Name extends string>(field: Name) => ({ field, leads: true }) as const
const lineColumns = [
  leadingColumn('REPORT_NO'),
  { field: 'STANDING_CD', tone: lineTone },
  leadingColumn('DONE_AT'),
  leadingColumn('CARGO_NO'),
  leadingColumn('BASIS_NO'),
  'SPLIT_CD',
  'SPLIT_SEQ',
  leadingColumn('PKG_QTY'),
  leadingColumn('KG'),
] as const
const cargoColumns = ['OWNER_CD', 'HBL_NO', 'TYPE_CD', 'MBL_NO', 'GOODS_NM'] as const
const personColumns = ['PERSON_NM', 'VEHICLE_NO', 'REMARK', 'USER_ID', 'LINE_ID'] as const

/**
 * Print-outs of selected lines contain only valid lines. Registers contain every line by number.
 */
const validLines = { STANDING_CD: 'STANDS,CORRECTION' }

export function arrivalLinesScreen(
  route: string,
  printOut: PrintOut,
  of: 'register' | 'paper',
): PrintScreen {
  return {
    kind: 'print',
    route,
    search,
    searchAtOpen: true,
    printOut,
    grid: grid({
      source: arrivalLines,
      checks: true,
      ...(of === 'paper' && { fixed: validLines }),
      columns: [
        ...(of === 'register' ? [leadingColumn('REGISTER_NO')] : []),
        ...lineColumns,
        'UNPACK_QTY',
        'FAULT_CD',
        ...cargoColumns,
        ...personColumns,
        ...(of === 'register' ? (['REGISTER_YEAR'] as const) : []),
      ],
    }),
  }
}

export function releaseLinesScreen(
  route: string,
  printOut: PrintOut,
  of: 'register' | 'paper',
): PrintScreen {
  return {
    kind: 'print',
    route,
    search,
    searchAtOpen: true,
    printOut,
    grid: grid({
      source: releaseLines,
      checks: true,
      ...(of === 'paper' && { fixed: validLines }),
      columns: [
        ...(of === 'register' ? [leadingColumn('REGISTER_NO')] : []),
        ...lineColumns,
        leadingColumn('REST_PKG_QTY'),
        leadingColumn('REST_KG'),
        'QTY',
        'LEAVE_CD',
        ...cargoColumns,
        ...personColumns,
        ...(of === 'register' ? (['REGISTER_YEAR'] as const) : []),
      ],
    }),
  }
}
