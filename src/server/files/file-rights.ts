import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'

/* Operations that exist only to be granted: the file routes transfer bytes, not rows. */

const common = {
  with: ['files'],
  menus: ['AttachFilePopup', 'OutAttachFilePopup', 'control'],
  scope: 'warehouse-owner',
} as const

export const keepFilesPermission = defineProcedure({
  ...common,
  name: 'system/keep-files',
  title: label('파일 업로드', 'Upload files'),
  action: 'save',
  input: {},
})

/**
 * Permission to read files that other users uploaded, within scope. Users can always read their own
 * uploads.
 */
export const readFilesPermission = defineQuery({
  ...common,
  name: 'system/read-files',
  title: label('파일 다운로드', 'Download files'),
  action: 'search',
  search: {},
  output: {},
})
