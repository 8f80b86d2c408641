import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'

/* Rights of the routes that carry files: they take and give bytes, which no rows hold. */

const common = {
  with: ['files'],
  menus: ['AttachFilePopup', 'OutAttachFilePopup', 'control'],
  scope: 'warehouse-owner',
} as const

/** Files come in where a screen has a field for them. */
export const keepFiles = defineProcedure({
  ...common,
  name: 'system/keep-files',
  title: label('파일 업로드', 'Upload files'),
  action: 'save',
  input: {},
})

/** Files of others within reach; everybody has those he uploaded himself. */
export const readFiles = defineQuery({
  ...common,
  name: 'system/read-files',
  title: label('파일 다운로드', 'Download files'),
  action: 'search',
  search: {},
  output: {},
})
