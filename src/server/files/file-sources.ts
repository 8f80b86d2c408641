import { assertDeclared } from '#server/base/assert-declared.ts'

/**
 * Data that a stored file can contain and its readers must have access to. `upload`: data of the
 * warehouse and owner named in the upload. `reader`: everything that its creator could see.
 */
export const fileBounds = ['upload', 'reader'] as const

export interface FileSource {
  readonly name: string
  /** Without a value, the server does not start. */
  readonly bound: (typeof fileBounds)[number]
}

/** All sources of stored files. */
export const fileSources = {
  upload: { name: 'upload', bound: 'upload' },
  report: { name: 'report', bound: 'reader' },
} as const satisfies Record<string, FileSource>

/** Throws at startup if a source does not declare what its files can contain. */
export function checkFileSources(sources: readonly FileSource[]): void {
  for (const { name, bound } of sources) {
    assertDeclared(`file ${name}`, { bound: fileBounds.find((fileBound) => fileBound === bound) })
  }
}
