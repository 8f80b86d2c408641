import { label, type Label } from '#kernel/label.ts'

/** Error messages as worded in spec §5. */
const errors = {
  exportLength: label(
    '면장 번호는 14자리 이여야 합니다.',
    'The licence number must have 14 characters.',
  ),
  format: label(
    '형식이 맞지 않은 면장번호 입니다',
    'The licence number does not have the right form.',
  ),
  cargoLength: label(
    '면장 번호는 19 또는 15자리 이여야 합니다.',
    'The licence number must have 19 or 15 characters.',
  ),
  mrnLength: label('MRN No는 11자리 이여야 합니다.', 'The MRN must have 11 characters.'),
  msnLength: label('MSN No는 4자리 이여야 합니다.', 'The MSN must have 4 characters.'),
  msnDigits: label('MSN No는 숫자여야 합니다.', 'The MSN must be digits.'),
  hsnLength: label('HSN No는 4자리 이여야 합니다.', 'The HSN must have 4 characters.'),
  hsnDigits: label('HSN No는 숫자여야 합니다.', 'The HSN must be digits.'),
} as const

/** Export declaration numbers end with a digit, X or R. */
function exportError(licenceNo: string): Label | undefined {
  if (licenceNo.length !== 14) return errors.exportLength
  return /[0-9XR]$/.test(licenceNo) ? undefined : errors.format
}

function digitsError(text: string, length: Label, digits: Label): Label | undefined {
  if (text.length !== 4) return length
  return /^[0-9]{4}$/.test(text) ? undefined : digits
}

/**
 * Validation error for a cargo control number given in parts (spec §5). The MRN has 11 characters
 * and ends with I, E, C or B. The MSN and the optional HSN have 4 digits. Separate parts allow
 * forms to report which one is too short.
 */
export function cargoNumberError(mrn: string, msn: string, hsn = ''): Label | undefined {
  if (mrn.length !== 11) return errors.mrnLength
  if (!/[IECB]$/.test(mrn)) return errors.format
  const msnError = digitsError(msn, errors.msnLength, errors.msnDigits)
  if (msnError || hsn === '') return msnError
  return digitsError(hsn, errors.hsnLength, errors.hsnDigits)
}

/**
 * Validation error for a licence number (spec §5) in capitals without hyphens. Export cargo
 * (`cargoTp` E) has 14 characters. Otherwise it is MRN (11) + MSN (4), optionally followed by HSN
 * (4).
 */
export function licenceError(cargoTp: string, licenceNo: string): Label | undefined {
  if (cargoTp === 'E') return exportError(licenceNo)
  if (licenceNo.length !== 15 && licenceNo.length !== 19) return errors.cargoLength
  return cargoNumberError(licenceNo.slice(0, 11), licenceNo.slice(11, 15), licenceNo.slice(15))
}
