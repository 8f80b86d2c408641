import { buffer } from 'node:stream/consumers'
import type { MultipartFile } from '@fastify/multipart'
import { z } from 'zod'
import { fileSources } from '#server/files/file-sources.ts'
import { keepFilesPermission } from '#server/files/file-rights.ts'
import { label } from '#kernel/label.ts'
import type { Caller } from '#server/auth/caller.ts'
import { canCall } from '#server/auth/grants.ts'
import { attachmentHeader } from '#server/files/content-disposition.ts'
import { textType } from '#server/files/text-type.ts'
import { readSiteLogo } from '#server/files/site-files.ts'
import {
  assertQuotaLeft,
  discardFiles,
  findStoredFile,
  receiveFile,
  storeFiles,
  type CanReport,
  type FileStore,
  type FoundFile,
  type ReceivedFile,
  type UploadRequest,
} from '#server/files/stored-files.ts'
import { AppError, forbidden } from '#server/base/app-error.ts'
import { getRoute } from './get-route.ts'
import { currentContext, type SignedContext } from './context.ts'
import type { SiteSettings } from './site-settings.ts'
import { route } from './route.ts'
import { logEvent } from './security-log.ts'

const maxFileBytes = 20 * 1024 * 1024
const maxFiles = 10
const maxUploadBytes = 40 * 1024 * 1024
/** Maximum size of an inline image, before base64 makes it a third larger. */
const maxImageBytes = 5 * 1024 * 1024

const serial = z.string().max(100)
const fileBody = z
  .looseObject({ fileSn: serial.optional(), FILE_SN: serial.optional() })
  .transform((body) => ({ fileSn: body.fileSn ?? body.FILE_SN ?? '' }))

/** Upload, download and inline images of stored files (spec §7). */
export function storedFileRoutes(store: FileStore, canReport: CanReport) {
  return [
    route({
      path: '/api/file/fileUpload',
      counts: 'large',
      access: 'granted',
      scope: 'operation',
      body: z.unknown(),
      answer: async (_, signed) => {
        rejectWithoutUpload(signed)
        const { db } = signed
        await assertQuotaLeft(db, store, signed.caller.userId)
        const upload = await receiveUpload(signed)
        // Receiving files can take minutes, in which the session can end or lose permissions.
        const caller = await currentUploader(signed).catch(async (error: unknown) => {
          await discardFiles(db, upload.files)
          throw error
        })
        return { data: await storeFiles(db, store, caller, upload) }
      },
    }),
    route({
      path: '/api/file/fileDownload',
      counts: 'export',
      access: 'granted',
      scope: 'operation',
      body: fileBody,
      answer: async ({ fileSn }, signed) => sendFile(signed, { serial: fileSn, canReport }),
    }),
    route({
      path: '/api/file/base64ImageDownload',
      counts: 'export',
      access: 'granted',
      scope: 'operation',
      body: fileBody,
      answer: async ({ fileSn }, signed) => {
        const file = await findReadableFile(signed, { serial: fileSn, canReport })
        if (!file.mediaType.startsWith('image/') || file.byteCount > maxImageBytes) {
          const text = label('이미지 파일이 아닙니다.', 'Not an image file.')
          throw new AppError(422, 'NOT_AN_IMAGE', text)
        }
        const bytes = await buffer(file.read())
        const { request, session } = signed
        logEvent(request, { kind: 'FILE', userId: session.userId, subject: fileSn })
        return { data: bytes.toString('base64'), MEDIA_TYPE: file.mediaType, FILE_NM: file.name }
      },
    }),
  ]
}

function rejectWithoutUpload({ session }: SignedContext): void {
  if (!canCall(session.grants, keepFilesPermission)) throw forbidden()
}

async function currentUploader(signed: SignedContext): Promise<Caller> {
  const current = await currentContext(signed)
  rejectWithoutUpload(current)
  return current.caller
}

/** Downloads in a new window, where all parameters are in the URL (spec §2). */
export function downloadRoutes(canReport: CanReport) {
  return [
    getRoute({
      path: '/api/file/fileDownload',
      counts: 'export',
      access: 'granted',
      scope: 'operation',
      query: fileBody,
      answer: async ({ fileSn }, signed) => sendFile(signed, { serial: fileSn, canReport }),
    }),
  ]
}

