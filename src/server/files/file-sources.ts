import { assertDeclared } from '#server/base/assert-declared.ts'

/**
 * Data a stored file can contain, which its later readers must reach. `upload`: of the warehouse and
 * owner that were named. `reader`: everything its user could see.
 */
export const fileBounds = ['upload', 'reader'] as const

export interface FileSource {
  readonly name: string
  /** Without it, the server does not start. */
  readonly bound: (typeof fileBounds)[number]
}

/** Everything that stores files. */
export const fileSources = {
  upload: { name: 'upload', bound: 'upload' },
  report: { name: 'report', bound: 'reader' },
} as const satisfies Record<string, FileSource>

/** Throws at startup if a source does not declare what its files can contain. */
export function checkFileSources(sources: readonly FileSource[]): void {
  for (const { name, bound } of sources) {
    assertDeclared(`file ${name}`, { bound: fileBounds.find((each) => each === bound) })
  }
}
