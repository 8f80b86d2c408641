import { labelScreen } from '#kernel/label-screen.ts'
import { labelsB } from '../operations/labels.ts'

export const printBarcodeBScreen = labelScreen('PrintBarcodeB', labelsB)
