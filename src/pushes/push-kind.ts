import type { TSchema } from '@sinclair/typebox'
import type { Incoming, PushEvent, ReadContext } from './event.ts'
import type { Kind, NotificationKind, TurnKind } from './kinds.ts'
import type { Fields } from './reading/json.ts'

/** One kind of push: how it looks on the wire, how it is told from others, and how it becomes an event. */
export interface PushKind<Event extends PushEvent = PushEvent> {
  readonly kind: Kind
  /** Where it is received unless a setting says otherwise. */
  readonly path: string
  /** What the reference shows, for the route's documentation: every casing is taken, nothing is required by it. */
  readonly body: TSchema
  readonly query?: TSchema
  /** What goes back. */
  readonly reply?: TSchema
  /** Content types besides JSON. */
  readonly takesForms: boolean
  /** Whether an object has the shape of this kind, to share a path with others and to tell a push from a probe. */
  looksLike(fields: Fields): boolean
  /** Whether at least one of its fields is there: a GET without any is a probe. */
  hasAnyField(fields: Fields): boolean
  /** @throws PushProblem */
  read(incoming: Incoming, context: ReadContext): Event
}

/** A kind that is answered with a screen. */
export interface TurnPushKind<Event extends PushEvent = PushEvent> extends PushKind<Event> {
  readonly kind: TurnKind
}

/** A kind that is acknowledged. */
export interface NotificationPushKind<Event extends PushEvent = PushEvent> extends PushKind<Event> {
  readonly kind: NotificationKind
  /** Which notification it is, there being no event id on any push. */
  identify(event: Event): Identity
  /** The phones of people that it names, as they came. */
  phones(event: Event): readonly (string | null)[]
}

/** Which notification it is, and in which lane it waits its turn. */
export interface Identity {
  readonly identity: string
  readonly lane: string
  /** What two pushes of one identity must agree on: where they do not, the later one is a conflict. */
  readonly fingerprint: string
  /** What people look for it by; null where it carries nothing of the kind. */
  readonly reference: string | null
  /** How long the identity counts, ms; without it as long as identities are kept. */
  readonly window?: number
}
