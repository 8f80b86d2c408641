import { code, text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'

/** Serials of the pieces of a row: numbers and ranges (`SN0001~SN0100`), separated by spaces. */
export const serials = text(label('시리얼', 'Serials'), { width: 160, maxLength: 20_000 })

/** Serial of one piece. Case-insensitive. */
export const serialNo = code(label('시리얼', 'Serial'), { width: 150, maxLength: 60 })
