import { labelScreen } from '#kernel/label-screen.ts'
import { standardLabels } from '../operations/labels.ts'

export const printBarcodeScreen = labelScreen('PrintBarcode', standardLabels)
