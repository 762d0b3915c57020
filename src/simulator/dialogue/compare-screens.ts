import type { SimulatedPhone } from '../gateway/simulated-phone.ts'
import type { Channel, Screen } from '../phone/screen.ts'
import { drawRichFields } from '../phone/transcript.ts'
import { actionOf, type DialogueStep } from './dialogue.ts'

/** What a phone shows after a step. */
export interface Seen {
  readonly screen: string
  /** Whether the session is over. */
  readonly ends: boolean
  /** The amount of a payment prompt that came with it. */
  readonly asks: number | undefined
  /** What the service has to say of the answer; null where all is well. */
  readonly problem: string | null
  readonly isGatewayError: boolean
}

/**
 * @param before identifiers of the payment prompts that were there before the step
 * @param disguise puts stand-ins into a text for secrets
 */
export function seenOn(phone: SimulatedPhone, before: ReadonlySet<string>, disguise: (text: string) => string): Seen {
  const screen = phone.lastScreen
  return {
    screen: screen === undefined ? '' : disguise(shownOn(screen, phone.channel)),
    ends: !phone.isOpen,
    asks: phone.prompts.find(({ id }) => !before.has(id))?.amount,
    problem: phone.problem,
    isGatewayError: screen?.gatewayError !== undefined,
  }
}

/** A screen as a dialogue has it. */
export function shownOn(screen: Screen, channel: Channel): string {
  return plain(channel === 'ussd' ? screen.text : drawRichFields(screen).join('\n'))
}

/** What differs, in words; null where nothing does. @param gatewayError what subscribers see in place of the application */
export function compareScreens(step: DialogueStep, seen: Seen, gatewayError: string | null): string | null {
  const { screen, contains = [], ends, asks, faults } = step
  const said = seen.problem === null ? '' : `\n${seen.problem}`
  if (screen !== undefined && plain(screen) !== seen.screen)
    return `the screen differs${said}\n${sideBySide(plain(screen), seen.screen)}`
  const lacks = contains.filter((part) => !seen.screen.includes(part))
  if (lacks.length > 0) {
    const listed = lacks.map((part) => `'${part}'`).join(' and ')
    return `the screen lacks ${listed}${said}. It is\n${seen.screen.replaceAll(/^/gm, '  ')}`
  }
  const isLast = step.hangUp === true || step.timeout === true
  const isExpected =
    screen !== undefined || contains.length > 0 || faults !== undefined || gatewayError !== null || isLast
  if (seen.isGatewayError && !isExpected) return `the subscriber sees an error, ${seen.screen}${said}`
  if (ends !== undefined && ends !== seen.ends)
    return ends ? 'the session goes on, and must be over' : `the session is over, and must go on${said}`
  if (asks !== undefined && asks !== seen.asks)
    return `the phone is asked to pay ${seen.asks ?? 'nothing'}, and must be asked for ${asks}${said}`
  return null
}

/** The step with what was seen in the place of what was expected. */
export function withSeen(step: DialogueStep, { screen, ends, asks }: Seen): DialogueStep {
  return {
    ...step,
    ...(step.screen !== undefined && plain(step.screen) !== screen && { screen }),
    ...(step.ends !== undefined && { ends }),
    ...(step.asks !== undefined && { asks }),
  }
}

/** Nobody sees the spaces at the end of a line. */
function plain(screen: string): string {
  return screen
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
}

/** What is done, as it is written: `reply '1'`. */
export function doingOf(step: DialogueStep): string {
  const action = actionOf(step)
  const given: unknown = step[action]
  if (given === true) return action
  if (typeof given === 'string') return `${action} '${given}'`
  return `${action} ${JSON.stringify(given)}`.replace(/ \{\}$/, '')
}

/** Two texts beside each other, a mark between lines that differ, in so many columns. */
function sideBySide(expected: string, found: string, columns = 80): string {
  const width = Math.floor((columns - 3) / 2)
  const rows: readonly Row[] = [
    { left: 'expected', right: 'found', mark: ' ' },
    { left: '-'.repeat(width), right: '-'.repeat(width), mark: ' ' },
    ...aligned(linesOf(expected, width), linesOf(found, width)),
  ]
  return rows.map(({ left, right, mark }) => `${left.padEnd(width)} ${mark} ${right}`.trimEnd()).join('\n')
}

interface Row {
  readonly left: string
  readonly right: string
  readonly mark: string
}

/** Lines that are the same stand beside each other. */
function aligned(left: readonly string[], right: readonly string[]): readonly Row[] {
  const rows: Row[] = []
  let [at, beside] = [0, 0]
  for (const [one, other] of [...commonLines(left, right), [left.length, right.length] as const]) {
    for (; at < one || beside < other; at += 1, beside += 1) {
      const [own, its] = [at < one ? left[at] : undefined, beside < other ? right[beside] : undefined]
      rows.push({ left: own ?? '', right: its ?? '', mark: own === undefined ? '>' : its === undefined ? '<' : '|' })
    }
    ;[at, beside] = [one + 1, other + 1]
    const same = left[one]
    if (same !== undefined) rows.push({ left: same, right: same, mark: ' ' })
  }
  return rows
}

/** The longest list of lines that both have, in their order: their places. */
function commonLines(left: readonly string[], right: readonly string[]): readonly (readonly [number, number])[] {
  const rest = left.map(() => new Uint16Array(right.length + 1)).concat([new Uint16Array(right.length + 1)])
  const lengthAt = (one: number, other: number): number => rest[one]?.[other] ?? 0
  for (let one = left.length - 1; one >= 0; one -= 1) {
    for (let other = right.length - 1; other >= 0; other -= 1) {
      const isSame = left[one] === right[other]
      rest[one]?.fill(
        isSame ? lengthAt(one + 1, other + 1) + 1 : Math.max(lengthAt(one + 1, other), lengthAt(one, other + 1)),
        other,
        other + 1,
      )
    }
  }
  const found: (readonly [number, number])[] = []
  for (let one = 0, other = 0; one < left.length && other < right.length; ) {
    if (left[one] === right[other]) found.push([one++, other++])
    else if (lengthAt(one + 1, other) >= lengthAt(one, other + 1)) one += 1
    else other += 1
  }
  return found
}

/** A screen is short; of what isn't, the beginning says enough. */
function linesOf(text: string, width: number): readonly string[] {
  const lines = text.split('\n').flatMap((line) => wrapped(line.trimEnd(), width))
  return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines), `(${lines.length - mostLines} more lines)`]
}

const mostLines = 200

function wrapped(line: string, width: number): readonly string[] {
  const characters = [...line]
  const count = Math.max(1, Math.ceil(characters.length / width))
  return Array.from({ length: count }, (_, at) => characters.slice(at * width, (at + 1) * width).join(''))
}
