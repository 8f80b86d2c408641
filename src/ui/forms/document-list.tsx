import type { JSX } from 'react'
import type { WireRow } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { call } from '#ui/remote/api.ts'
import { HelpList, type HelpColumn } from './value-help.tsx'

const columns: readonly HelpColumn[] = [
  { name: 'CODE', title: label('전표번호', 'Document no.'), width: '160px' },
  { name: 'NAME', title: label('내용', 'Description'), width: '1fr' },
  { name: 'OWNER_CD', title: label('화주', 'Owner'), width: '90px' },
  { name: 'DETAIL', title: label('상세', 'Lines'), width: '150px' },
]

async function findDocuments(text: string, kinds: readonly string[]): Promise<readonly WireRow[]> {
  if (text.trim() === '') return []
  const path = '/api/records/search'
  const { data } = await call<{ data: WireRow[] }>(path, { SEARCH: text }, { quiet: true })
  return data.filter((row) => kinds.includes(String(row['KIND'])))
}

interface Props {
  readonly text: string
  readonly kinds: readonly string[]
  readonly close: (row?: WireRow) => void
}

export function DocumentList({ text, kinds, close }: Props): JSX.Element {
  return (
    <HelpList
      text={text}
      columns={columns}
      find={(typed) => findDocuments(typed, kinds)}
      placeholder={label('전표번호', 'Document number')}
      none={label('번호의 앞부분을 입력하세요.', 'Enter the beginning of the number.')}
      close={close}
    />
  )
}
