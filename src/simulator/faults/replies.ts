import { turnKinds } from '../../pushes/kinds.ts'
import { isRecord } from '../check-arguments.ts'
import { mapped, parseJson, type WireFields } from '../wire/names.ts'
import { each, type FaultsOf, type ReplyWay } from './fault.ts'

/** Gateways that can't read a reply, or read it in one of its forms alone: another is no JSON to them, and the subscriber sees UUE. */
export const replyFaults = {
  asciiOnly: {
    does: 'The gateway can not read a reply with characters outside ASCII, and shows UUE',
    seen: ['Payloads: Reply: characters'],
    ways: each(turnKinds, { usual: (body) => (outsideAscii.test(body.toString()) ? Buffer.from('?') : body) }),
  },
  oneItemForm: {
    does: 'The gateway reads Item with `ItemName`, `Qty` and `Price` alone, or with those of the API document alone',
    seen: ['Payloads: Reply: Item'],
    ways: each(['programmable'], {
      newer: readOnly((name) => !/^(?:itemName|qty|price)$/.test(name)),
      reference: readOnly((name) => !/^(?:ItemName|Qty|Price)$/.test(name)),
    }),
  },
  oneMaskForm: {
    does: 'The gateway reads Mask and MaskNextRoute as booleans alone, or as texts alone',
    seen: ['Payloads: Reply: Mask, MaskNextRoute'],
    ways: each(['programmable'], {
      boolean: readOnly((name, value) => !isMask(name) || typeof value !== 'string'),
      text: readOnly((name, value) => !isMask(name) || typeof value !== 'boolean'),
    }),
  },
} satisfies FaultsOf<ReplyWay>

/** As itself, or escaped. */
const outsideAscii = /[^\p{ASCII}]|\\u(?!00[0-7])[\da-f]{4}/iu

function isMask(name: string): boolean {
  return /^mask(?:nextroute)?$/i.test(name)
}

/** A reply as it is, where each of its fields may be so; else none. */
function readOnly(mayBe: (name: string, value: unknown) => boolean): ReplyWay {
  return (body) => {
    const reply = parseJson(body.toString())
    return !isRecord(reply) || allOf(reply, mayBe) ? body : Buffer.from('?')
  }
}

function allOf(reply: WireFields, mayBe: (name: string, value: unknown) => boolean): boolean {
  let isRight = true
  mapped(reply, (value, name) => {
    isRight &&= mayBe(name, value)
    return value
  })
  return isRight
}
