import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseJson } from '../text/json/parse-json.ts'
import { StoredReplyError } from './checks/errors.ts'
import type { ReplyItem } from './payment-request.ts'
import {
  isReplyOf,
  makeReply,
  partsOf,
  type Reply,
  type ReplyChannel,
  type ReplyContent,
  type ReplyPayment,
} from './reply.ts'
import { fieldTypes } from './reply-options.ts'

/**
 * A reply as JSON, as a store keeps it: all that goes out on the wire and what masks it, without the merchant's state.
 * What most replies do not have is left out.
 *
 * @example
 * ```ts
 * writeReply(turn.end('Goodbye')) // '{"channel":"ussd","type":"release","message":"Goodbye",…}'
 * ```
 */
export function writeReply(reply: Reply): string {
  return JSON.stringify({
    channel: reply.channel,
    type: reply.type,
    message: reply.message,
    clientState: reply.clientState,
    sensitive: reply.sensitive || undefined,
    maskNext: reply.maskNext || undefined,
    hidesAnswer: (reply.hidesAnswer && !reply.sensitive && !reply.maskNext) || undefined,
    label: reply.label,
    told: partsOf(reply).options.told,
    dataType: reply.dataType,
    fieldType: reply.fieldType,
    data: reply.data.length === 0 ? undefined : reply.data,
    payment: reply.payment,
    items: reply.items,
  })
}

/**
 * The reply that {@link writeReply} wrote, perhaps in another version of this package: what is not known is passed
 * over, so that an older version beside a newer one can still give the screen.
 *
 * @throws FMW_STORED_REPLY when it is no reply of this channel
 * @example
 * ```ts
 * readReply('ussd', writeReply(turn.end('Goodbye'))).message // 'Goodbye'
 * ```
 */
export function readReply<C extends ReplyChannel>(channel: C, json: string): Reply<C> {
  const stored = parseJson(json)
  if (!Value.Check(storedReply, stored)) throw new StoredReplyError(channel, 'is no reply')
  const { type, message, clientState, sensitive = false, maskNext = false, hidesAnswer = false, label, told } = stored
  const carried = { hasState: false, state: undefined, clientState, sensitive, maskNext, hidesAnswer, label, told }
  const reply = makeReply(stored.channel, type, message, carried, contentOf(stored))
  if (!isReplyOf(reply, channel)) throw new StoredReplyError(channel, `is one of the channel ${stored.channel}`)
  return reply
}

const storedReply = Type.Object({
  channel: oneOf('ussd', 'programmable'),
  type: oneOf('response', 'release', 'addToCart'),
  message: Type.String({ minLength: 1 }),
  clientState: Type.Optional(Type.String()),
  sensitive: Type.Optional(Type.Boolean()),
  maskNext: Type.Optional(Type.Boolean()),
  hidesAnswer: Type.Optional(Type.Boolean()),
  label: Type.Optional(Type.String()),
  told: Type.Optional(Type.String()),
  dataType: oneOf('display', 'input', 'menu', 'select', 'confirm'),
  fieldType: Type.Union([oneOf(...fieldTypes), Type.Null()]),
  data: Type.Optional(
    Type.Array(Type.Object({ display: Type.String(), value: Type.String(), amount: Type.Optional(Type.Number()) })),
  ),
  payment: Type.Optional(
    Type.Object({ amount: Type.Number(), description: Type.String(), callbackUrl: Type.Optional(Type.String()) }),
  ),
  items: Type.Optional(Type.Array(Type.Object({ name: Type.String(), quantity: Type.Number(), price: Type.Number() }))),
})

function oneOf<Word extends string>(...words: readonly Word[]) {
  return Type.Unsafe<Word>(Type.Union(words.map((word) => Type.Literal(word))))
}

/** As the builders make it: frozen, and with every name there. */
function contentOf({ dataType, fieldType, data = [], payment, items }: Static<typeof storedReply>): ReplyContent {
  return {
    dataType,
    fieldType,
    data: Object.freeze(data.map(({ display, value, amount }) => Object.freeze({ display, value, amount }))),
    payment: payment === undefined ? undefined : paymentOf(payment),
    items: items === undefined ? undefined : Object.freeze(items.map(itemOf)),
  }
}

function paymentOf({ amount, description, callbackUrl }: StoredPayment): ReplyPayment {
  return Object.freeze({ amount, description, callbackUrl })
}

/** Unknown names of a newer version stay behind. */
function itemOf({ name, quantity, price }: ReplyItem): ReplyItem {
  return Object.freeze({ name, quantity, price })
}

type StoredPayment = NonNullable<Static<typeof storedReply>['payment']>
