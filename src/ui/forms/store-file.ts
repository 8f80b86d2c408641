import type { WireRow } from '#kernel/field.ts'
import { upload } from '#ui/remote/api.ts'

/** A stored file as the server names it. */
export interface StoredFile extends WireRow {
  readonly FILE_SN: string
  readonly FILE_NM: string
}

/** Stores a file; one of an owner's goods is seen by those who see the owner. Throws CallError. */
export async function storeFile(file: File, row: WireRow | undefined): Promise<StoredFile> {
  const owner = row?.['OWNER_CD']
  const parts = typeof owner === 'string' ? { OWNER_CD: owner } : undefined
  const { data } = await upload<{ data: StoredFile[] }>('/api/file/fileUpload', file, parts)
  const [stored] = data
  if (!stored) throw new Error('the answer names no file')
  return stored
}
