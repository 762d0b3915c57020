import { longestText, readText } from './checks/read-text.ts'
import { type ChoiceDetails, readChoices } from './choices.ts'
import { KnownScreens } from './known-screens.ts'
import {
  type DataType,
  displayed,
  inputOf,
  makeReply,
  menuOf,
  type Reply,
  type ReplyChannel,
  type ReplyContent,
  withState,
} from './reply.ts'
import { type CarriedOptions, type FieldType, isStateAlone, noOptions } from './reply-options.ts'

/** A screen that was drawn elsewhere. */
export interface DrawnScreen {
  readonly type: 'response' | 'release'
  /** The whole text as this channel shows it. */
  readonly message: string
  readonly label?: string | undefined
  readonly sensitive: boolean
  readonly maskNext: boolean
  /** What is entered next is left out of logs and transcripts all the same. */
  readonly hidesAnswer?: boolean | undefined
  /** The next state of the session; null clears it, undefined leaves it as it is. */
  readonly state: unknown
  readonly dataType: DataType
  readonly fieldType: FieldType
  /** The choices for Data (reference 2.6), two for `confirm`; no other DataType sends any, and USSD has them in its text. */
  readonly data: readonly ChoiceDetails[]
}

/**
 * The reply of a screen that a conversation drew, checked as the builders of a turn check theirs.
 *
 * @throws FMW_REPLY_TEXT, FMW_REPLY_TEXT_LENGTH, and on rich channels FMW_REPLY_CHOICES or FMW_REPLY_AMOUNT
 * @example
 * ```ts
 * drawnReply('ussd', { ...screen, type: 'response', message: 'How many?\n0 Back', state: record })
 * ```
 */
export function drawnReply<C extends ReplyChannel>(channel: C, drawn: DrawnScreen): Reply<C> {
  const { type, message } = drawn
  const options = carried(drawn)
  if (channel === 'ussd' && isStateAlone(options)) {
    const content = asText(drawn)
    const known = knownScreens(channel, type, content)
    return withState(known.get(message) ?? known.keep(message, read(channel, drawn, noOptions, content)), options)
  }
  return read(channel, drawn, options, channel === 'ussd' ? asText(drawn) : asData(drawn))
}

function read<C extends ReplyChannel>(
  channel: C,
  { type, message }: DrawnScreen,
  options: CarriedOptions,
  content: ReplyContent,
): Reply<C> {
  return makeReply(channel, type, readText('message', message, longestText), options, content)
}

function knownScreens<C extends ReplyChannel>(
  channel: C,
  type: DrawnScreen['type'],
  content: ReplyContent,
): KnownScreens<C> {
  const screens = known[channel][type]
  let ofContent = screens.get(content)
  if (ofContent === undefined) {
    ofContent = new KnownScreens()
    screens.set(content, ofContent)
  }
  return ofContent
}

/** By what else there is to them, which is one of a few on USSD. */
type KnownByContent<C extends ReplyChannel> = Record<DrawnScreen['type'], Map<ReplyContent, KnownScreens<C>>>
const known: { readonly [C in ReplyChannel]: KnownByContent<C> } = {
  ussd: { response: new Map(), release: new Map() },
  programmable: { response: new Map(), release: new Map() },
}

/** USSD has no Data: what was chosen from is in the text, and its numbers were checked as it was drawn. */
function asText({ dataType, fieldType }: DrawnScreen): ReplyContent {
  return dataType === 'display' ? displayed : inputOf(fieldType)
}

function asData({ dataType, fieldType, data }: DrawnScreen): ReplyContent {
  if (dataType === 'display') return displayed
  if (dataType === 'input') return inputOf(fieldType)
  return menuOf(dataType, readChoices(data, dataType), fieldType)
}

function carried({ sensitive, maskNext, hidesAnswer = false, state, label }: DrawnScreen): CarriedOptions {
  return {
    hasState: state !== undefined,
    state,
    clientState: undefined,
    sensitive,
    maskNext,
    hidesAnswer,
    label: label === undefined ? undefined : readText('label', label, longestText),
  }
}
