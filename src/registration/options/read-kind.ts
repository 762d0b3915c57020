import { Conversation } from '../../conversation/conversation.ts'
import type { ScreensBeside } from '../../conversation/screens-beside.ts'
import type { Acknowledgement } from '../../http/notification-endpoint.ts'
import { ownOptions } from '../../own-options.ts'
import type { Kind, NotificationKind, TurnKind } from '../../pushes/kinds.ts'
import type { PushKind } from '../../pushes/push-kind.ts'
import { pushKinds } from '../../pushes/push-kinds.ts'
import { type DialCodes, readDialCodes } from '../../pushes/reading/dial-string.ts'
import { fallbackReply } from '../../replies/index.ts'
import { defaultScreens, richScreens, type Screens } from '../../turns/screens.ts'
import { noVerifier, type Verifier } from '../../verify/index.ts'
import { FMW_OPTION, FMW_VERIFY_REQUIRED } from '../errors.ts'
import { checkBoolean, checkFunction, checkNames } from './check-values.ts'
import type { MerchantWebhooksOptions, TurnKindOptions } from './options.ts'
import { turnKindNames } from './read-shared.ts'

/**
 * The options of a turn kind, whether they were given as a handler, as a conversation or in full; undefined where there are none.
 *
 * @throws FMW_OPTION
 */
export function readTurnKind<K extends TurnKind, Handler extends (...given: never) => unknown, Unknown>(
  kind: K,
  options: Handler | Conversation | TurnKindOptions<K, Handler | Conversation, Unknown> | undefined,
): TurnKindOptions<K, Handler | Conversation, Unknown> | undefined {
  if (options === undefined) return undefined
  if (typeof options === 'function' || options instanceof Conversation) return ownOptions({ handler: options })
  const wanted = 'must be a handler, a conversation, or { handler, … }'
  if (typeof options !== 'object' || options === null) throw new FMW_OPTION(kind, wanted)
  // Before the handler: one that is misspelt is missing.
  const given = checkNames(`${kind}.`, options, turnKindNames)
  if (!isHandler(given.handler)) throw new FMW_OPTION(kind, wanted)
  checkBoolean(`${kind}.logScreens`, given.logScreens)
  checkFunction(`${kind}.onUnknownType`, given.onUnknownType)
  checkFunction(`${kind}.onLeave`, given.onLeave)
  const { onDeadline } = given
  if (
    onDeadline !== undefined &&
    onDeadline !== 'wait' &&
    onDeadline !== 'release' &&
    typeof onDeadline !== 'function'
  ) {
    throw new FMW_OPTION(`${kind}.onDeadline`, "must be 'wait', 'release' or a function of the push")
  }
  return given
}

/**
 * The merchant's own address, to which the notices of what USSD turns ask for come by default; undefined where none is given.
 *
 * @throws FMW_OPTION
 */
export function noticeAddressOf({ ussd, reply }: MerchantWebhooksOptions): string | undefined {
  return ownOptions({ ...reply, ...readTurnKind('ussd', ussd)?.reply }).callbackUrl
}

/** @throws FMW_OPTION */
export function readDialCode(kind: TurnKind, given: string | readonly string[] | undefined): DialCodes {
  if (given === undefined) return []
  const codes = readDialCodes(Array.isArray(given) ? given : [given])
  if (codes !== undefined && codes.length > 0) return codes
  throw new FMW_OPTION(
    `${kind}.dialCode`,
    "must be what is dialled, such as '*713*45#', or a list of such codes, which is not empty",
  )
}

function isHandler(handler: unknown): boolean {
  return typeof handler === 'function' || handler instanceof Conversation
}

/**
 * The screens of a kind. Each is built once, which proves that none can fail when it is needed.
 *
 * @throws FMW_OPTION, or what is wrong with a text
 */
