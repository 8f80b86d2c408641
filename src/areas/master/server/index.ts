import type { Handler } from '#server/engine/handler.ts'
import { cellLabelsHandler } from './cell-labels.ts'
import { codeFormatHandlers } from './code-formats.ts'
import { generateCellsHandler } from './generate-cells.ts'
import { masterTableHandlers } from './masters.ts'
import { ownerMappingHandler, saveOwnerMappingHandler, uploadStocksHandler } from './upload.ts'

export const masterHandlers: readonly Handler[] = [
  ...masterTableHandlers,
  ...codeFormatHandlers,
  cellLabelsHandler,
  generateCellsHandler,
  ownerMappingHandler,
  saveOwnerMappingHandler,
  uploadStocksHandler,
]
