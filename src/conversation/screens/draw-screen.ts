import { longestText } from '../../replies/checks/read-text.ts'
import { drawnReply, type Reply, type ReplyChannel } from '../../replies/index.ts'
import type { Channel } from '../channel.ts'
import { drawPage } from './draw-page.ts'
import type { Place } from './fill-page.ts'
import { comfort, type FitSettings, shortened } from './room.ts'
import { type DrawnChoice, labelOf, type ScreenContent, type Way, type Ways } from './screen-content.ts'

/** What screens are drawn for. */
export interface Canvas<C extends ReplyChannel> {
  /** Whose turn it is. */
  readonly kind: C
  readonly channel: Channel
  readonly fit: FitSettings
  /** What is entered at its screens is left out of logs and transcripts. */
  readonly hidesAnswers?: boolean | undefined
}

/** A page of a screen, ready to be a reply. */
export interface Sheet {
  readonly message: string
  readonly data: readonly { readonly label: string; readonly value: string; readonly amount?: number | undefined }[]
  readonly page: number
  readonly isLast: boolean
  /** How far it comes, where it is one of several. */
  readonly next?: Place | undefined
  /** Where it and the pages before it begin, but the first. */
  readonly starts?: readonly number[] | undefined
  /** What is still to be said of its lead: the same page follows, under that or, where it is empty, whole. */
  readonly rest?: string | undefined
}

/** Draws a page for the channel: numbered text that fits on USSD, the question and its data elsewhere. */
export function drawSheet<C extends ReplyChannel>(
  { kind, channel, fit }: Canvas<C>,
  content: ScreenContent,
  ways: Ways,
  page: number,
): Sheet {
  if (channel !== 'ussd') {
    const { message, data } = drawRich(content, ways.first)
    return { message, data, page: 0, isLast: true }
  }
  const { text, page: drawn, isLast, next, starts, rest } = drawPage(content, ways, fit, page)
  // A phone shows the text; a programmable service wants its fields filled all the same (field notes, Label).
  const data = kind === 'programmable' ? content.choices : none
  return { message: text, data, page: drawn, isLast, next, starts, rest }
}

/** A sheet as a reply, with the record that commits with it. @param type of one that asks, unless it ends the session */
export function sheetReply<C extends ReplyChannel>(
  { kind, hidesAnswers }: Canvas<C>,
  content: ScreenContent,
  { message, data }: Pick<Sheet, 'message' | 'data'>,
  state: unknown,
  type: 'response' | 'release' = 'response',
): Reply<C> {
  const { form, field, sensitive, maskNext } = content
  return drawnReply(kind, {
    type,
    message,
    label: labelOf(content),
    dataType: form,
    fieldType: field,
    data,
    sensitive,
    maskNext,
    hidesAnswer: hidesAnswers,
    state,
  })
}

const none: Sheet['data'] = Object.freeze([])

/** A screen for the channels that draw choices themselves. */
export interface RichScreen {
  readonly message: string
  readonly data: readonly DrawnChoice[]
}

/**
 * Draws a screen for a rich channel (reference 2.6): the question alone as Message, the choices in Data, neither numbered
 * nor paged. The ways are choices beside the others, but on no `confirm`, which has two, and on nothing without choices.
 *
 * @example
 * ```ts
 * drawRich(content, [{ key: '0', word: 'Back' }]).data // [{ label: 'Rice', value: 'rice' }, { label: 'Back', value: '0' }]
 * ```
 */
export function drawRich(content: ScreenContent, ways: readonly Way[]): RichScreen {
  const { lead, text, choices, form } = content
  const message = lead === undefined ? text : ledText(lead, text)
  const takesWays = form === 'menu' || form === 'select'
  return { message, data: takesWays ? [...choices, ...ways.map(choiceOf)] : choices }
}

/** A question that fits alone is asked again whatever is said above it: what does not fit of that is left out. */
function ledText(lead: string, text: string): string {
  const left = longestText - text.length - 1
  if (lead.length <= left) return `${lead}\n${text}`
  return left < comfort ? text : `${shortened(lead, { septets: left, units: left })}\n${text}`
}

function choiceOf({ key, word }: Way): DrawnChoice {
  return { label: word, value: key }
}