export function readScreens(
  kind: TurnKind,
  given: Partial<Screens>,
  beside: ScreensBeside | undefined,
): Readonly<Record<'phone' | 'rich', Screens>> {
  checkNames('screens.', given, Object.keys(defaultScreens))
  const phone = { ...defaultScreens, ...given, ...beside?.spoken.phone }
  const rich = { ...richScreens, ...given, ...beside?.spoken.rich }
  for (const text of [...Object.values(phone), ...Object.values(rich)]) fallbackReply(kind, 'release', text)
  return { phone: beside === undefined ? phone : beside.onPhone(phone), rich }
}

/**
 * The verifier of a kind. Nobody gets in without a choice: leaving it out is refused, `'none'` must be written.
 *
 * @throws FMW_VERIFY_REQUIRED, FMW_OPTION
 */
export function readVerifier(kind: Kind, verify: Verifier | 'none' | undefined): Verifier {
  if (verify === undefined) throw new FMW_VERIFY_REQUIRED(kind)
  if (verify === 'none') return noVerifier
  if (typeof verify !== 'object' || verify === null || typeof verify.check !== 'function' || !verify.name) {
    throw new FMW_OPTION('verify', "must be a verifier such as secretPath(process.env.PUSH_SECRET), or 'none'")
  }
  if (verify.covers?.(kind) === false) {
    throw new FMW_OPTION('verify', `lets no ${kind} push in: ${verify.name} has nothing for that kind`)
  }
  const taken = verify.queryNames?.find((name) => isFieldInQuery(kind, name))
  if (taken !== undefined) {
    throw new FMW_OPTION(
      'verify',
      `looks for a secret in the query parameter ${taken}, which pushes of ${kind} have: name it otherwise, such as key`,
    )
  }
  if (verify.challenge !== undefined && !fitsHeader(verify.challenge)) {
    throw new FMW_OPTION(
      'verify',
      `must have a challenge that a header can carry: that of ${verify.name} cannot be sent`,
    )
  }
  return verify
}

/** In any casing, as pushes have their names: it would be there twice, or be taken out of the push. */
function isFieldInQuery(kind: Kind, name: string): boolean {
  const push: PushKind = pushKinds[kind]
  return Object.keys(push.query?.properties ?? {}).some((field) => field.toLowerCase() === name.toLowerCase())
}

/** What cannot be sent would be found out by the first push without proof, and end the process. In JavaScript anything may come. */
function fitsHeader(challenge: unknown): boolean {
  return typeof challenge === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(challenge)
}

const standard: Acknowledgement = { status: 200, body: { status: 'received' } }

/**
 * What the service gets back for a notification; the reference does not say what it wants.
 *
 * @param places what may say it: what is said last holds
 * @throws FMW_OPTION when the status is no 2xx, or the body no JSON
 */
export function readAcknowledgement(
  kind: NotificationKind,
  places: readonly (Partial<Acknowledgement> | undefined)[],
): Acknowledgement {
  for (const place of places) {
    if (place !== undefined && typeof place !== 'object')
      throw new FMW_OPTION(`${kind}.acknowledge`, 'must be { status, body }, each of them optional')
  }
  const given: Partial<Acknowledgement> = checkNames(`${kind}.acknowledge.`, Object.assign({}, ...places), [
    'status',
    'body',
  ])
  const { status, body } = { ...standard, ...(isBodyless(given.status) ? { body: undefined } : {}), ...given }
  if (!Number.isInteger(status) || status < 200 || status > 299) {
    throw new FMW_OPTION(`${kind}.acknowledge.status`, 'must be a 2xx status')
  }
  if (body !== undefined && isBodyless(status)) {
    throw new FMW_OPTION(`${kind}.acknowledge.body`, `cannot be sent with status ${status}`)
  }
  if (body !== undefined && !isJson(body)) throw new FMW_OPTION(`${kind}.acknowledge.body`, 'must be a JSON value')
  return { status, body }
}

const isBodyless = (status: number | undefined): boolean => status === 204 || status === 205

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
