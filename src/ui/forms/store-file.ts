import type { WireRow } from '#kernel/field.ts'
import { upload } from '#ui/remote/api.ts'

export interface StoredFile extends WireRow {
  readonly FILE_SN: string
  readonly FILE_NM: string
}

/**
 * Uploads a file. A file for an owner's stock is visible to users who can see the owner. Throws
 * CallError.
 */
export async function storeFile(file: File, row: WireRow | undefined): Promise<StoredFile> {
  const owner = row?.['OWNER_CD']
  const parts = typeof owner === 'string' ? { OWNER_CD: owner } : undefined
  const { data } = await upload<{ data: StoredFile[] }>('/api/file/fileUpload', file, parts)
  const [stored] = data
  if (!stored) throw new Error('the answer names no file')
  return stored
}
