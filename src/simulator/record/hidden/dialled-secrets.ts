import { plainOf } from '../../../text/folded/plain-digits.ts'
import { toInternational } from '../../../text/phone.ts'
import type { WireFields } from '../../wire/names.ts'
import { aloneIn } from './alone.ts'
import { asksForSecret, isChoice, speaksOfSecret } from './asks-for-secret.ts'
import { shortestSecret } from './stand-ins.ts'

/** A dialled code, and what came of it in its session as far as it's known. */
export interface Dialled {
  readonly fields: WireFields
  /** What was shown, in its order. */
  readonly screens: readonly string[]
  /** What was entered later. */
  readonly entered: readonly string[]
  /** Whether the first screen is sensitive; undefined where nothing told it. */
  readonly asksFirst: boolean | undefined
  /** Whether any screen asked for a secret. */
  readonly isAsked: boolean
  /** Whether the application ended the session, and told of each of its screens that it isn't sensitive. */
  readonly isOpen: boolean
}

/** What of a dialled code may be a secret. */
export interface DialledSecrets {
  readonly secrets: readonly string[]
  /** Whether something stays that may be one. */
  readonly isDoubtful: boolean
  /** Whether something is hidden that no screen asked for. */
  readonly isUnasked: boolean
}

/**
 * What of a dialled code may be a secret: `7391` of `*713*4*7391#`, where what came of it asks for one; and `7391` of
 * `*713*2*350*1*7391#` behind `Send 350?`, since a screen that shows one of the parts tells that only what is behind it may not have been taken. A sensitive question takes
 * no dialled answer, but nothing says how many the questions before it took. What is as short as a choice is taken for one, and a date for an
 * answer to a question before.
 * Where the application told to the end that it asks for none, all were taken for something else.
 */
export function dialledSecrets({ fields, screens, entered, asksFirst, isAsked, isOpen }: Dialled): DialledSecrets {
  const parts = partsIn(fields)
  const typed = new Set(entered)
  const lines = screens.flatMap((screen) => plainOf(screen).split('\n')).filter((line) => !tellsNothing(line))
  const isShown = (part: string) => part.length > 1 && !typed.has(part) && lines.some((line) => shows(line, part))
  const shown = new Set(parts.filter(isShown))
  const last = parts.findLastIndex((part) => shown.has(part))
  const [first] = screens
  const isMeant = (part: string) => asksFirst ?? asksForSecret(first, part)
  const rest = parts.slice(last + 1)
  const behind = rest.filter(
    (part, place) => part.length >= shortestSecret && !isNumber(part) && !isKeptDate(part, place === rest.length - 1),
  )
  // A choice right behind what a screen shows may answer that screen, and nothing took what follows it: `*500*1*7391` at `Send 500?`.
  const isLeft = last !== -1 && screens.length > 1 && (rest[0]?.length ?? 0) < shortestSecret
  const secrets = isOpen && !isLeft ? [] : behind.filter((part) => last !== -1 || isMeant(part))
  const stays = parts.filter((part) => !shown.has(part) && !typed.has(part) && !secrets.includes(part))
  return {
    secrets,
    isDoubtful: stays.some((part) => part.length > shortestSecret && !isNumber(part)),
    isUnasked: (!isAsked && secrets.some((part) => !isMeant(part))) || mayAnswerOthers(secrets, last !== -1),
  }
}

/** Where no screen shows a part, one of several, a word or a date may have answered a question before the one that asks for a secret. */
function mayAnswerOthers(secrets: readonly string[], isShown: boolean): boolean {
  return !isShown && (secrets.length > 1 || secrets.some((part) => /\D/.test(part) || digitsOfDate.test(part)))
}

/** Eight digits that are a date may be a PIN too, and that is dialled last. */
function isKeptDate(part: string, isLast: boolean): boolean {
  return writtenDate.test(part) || (!isLast && digitsOfDate.test(part))
}

const writtenDate = /^(?:\d{1,2}([/.-])\d{1,2}\1(?:\d\d){1,2}|(?:19|20)\d\d([/.-])\d{1,2}\2\d{1,2})$/
const digitsOfDate =
  /^(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/

function partsIn({ Message, ServiceCode }: WireFields): readonly string[] {
  const [dialled, code] = [partsOf(Message), partsOf(ServiceCode)]
  const isOfCode = code.length > 0 && code.every((part, place) => part === dialled[place])
  return dialled.slice(isOfCode ? code.length : 1)
}

function partsOf(code: unknown): readonly string[] {
  return String(code)
    .split(/[*#]/)
    .filter((part) => part !== '')
}

/** A choice stands there whatever was dialled, and a secret that is said again wasn't taken for something else. */
function tellsNothing(line: string): boolean {
  return isChoice(line) || speaksOfSecret(line)
}

/** As it is, as an amount (`3,500.00`), or as a phone number however it's spaced. */
function shows(line: string, part: string): boolean {
  if (!aloneIn(line, [part]).next().done) return true
  if (isNumber(part)) return line.replaceAll(/\D/g, '').includes(part.slice(-subscriber))
  return [...line.matchAll(amount)].some(([written]) => Number(written.replaceAll(',', '')) === Number(part))
}

const amount = /\d[\d,]*(?:\.\d+)?/g
const subscriber = 9

/** A phone number has a stand-in of its own. */
function isNumber(part: string): boolean {
  return part.length > longestSecret && (toInternational(part) !== null || /^0\d{8,}$/.test(part))
}

const longestSecret = 8
