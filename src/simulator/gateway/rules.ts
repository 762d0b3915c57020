import { limits } from '../../catalogue/limits.ts'
import { gsm7Length } from '../../text/gsm7.ts'
import { aBoolean, aNumberFrom, anObjectOf, aWholeNumber, aWordOf, readRules } from '../check-arguments.ts'
import type { Screen } from '../phone/screen.ts'

/**
 * How USSD behaves where the reference shows nothing: each a setting.
 *
 * @example
 * const sim = await createSimulator({ ussd: { screenLengths: { 'small-network': 100 }, characters: 'ascii' } })
 */
export interface UssdRules {
  /** The longest screen, in septets of the GSM 7-bit alphabet. Default 182: what one USSD message holds. */
  readonly screenLength: number
  /** That of operators who have their own, by the name in Operator. Default: none has. */
  readonly screenLengths: Readonly<Record<string, number>>
  /** The longest screen with a character outside that alphabet, in characters. Default 70. */
  readonly otherLength: number
  /** Which characters a screen may have: others fail the session with UUE (field notes, "Reply: characters"). Default `any`. */
  readonly characters: 'any' | 'gsm7' | 'ascii'
  /** How long an application has for its answer, ms, at most 7,000 (reference 8); one library says 5,000 (field notes). Default 7,000. */
  readonly answerWithin: number
  /** What becomes of a longer screen: it is `cut` off, or fails with UUE (`refused`). Default `cut`. */
  readonly longScreens: 'cut' | 'refused'
}

const usual: UssdRules = {
  screenLength: 182,
  screenLengths: {},
  otherLength: 70,
  characters: 'any',
  answerWithin: limits.applicationResponse.max,
  longScreens: 'cut',
}

/** @throws FMW_SIMULATOR_OPTION */
export function readUssdRules(given: Partial<UssdRules> = {}): UssdRules {
  return readRules('ussd', given, usual, {
    screenLength: aWholeNumber(1),
    screenLengths: anObjectOf(aWholeNumber(1)),
    otherLength: aWholeNumber(1),
    characters: aWordOf(['any', 'gsm7', 'ascii']),
    answerWithin: aNumberFrom(1, limits.applicationResponse.max),
    longScreens: aWordOf(['cut', 'refused']),
  })
}

/** A text as the phones of an operator show it. */
export interface ShownText {
  /** What is shown. */
  readonly text: string
  /** What doesn't fit; empty where all of it does. */
  readonly rest: string
  /** How long the whole of it is, and how long it may be: septets, or characters. */
  readonly length: number
  readonly limit: number
}

/** That a phone shows no more of a text. */
export function cutOff({ length, limit }: ShownText): string {
  return `${tooLong({ length, limit })}: the phone shows the beginning alone`
}

/** What is wrong with a text that doesn't fit. */
export function tooLong({ length, limit }: Pick<ShownText, 'length' | 'limit'>): string {
  return `its Message takes ${length} of ${limit} characters`
}

/** What of a text fits on a phone. */
export function fitText(text: string, operator: string, rules: UssdRules): ShownText {
  const septets = gsm7Length(text)
  const own = Object.hasOwn(rules.screenLengths, operator) ? rules.screenLengths[operator] : undefined
  const [length, limit] =
    septets === undefined ? [text.length, rules.otherLength] : [septets, own ?? rules.screenLength]
  if (length <= limit) return { text, rest: '', length, limit }
  const end = septets === undefined ? limit : endOfSeptets(text, limit)
  return { text: text.slice(0, end), rest: text.slice(end), length, limit }
}

function endOfSeptets(text: string, limit: number): number {
  let end = 0
  for (let used = 0; ; end += 1) {
    used += gsm7Length(text.charAt(end)) ?? 1
    if (used > limit) return end
  }
}

/** Whether a text has only characters that the rules let through. */
export function isWritable(text: string, { characters }: UssdRules): boolean {
  if (characters === 'any') return true
  return characters === 'gsm7' ? gsm7Length(text) !== undefined : /^[\n\r\x20-\x7e]*$/.test(text)
}

/**
 * How rich channels behave where the reference and newer versions differ: each a setting.
 *
 * @example
 * const sim = await createSimulator({ rich: { demandsFields: true } })
 */
export interface RichRules {
  /**
   * Whether web store, till and app refuse a reply without Label, DataType or FieldType, as newer versions do (field notes, "Reply:
   * Label, DataType, FieldType"). A `confirm` has no FieldType. Default false.
   */
  readonly demandsFields: boolean
}

/** @throws FMW_SIMULATOR_OPTION */
export function readRichRules(given: Partial<RichRules> = {}): RichRules {
  return readRules<RichRules>('rich', given, { demandsFields: false }, { demandsFields: aBoolean })
}

/** The fields that a rich channel demands of a screen and doesn't find, by the reference's names. */
export function missingFields({ label, dataType, fieldType }: Screen, { demandsFields }: RichRules): readonly string[] {
  if (!demandsFields) return []
  return [
    ...(label === undefined ? ['Label'] : []),
    ...(dataType === undefined ? ['DataType'] : []),
    ...(fieldType === undefined && dataType !== 'confirm' ? ['FieldType'] : []),
  ]
}
