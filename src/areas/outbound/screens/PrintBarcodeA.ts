import { labelScreen } from '#kernel/label-screen.ts'
import { labelsA } from '../operations/labels.ts'

export const printBarcodeAScreen = labelScreen('PrintBarcodeA', labelsA)
