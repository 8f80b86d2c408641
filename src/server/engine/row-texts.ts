import { josa } from '#kernel/josa.ts'
import type { Value } from '#kernel/field.ts'
import { label, type Label } from '#kernel/label.ts'

export const rowDeleted = label('다른 사용자가 삭제한 행입니다.', 'Another user deleted this row.')

export const repeatedKey = (key: string, first: number): Label =>
  label(`${key}${josa(key, '이/가')} ${first}행과 중복됩니다.`, `${key} is also in row ${first}.`)

export const existingKey = (key: string): Label =>
  label(`${key}${josa(key, '은/는')} 이미 있습니다.`, `${key} already exists.`)

export const unknownReference = (title: Label, value: Value | undefined): Label =>
  label(
    `${title.ko} ${value ?? ''}${josa(value ?? '', '이/가')} 등록되어 있지 않습니다.`,
    `${title.en} not found: ${value ?? ''}`,
  )

export const repeatedRowNumber = (no: number): Label =>
  label(`행 번호 ${no}${josa(no, '이/가')} 두 번 있습니다.`, `Row number ${no} is listed twice.`)
