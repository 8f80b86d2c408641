/** Types of the part of fontkit 2 in use; the package has none. */
declare module 'fontkit' {
  export interface CoveredFont {
    /** Code points that the font covers. */
    readonly characterSet: readonly number[]
  }

  export function create(file: Uint8Array): CoveredFont
}
