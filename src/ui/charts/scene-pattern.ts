import type { Pattern } from './scene.ts'

export const patternLines: Readonly<Record<Pattern, string>> = {
  hatch: 'M-1,4L4,-1M-1,10L10,-1M3,9L9,3',
  dots: 'M1.5,1.5h2M4.5,4.5h2',
  cross: 'M0,3H6M3,0V6',
  lines: 'M0,2H6M0,5H6',
}

export const PATTERN_SIZE = 6
