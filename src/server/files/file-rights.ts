import { label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'

/* Operations that exist only for permissions: these routes transfer bytes, not rows. */

const common = {
  with: ['files'],
  menus: ['AttachFilePopup', 'OutAttachFilePopup', 'control'],
  scope: 'warehouse-owner',
} as const

export const keepFiles = defineProcedure({
  ...common,
  name: 'system/keep-files',
  title: label('파일 업로드', 'Upload files'),
  action: 'save',
  input: {},
})

/** Files uploaded by others, within scope. Every user can read their own uploads. */
export const readFiles = defineQuery({
  ...common,
  name: 'system/read-files',
  title: label('파일 다운로드', 'Download files'),
  action: 'search',
  search: {},
  output: {},
})
