/** Width and height in points, upright. B sizes are those of JIS, which Korean offices use. */
export const paperSizes = {
  A3: { width: 841.89, height: 1190.55 },
  A4: { width: 595.28, height: 841.89 },
  A5: { width: 419.53, height: 595.28 },
  B4: { width: 728.5, height: 1031.81 },
  B5: { width: 515.91, height: 728.5 },
  LETTER: { width: 612, height: 792 },
  LEGAL: { width: 612, height: 1008 },
} as const

/** A sheet that documents are laid out for. */
export type Paper = keyof typeof paperSizes

/** The paper of a name however it is spelt; undefined for one that nothing is laid out for. */
export function paperOf(name: string): Paper | undefined {
  const names = Object.keys(paperSizes) as Paper[]
  return names.find((paper) => paper === name.trim().toUpperCase())
}
