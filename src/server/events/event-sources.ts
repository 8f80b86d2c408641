import { assertDeclared } from '#server/base/assert-declared.ts'

/**
 * Receivers of an event. `rows`: users of the warehouse and owners of the changed rows. `self`: one
 * user. `every-owner`: users who see every owner.
 */
export const eventBounds = ['rows', 'self', 'every-owner'] as const
export type EventBound = (typeof eventBounds)[number]

export interface EventSource<B extends EventBound = EventBound> {
  readonly name: string
  readonly kind: 'change' | 'job'
  /** Receivers of the events. Without a value, the server does not start. */
  readonly bound: B
}

/** All sources of events. */
export const eventSources = {
  save: { name: 'save', kind: 'change', bound: 'rows' },
  job: { name: 'job', kind: 'job', bound: 'self' },
  setting: { name: 'setting', kind: 'change', bound: 'self' },
  registration: { name: 'registration', kind: 'change', bound: 'every-owner' },
  firstMail: { name: 'first mail', kind: 'change', bound: 'every-owner' },
  grantRequest: { name: 'grant request', kind: 'change', bound: 'every-owner' },
  grantDecision: { name: 'grant decision', kind: 'change', bound: 'self' },
} as const satisfies Record<string, EventSource>

/** Throws at startup if a source does not declare its receivers. */
export function checkEventSources(sources: readonly EventSource[]): void {
  for (const { name, bound } of sources) {
    assertDeclared(`event ${name}`, {
      bound: eventBounds.find((eventBound) => eventBound === bound),
    })
  }
}
