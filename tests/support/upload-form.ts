export interface Part {
  readonly name: string
  readonly file?: string
  readonly content: Buffer | string
}

/** Body and headers of a form with files, as a browser sends it. */
export function uploadForm(parts: readonly Part[]): {
  payload: Buffer
  headers: Record<string, string>
} {
  const line = 'form-boundary-x7'
  const blocks = parts.flatMap(({ name, file, content }) => {
    const named = file === undefined ? '' : `; filename="${file}"`
    const type = file === undefined ? '' : '\r\nContent-Type: text/html'
    const head = `--${line}\r\nContent-Disposition: form-data; name="${name}"${named}${type}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]
  })
  const payload = Buffer.concat([...blocks, Buffer.from(`--${line}--\r\n`)])
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${line}` } }
}
