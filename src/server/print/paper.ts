/** Portrait width and height in points. B sizes follow JIS, as used in Korean offices. */
export const paperSizes = {
  A3: { width: 841.89, height: 1190.55 },
  A4: { width: 595.28, height: 841.89 },
  A5: { width: 419.53, height: 595.28 },
  B4: { width: 728.5, height: 1031.81 },
  B5: { width: 515.91, height: 728.5 },
  LETTER: { width: 612, height: 792 },
  LEGAL: { width: 612, height: 1008 },
} as const

export type Paper = keyof typeof paperSizes

export function parsePaper(name: string): Paper | undefined {
  const names = Object.keys(paperSizes) as Paper[]
  return names.find((paper) => paper === name.trim().toUpperCase())
}
