import type { PrintOut } from '#kernel/operation.ts'
import { grid, type PrintScreen } from '#kernel/screen.ts'
import { arrivalLines } from '../operations/cargo.ts'
import { releaseLines } from '../operations/release.ts'
import { lineTone } from './cargo-tone.ts'

const search = ['OWNER_CD', 'DONE_AT', 'CARGO_NO', 'HBL_NO', 'BASIS_NO', 'REPORT_NO']
/** Columns that users search a register by. In narrow searches they collapse last. */
const lead = <Name extends string>(field: Name) => ({ field, leads: true }) as const
const line = [
  lead('REPORT_NO'),
  { field: 'STANDING_CD', tone: lineTone },
  lead('DONE_AT'),
  lead('CARGO_NO'),
  lead('BASIS_NO'),
  'SPLIT_CD',
  'SPLIT_SEQ',
  lead('PKG_QTY'),
  lead('KG'),
] as const
const cargo = ['OWNER_CD', 'HBL_NO', 'TYPE_CD', 'MBL_NO', 'GOODS_NM'] as const
const people = ['PERSON_NM', 'VEHICLE_NO', 'REMARK', 'USER_ID', 'LINE_ID'] as const

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
        ...(of === 'register' ? [lead('REGISTER_NO')] : []),
        ...line,
        'UNPACK_QTY',
        'FAULT_CD',
        ...cargo,
        ...people,
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
        ...(of === 'register' ? [lead('REGISTER_NO')] : []),
        ...line,
        lead('REST_PKG_QTY'),
        lead('REST_KG'),
        'QTY',
        'LEAVE_CD',
        ...cargo,
        ...people,
        ...(of === 'register' ? (['REGISTER_YEAR'] as const) : []),
      ],
    }),
  }
}
