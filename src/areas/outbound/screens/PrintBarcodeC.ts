import { labelScreen } from '#kernel/label-screen.ts'
import { labelsC } from '../operations/labels.ts'

export const printBarcodeCScreen = labelScreen('PrintBarcodeC', labelsC)
