import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { keepFiles } from '#server/files/file-rights.ts'
import { label } from '#kernel/label.ts'
import { mayCall } from '#server/auth/grants.ts'
import { attachment } from '#server/files/content-disposition.ts'
import { textType } from '#server/files/text-type.ts'
import { readSiteLogo } from '#server/files/site-logo.ts'
import {
  findStoredFile,
  storeFiles,
  type FileStore,
  type UploadedFile,
  type UploadRequest,
} from '#server/files/stored-files.ts'
import { AppError, forbidden } from '#server/base/app-error.ts'
import { getRoute } from './get-route.ts'
import type { Signed } from './context.ts'
import type { SiteSettings } from './site-settings.ts'
import { route } from './route.ts'
import { note } from './security-notes.ts'

const fileBytesMax = 20 * 1024 * 1024
const filesMax = 10
const uploadBytesMax = 40 * 1024 * 1024
/** Maximum size of an inline image, which is sent as base64 and a third larger. */
const imageBytesMax = 5 * 1024 * 1024

const serial = z.string().max(100)
const named = z
  .looseObject({ fileSn: serial.optional(), FILE_SN: serial.optional() })
  .transform((body) => ({ fileSn: body.fileSn ?? body.FILE_SN ?? '' }))

/** Upload, download and inline images of stored files (spec §7). */
export function storedFileRoutes(store: FileStore) {
  return [
    route({
      path: '/api/file/fileUpload',
      access: 'granted',
      scope: 'operation',
      body: z.unknown(),
      answer: async (_, { db, session, caller, request }) => {
        if (!mayCall(session.grants, keepFiles)) throw forbidden()
        return { data: await storeFiles(db, store, caller, await readUpload(request)) }
      },
    }),
    route({
      path: '/api/file/fileDownload',
      counts: 'export',
      access: 'granted',
      scope: 'operation',
      body: named,
      answer: async ({ fileSn }, signed) => sendFile(signed, fileSn, store),
    }),
    route({
      path: '/api/file/base64ImageDownload',
      access: 'granted',
      scope: 'operation',
      body: named,
      answer: async ({ fileSn }, { db, session, request }) => {
        const file = await findStoredFile(db, store.dataDir, session, fileSn)
        if (!file.mediaType.startsWith('image/') || file.byteCount > imageBytesMax) {
          const text = label('이미지 파일이 아닙니다.', 'Not an image file.')
          throw new AppError(422, 'NOT_AN_IMAGE', text)
        }
        const bytes = await file.readWhole()
        note(request, { kind: 'FILE', userId: session.userId, subject: fileSn })
        return { data: bytes.toString('base64'), MEDIA_TYPE: file.mediaType, FILE_NM: file.name }
      },
    }),
  ]
}

/** Downloads in a new window, where all parameters are in the URL (spec §2). */
export function fileWindowRoutes(store: FileStore) {
  return [
    getRoute({
      path: '/api/file/fileDownload',
      counts: 'export',
      access: 'granted',
      scope: 'operation',
      query: named,
      answer: async ({ fileSn }, signed) => sendFile(signed, fileSn, store),
    }),
  ]
}

/** Public because the login page shows logo and phone number. */
export function logoRoutes(store: FileStore & Pick<SiteSettings, 'helpPhone' | 'sso'>) {
  return [
    route({
      path: '/api/file/logoImageDownload',
      access: 'public',
      scope: 'none',
      body: z.looseObject({}),
      answer: async () => {
        const { bytes, mediaType } = await readSiteLogo(store.dataDir)
        return {
          data: bytes.toString('base64'),
          MEDIA_TYPE: mediaType,
          HELP_PHONE: store.helpPhone ?? '',
          SSO_NAME: store.sso?.name ?? null,
        }
      },
    }),
  ]
}

/** Sent as an attachment, so the browser never displays the content. */
async function sendFile({ db, session, request, reply }: Signed, fileSn: string, store: FileStore) {
  const file = await findStoredFile(db, store.dataDir, session, fileSn)
  const isText = file.mediaType.startsWith('text/')
  const content = isText ? await file.readWhole() : await file.read()
  note(request, { kind: 'FILE', userId: session.userId, subject: fileSn })
  reply.header('content-disposition', attachment(file.name))
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  reply.header('x-content-type-options', 'nosniff')
  reply.header('content-length', file.byteCount)
  // Declares the detected charset. Fastify would label other text as UTF-8.
  reply.type(
    isText && Buffer.isBuffer(content) ? textType(file.mediaType, content) : file.mediaType,
  )
  return content
}

async function readUpload(request: FastifyRequest): Promise<UploadRequest> {
  if (!request.isMultipart()) throw noFile()
  const files: UploadedFile[] = []
  const parts: Record<string, string> = {}
  let total = 0
  const limits = { fileSize: fileBytesMax, files: filesMax, fields: 30, fieldSize: 4096 }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      total += bytes.length
      if (total > uploadBytesMax) throw tooMuch()
      files.push({ name: part.filename, bytes })
    } else if (typeof part.value === 'string' && /^\w{1,60}$/.test(part.fieldname)) {
      parts[part.fieldname] = part.value.replaceAll('\0', '').toWellFormed()
    }
  }
  if (files.length === 0) throw noFile()
  const owner = parts['OWNER_CD'] ?? ''
  return { files, parts, owner: owner === '' ? null : owner }
}

function tooMuch(): AppError {
  const mb = uploadBytesMax / 1024 / 1024
  const text = label(`한 번에 ${mb}MB까지 올릴 수 있습니다.`, `At most ${mb} MB at once.`)
  return new AppError(413, 'UPLOAD_TOO_LARGE', text)
}

function noFile(): AppError {
  return new AppError(400, 'FILE_MISSING', label('파일이 없습니다.', 'No file.'))
}
