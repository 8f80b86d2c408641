import { withOptions } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'
import { defineProcedure, defineQuery } from '#kernel/operation.ts'
import { pick } from '#kernel/table.ts'
import { attachedFile } from '../tables/attached-file.ts'

const common = {
  menus: ['AttachFilePopup', 'OutAttachFilePopup'],
  scope: 'warehouse-owner',
} as const

export const attachments = defineQuery({
  ...common,
  name: 'system/attachments',
  title: label('첨부파일 조회', 'Attachments'),
  action: 'search',
  search: pick(attachedFile, ['DOC_NO', 'OWNER_CD', 'FILE_NM', 'ATTACHED_BY']),
  output: attachedFile.fields,
})

function change(name: string, title: Label) {
  const { DOC_NO, FILE_SN } = attachedFile.fields
  return defineProcedure({
    ...common,
    name: `system/${name}`,
    title,
    action: 'save',
    input: {
      DOC_NO: withOptions(DOC_NO, { required: true }),
      FILE_SN: withOptions(FILE_SN, { required: true }),
    },
    maxRows: 100,
  })
}

export const attachFiles = change('attach-files', label('파일 첨부', 'Attach files'))

/** Detaches files from the document. They remain with the user who uploaded them. */
export const detachFiles = change('detach-files', label('첨부 해제', 'Detach files'))
