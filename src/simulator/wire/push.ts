import { limits } from '../../catalogue/limits.ts'
import { isTurnKind, type Kind } from '../../pushes/kinds.ts'
import type { UssdRules } from '../gateway/rules.ts'
import type { About, Origin } from '../log/row.ts'
import type { LineAnswer } from './lines/line.ts'
import type { WireFields } from './names.ts'
import { type OwnHeaders, withStandIns } from './own-headers.ts'
import { type Sealed, seal } from './sealed.ts'

/** What the service tells the application. */
export interface Push {
  readonly kind: Kind
  /** By the reference's names; the profile writes them its own way. */
  readonly fields: WireFields
  /** Where it goes; null for the address that is registered for the kind. */
  readonly url: string | null
  readonly about: About
  /** The phone that it comes from, and whether a subscriber entered it at a sensitive screen. */
  readonly entered?: Omit<Origin, 'fields'>
  /** Says what is wrong with an answer, for the log; null where nothing is. Of phones alone: other pushes are judged by what they say. */
  readonly judge?: (answer: LineAnswer) => string | null
  /** What the application told of the screen that it answered with: whether what is entered there is sensitive. Undefined for nothing. */
  readonly told?: () => boolean | undefined
}

/** What the log has of a push that nobody is there for. */
export function unsent(push: Push): Sealed {
  const { kind, url, fields, about } = push
  const body = Buffer.from(JSON.stringify(fields)).toString('base64')
  return {
    kind,
    method: 'POST',
    url: url ?? '',
    headers: {},
    body,
    about,
    attempt: 1,
    faults: [],
    origin: originOf(push),
  }
}

/** A push as it was meant. */
export function originOf({ fields, entered = { phone: null, isSensitive: false } }: Push): Origin {
  return { fields, ...entered }
}

/** A look at the address of a push. */
export function probeOf({ kind, about }: Push, url: URL, method: 'GET' | 'HEAD', own: OwnHeaders): Sealed {
  return seal({ method, query: '', headers: withStandIns({}, own), body: null }, url, {
    kind,
    about,
    attempt: 1,
    faults: ['probe'],
    origin: null,
  })
}

/** How long an application has to answer a push, ms. */
export function deadlineOf(kind: Kind, { answerWithin }: Pick<UssdRules, 'answerWithin'>): number {
  return isTurnKind(kind) ? answerWithin : longestNotification
}

// Not shown in the reference: long enough for any handler that runs before its answer.
const longestNotification = 30_000

/** ms after which a push is too late: a turn after its limit, a notification after the 5 minutes of a final status. */
export function pastLimit(kind: Kind): number {
  return isTurnKind(kind) ? limits.applicationResponse.max + 1_000 : 360_000
}
