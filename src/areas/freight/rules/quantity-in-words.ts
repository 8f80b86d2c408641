const ones = ' ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE'.split(' ')
const teens =
  'TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN'.split(' ')
const belowTwenty = [...ones, ...teens]
const tens = '  TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY'.split(' ')

function spellBelowHundred(quantity: number): string {
  if (quantity < belowTwenty.length) return belowTwenty[quantity] ?? ''
  return [tens[Math.floor(quantity / 10)], belowTwenty[quantity % 10]].filter(Boolean).join('-')
}

/**
 * Spells out a container quantity from 1 to 9999 for the B/L (spec §9): English capitals, hyphens
 * from TWENTY-ONE to NINETY-NINE, no AND. Throws RangeError for other numbers.
 */
export function quantityInWords(quantity: number): string {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 9999) {
    throw new RangeError(`a container quantity in words is 1 to 9999: ${quantity}`)
  }
  const thousands = belowTwenty[Math.floor(quantity / 1000)]
  const hundreds = belowTwenty[Math.floor(quantity / 100) % 10]
  return [
    thousands && `${thousands} THOUSAND`,
    hundreds && `${hundreds} HUNDRED`,
    spellBelowHundred(quantity % 100),
  ]
    .filter(Boolean)
    .join(' ')
}
