import type { PrintOut } from '#kernel/operation.ts'
import { grid, type PrintScreen } from '#kernel/screen.ts'
import { inLines } from '../operations/cargo.ts'
import { outLines } from '../operations/release.ts'
import { standingTone } from './cargo-tone.ts'

const search = ['OWNER_CD', 'DONE_AT', 'CARGO_NO', 'HBL_NO', 'BASIS_NO', 'REPORT_NO']
const line = [
  'REPORT_NO',
  { field: 'STANDING_CD', tone: standingTone },
  'DONE_AT',
  'CARGO_NO',
  'SPLIT_CD',
  'SPLIT_SEQ',
  'PKG_QTY',
  'KG',
  'OWNER_CD',
  'HBL_NO',
  'MBL_NO',
  'TYPE_CD',
  'BASIS_NO',
] as const
const people = ['PERSON_NM', 'VEHICLE_NO', 'REMARK', 'USER_ID', 'LINE_ID'] as const
const numbers = ['REGISTER_YEAR', 'REGISTER_NO'] as const

/** Only lines that count are on a paper; a register has every line, by its number. */
const standing = { STANDING_CD: 'STANDS,CORRECTION' }

/** Lines of the arrival register to print: the register itself, or papers of some of its lines. */
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
      source: inLines,
      checks: true,
      ...(of === 'paper' && { fixed: standing }),
      columns: [
        ...(of === 'register' ? numbers : []),
        ...line,
        'UNPACK_QTY',
        'FAULT_CD',
        'GOODS_NM',
        ...people,
      ],
    }),
  }
}

/** Lines of the release register to print: the register itself, or papers of some of its lines. */
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
      source: outLines,
      checks: true,
      ...(of === 'paper' && { fixed: standing }),
      columns: [
        ...(of === 'register' ? numbers : []),
        ...line,
        'QTY',
        'REST_PKG_QTY',
        'REST_KG',
        'GOODS_NM',
        'LEAVE_CD',
        ...people,
      ],
    }),
  }
}