/** Public because the login page shows logo and phone number. */
export function logoRoutes(site: Pick<SiteSettings, 'dataDir' | 'helpPhone' | 'sso'>) {
  return [
    route({
      path: '/api/file/logoImageDownload',
      access: 'public',
      scope: 'none',
      body: z.looseObject({}),
      answer: async (_, { db }) => {
        const { bytes, mediaType } = await readSiteLogo(db, site.dataDir)
        return {
          data: bytes.toString('base64'),
          MEDIA_TYPE: mediaType,
          HELP_PHONE: site.helpPhone ?? '',
          SSO_NAME: site.sso?.name ?? null,
        }
      },
    }),
  ]
}

type FileReader = Parameters<typeof findStoredFile>[2]

/** Records a refusal, because the page offers only files that its user can open. */
async function findReadableFile(
  { db, session, request }: SignedContext,
  wanted: FileReader,
): Promise<FoundFile> {
  return findStoredFile(db, session, wanted).catch((error: unknown) => {
    if (error instanceof AppError) {
      const { userId } = session
      const event = { kind: 'FILE', outcome: 'REFUSED', userId, detail: error.code } as const
      logEvent(request, { ...event, subject: wanted.serial.toWellFormed() })
    }
    throw error
  })
}

/** Sent as an attachment, so the browser never displays the content. */
async function sendFile(signed: SignedContext, wanted: FileReader) {
  const { session, request, reply } = signed
  const file = await findReadableFile(signed, wanted)
  const isText = file.mediaType.startsWith('text/')
  // Declares the detected charset. Fastify would label other text as UTF-8.
  const type = isText ? await textType(file.mediaType, file.read()) : file.mediaType
  logEvent(request, { kind: 'FILE', userId: session.userId, subject: wanted.serial })
  reply.header('content-disposition', attachmentHeader(file.name))
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  reply.header('x-content-type-options', 'nosniff')
  reply.header('content-length', file.byteCount)
  reply.type(type)
  return file.read()
}

/** Writes the files of an upload as they arrive. On an error, discards them and throws AppError. */
async function receiveUpload({ db, request }: SignedContext): Promise<UploadRequest> {
  if (!request.isMultipart()) throw noFileError()
  const files: ReceivedFile[] = []
  const parts: Record<string, string> = {}
  const limits = { fileSize: maxFileBytes, files: maxFiles, fields: 30, fieldSize: 4096 }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        const remaining = files.reduce((rest, { byteCount }) => rest - byteCount, maxUploadBytes)
        files.push(
          await receiveFile(db, { name: part.filename, content: readContent(part, remaining) }),
        )
      } else if (typeof part.value === 'string' && /^\w{1,60}$/.test(part.fieldname)) {
        parts[part.fieldname] = part.value.replaceAll('\0', '').toWellFormed()
      }
    }
    if (files.length === 0) throw noFileError()
  } catch (error) {
    await discardFiles(db, files)
    throw error
  }
  const owner = parts['OWNER_CD'] ?? ''
  return { files, parts, source: fileSources.upload, owner: owner === '' ? null : owner }
}

async function* readContent({ file }: MultipartFile, maxBytes: number): AsyncGenerator<Buffer> {
  let total = 0
  for await (const chunk of file) {
    const bytes: Buffer = chunk
    total += bytes.length
    if (total > maxBytes) throw uploadTooLargeError()
    yield bytes
  }
  // At the size limit, the stream ends as if the file were complete.
  if (file.truncated) throw Object.assign(new Error('file above the limit'), { statusCode: 413 })
}

function uploadTooLargeError(): AppError {
  const mb = maxUploadBytes / 1024 / 1024
  const text = label(`한 번에 ${mb}MB까지 올릴 수 있습니다.`, `At most ${mb} MB at a time.`)
  return new AppError(413, 'UPLOAD_TOO_LARGE', text)
}

function noFileError(): AppError {
  return new AppError(400, 'FILE_MISSING', label('파일이 없습니다.', 'No file.'))
}
