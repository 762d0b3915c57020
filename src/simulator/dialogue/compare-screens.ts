import type { SimulatedPhone } from '../gateway/simulated-phone.ts'
import type { Channel, Screen } from '../phone/screen.ts'
import { drawRichFields } from '../phone/transcript.ts'
import { actionOf, type DialogueStep } from './dialogue.ts'
import { sideBySide } from './side-by-side.ts'

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
