import { label, type Language } from '#kernel/label.ts'
import type { JsonSchema } from './partner-schema.ts'

interface OpenApiDocument {
  readonly info: { readonly title: string; readonly description: string }
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>
  readonly webhooks: {
    readonly result: { readonly post: Pick<Operation, 'summary' | 'description'> }
  }
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
}

interface Content {
  readonly schema: JsonSchema
  readonly examples?: Readonly<Record<string, { readonly value: object }>>
}

interface Response {
  readonly description: string
  readonly content?: { readonly 'application/json': Content }
}

interface Operation {
  readonly summary: string
  readonly description: string
  readonly 'x-edi': string
  readonly requestBody: {
    readonly content: {
      readonly 'application/json': Content
    }
  }
  readonly responses: Readonly<Record<string, Response>>
}

const style = `body{font:15px/1.55 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#1d2126;background:#fff}h2{margin-top:2.5rem;border-top:1px solid #c8ccd2;padding-top:1rem}
table{margin:.75rem 0}
pre{background:#f3f4f6;padding:.75rem;overflow:auto}table{border-collapse:collapse;width:100%}
td,th{border:1px solid #c8ccd2;padding:.25rem .5rem;text-align:left;vertical-align:top}
@media(prefers-color-scheme:dark){body{background:#16181b;color:#e4e6e9}pre{background:#22262b}}`

const headings = {
  field: label('항목', 'Field'),
  name: label('이름', 'Name'),
  shape: label('형식', 'Format'),
  required: label('필수', 'Required'),
  yes: label('예', 'Yes'),
  request: label('요청', 'Request'),
  answer: label('응답', 'Response'),
  statuses: label('응답코드', 'Status codes'),
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (char) => entities[char] ?? char)

const paragraphHtml = (text: string) =>
  `<p>${escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`

interface Shape {
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly maxLength?: number
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly const?: string
}

function referredName(schema: unknown): string | undefined {
  const target = (schema as JsonSchema | undefined)?.['$ref']
  return typeof target === 'string' ? target.split('/').pop() : undefined
}

function describeType(schema: JsonSchema): string {
  const [first] = (schema['anyOf'] ?? schema['oneOf'] ?? []) as readonly Shape[]
  const {
    type,
    maxLength,
    enum: codes,
    pattern,
    minimum,
    maximum,
    const: only,
  } = first ?? (schema as Shape)
  const hasRange = minimum !== undefined || maximum !== undefined
  const format = [
    type,
    referredName(schema['items']),
    only !== undefined && `= ${only}`,
    maxLength !== undefined && `≤ ${maxLength}`,
    Array.isArray(codes) && codes.join(' | '),
    hasRange && `${minimum ?? ''} … ${maximum ?? ''}`,
    first === undefined && pattern,
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')
  return [schema['description'], format].filter(Boolean).join(' · ')
}

/** Properties with those of listed objects: `ERRORS`, `ERRORS[].LINE`. */
function nestedFields(schema: JsonSchema): (readonly [string, JsonSchema])[] {
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
  return fields.flatMap(([name, value]) => [
    [name, value] as const,
    ...nestedFields((value['items'] ?? {}) as JsonSchema).map(
      ([inner, item]) => [`${name}[].${inner}`, item] as const,
    ),
  ])
}

function fieldTable(schema: JsonSchema, language: Language): string {
  const required = new Set((schema['x-required'] ?? schema['required'] ?? []) as string[])
  const head = [headings.field, headings.name, headings.shape, headings.required]
  const rows = nestedFields(schema).map(([field, value]) => {
    const title = typeof value['title'] === 'string' ? value['title'] : ''
    const must = required.has(field) ? headings.yes[language] : ''
    const cells = [
      `<code>${escapeHtml(field)}</code>`,
      escapeHtml(title),
      escapeHtml(describeType(value)),
      must,
    ]
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  const titles = head.map((title) => `<th scope="col">${title[language]}</th>`).join('')
  const { description } = schema as Shape
  const text = description === undefined ? '' : paragraphHtml(description)
  return `${text}<table><tr>${titles}</tr>${rows.join('')}</table>`
}

/** Fields and examples of a request or response, with one table for each kind of message. */
function contentPart(title: string, { schema, examples = {} }: Content, language: Language) {
  const { data } = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>
  const shapes = (schema['oneOf'] ?? [data ?? schema]) as readonly JsonSchema[]
  return [
    `<h3>${title}</h3>`,
    ...shapes.map((shape) => fieldTable(shape, language)),
    ...Object.values(examples).map(
      ({ value }) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`,
    ),
  ].join('')
}

function sectionHtml(path: string, operation: Operation, language: Language): string {
  const answer = operation.responses['200']?.content?.['application/json']
  const responses = Object.entries(operation.responses).map(
    ([status, { description }]) => `<li><code>${status}</code> ${escapeHtml(description)}</li>`,
  )
  return [
    `<h2>${escapeHtml(operation.summary)}</h2>`,
    `<p><code>POST ${path}</code> · EDI ${escapeHtml(operation['x-edi'])}</p>`,
    paragraphHtml(operation.description),
    contentPart(
      headings.request[language],
      operation.requestBody.content['application/json'],
      language,
    ),
    answer ? contentPart(headings.answer[language], answer, language) : '',
    `<h3>${headings.statuses[language]}</h3><ul>${responses.join('')}</ul>`,
  ].join('\n')
}

export function partnerPage(document: OpenApiDocument, language: Language): string {
  const { info, paths, webhooks, components } = document
  const { summary, description } = webhooks.result.post
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(info.title)}</title><style>${style}</style></head><body>`,
    `<h1>${escapeHtml(info.title)}</h1>${paragraphHtml(info.description)}`,
    '<p><a href="openapi.json">openapi.json</a></p>',
    ...Object.entries(paths).map(([path, { post }]) => sectionHtml(path, post, language)),
    `<h2>${escapeHtml(summary)}</h2>${paragraphHtml(description)}`,
    ...Object.entries(components.schemas).map(
      ([name, schema]) => `<h3 id="${name}">${name}</h3>${fieldTable(schema, language)}`,
    ),
    '</body></html>',
  ].join('\n')
}
