import { labelScreen } from '#kernel/label-screen.ts'
import { receiptLabels } from '../operations/labels.ts'

export const generateBarcodeScreen = labelScreen('GenerateBarcode', receiptLabels)
