import { josa } from '#kernel/josa.ts'
import type { Value } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'

export const documentNotFound = label('전표를 찾을 수 없습니다.', 'Document not found.')

export const documentNotEditable = label(
  '다음 단계로 진행된 전표는 수정할 수 없습니다. 진행된 작업을 먼저 취소하세요.',
  'This document is already at a later step. Cancel that step first.',
)

export const documentHasNoLines = label(
  '행이 없는 전표는 저장할 수 없습니다. 행을 추가하거나 전표를 취소하세요.',
  'A document needs at least one line. Add one or cancel the document.',
)

export const ownerNotEditable = label(
  '저장된 전표의 화주는 변경할 수 없습니다.',
  'The owner of a saved document cannot be changed.',
)

export const repeatedDocumentText = (first: number): Label =>
  label(`${first}행과 같은 전표입니다.`, `Same document as row ${first}.`)

export const repeatedOrderText = (title: Label | undefined, order: Value, first: number): Label =>
  label(
    `${title?.ko} ${order}${josa(order, '이/가')} ${first}행과 중복됩니다.`,
    `${title?.en} ${order} is also in row ${first}.`,
  )
