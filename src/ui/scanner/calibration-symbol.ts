import { drawingSVG, gs1_128, gs1datamatrix } from 'bwip-js/browser'
import { calibrationCode } from './calibration.ts'

export function calibrationSymbols(): { readonly matrix: string; readonly linear: string } {
  const common = { text: calibrationCode.gs1, paddingwidth: 4, paddingheight: 4 }
  return {
    matrix: gs1datamatrix({ ...common, bcid: 'gs1datamatrix', scale: 4 }, drawingSVG()),
    linear: gs1_128({ ...common, bcid: 'gs1-128', scale: 2, height: 14 }, drawingSVG()),
  }
}
