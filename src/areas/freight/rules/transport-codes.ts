import { label, type Label } from '#kernel/label.ts'

function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0)
}

function checkDigitError(digit: number): Label {
  return label(
    `검사숫자가 맞지 않습니다(끝자리 ${digit}).`,
    `The check digit is wrong (it should end in ${digit}).`,
  )
}

/**
 * Validation error for a ship's IMO number: six digits weighted 7 to 2, then the last digit of the
 * sum.
 */
export function vesselImoError(imoNo: string): Label | undefined {
  if (!/^\d{7}$/.test(imoNo)) {
    return label('IMO 번호는 숫자 7자리입니다.', 'An IMO number has 7 digits.')
  }
  const digit = weightedSum(imoNo, [7, 6, 5, 4, 3, 2]) % 10
  return imoNo.endsWith(String(digit)) ? undefined : checkDigitError(digit)
}

/** Validation error for a company's IMO number, which uses different weights than a ship's. */
export function companyImoError(imoNo: string): Label | undefined {
  if (!/^\d{7}$/.test(imoNo)) {
    return label('IMO 회사번호는 숫자 7자리입니다.', 'An IMO company number has 7 digits.')
  }
  const digit = (11 - (weightedSum(imoNo, [8, 6, 4, 2, 9, 7]) % 11)) % 10
  return imoNo.endsWith(String(digit)) ? undefined : checkDigitError(digit)
}

/**
 * Validation error for an air waybill number: three airline digits and eight more. The eighth is
 * the first seven modulo 7. A hyphen after the airline digits is allowed.
 */
export function airWaybillError(awbNo: string): Label | undefined {
  const serial = /^\d{3}-?(\d{8})$/.exec(awbNo)?.[1]
  if (serial === undefined) {
    return label(
      'AWB 번호는 항공사 3자리와 숫자 8자리입니다.',
      'An air waybill number is the 3-digit airline prefix followed by 8 digits.',
    )
  }
  const digit = Number(serial.slice(0, 7)) % 7
  return serial.endsWith(String(digit)) ? undefined : checkDigitError(digit)
}

/** Validation error for a SCAC: four letters for sea carriers, two to four for land carriers. */
export function scacError(scac: string, mode = 'SEA'): Label | undefined {
  const shape = mode === 'SEA' ? /^[A-Z]{4}$/ : /^[A-Z]{2,4}$/
  if (shape.test(scac)) return undefined
  return mode === 'SEA'
    ? label('선사의 SCAC은 영문 4자리입니다.', 'The SCAC of a sea carrier has 4 letters.')
    : label('SCAC은 영문 2~4자리입니다.', 'A SCAC has 2 to 4 letters.')
}

/**
 * Validation error for a UN/LOCODE: two country letters and three letters or digits from 2 to 9.
 */
export function locodeError(locode: string): Label | undefined {
  if (/^[A-Z]{2}[A-Z2-9]{3}$/.test(locode)) return undefined
  return label(
    'UN/LOCODE는 국가 2자리와 지명 3자리입니다(숫자는 2~9).',
    'A UN/LOCODE has 2 letters for the country and 3 characters for the place (digits 2 to 9).',
  )
}

/** Validation error for a call sign: three to seven letters and digits. */
export function callSignError(callSign: string): Label | undefined {
  if (/^[A-Z0-9]{3,7}$/.test(callSign)) return undefined
  return label('호출부호는 영문·숫자 3~7자리입니다.', 'A call sign has 3 to 7 letters and digits.')
}
