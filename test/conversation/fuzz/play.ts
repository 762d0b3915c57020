import { type Phone, phone, type Screen } from '../../../src/testing/index.ts'
import { problemsOfData, problemsOfText } from './check-screen.ts'
import type { Deed } from './deeds.ts'
import { Performance, secretOfErrors } from './perform.ts'
import type { Plan } from './plan.ts'
import { changedLine, failedScreen, houses, type Stage } from './stage.ts'

/** Where a script is held. */
export interface Place {
  readonly house: string
  readonly kind: 'ussd' | 'programmable'
  /** Which of the channels, on programmable services. */
  readonly operator: string
}

/** What a play was. */
export interface Played {
  readonly turns: number
  readonly sessions: number
  readonly effects: number
  /** Sessions that ended with what the script ends with. */
  readonly ended: number
  readonly violations: readonly string[]
}

/** Holds a script with a subscriber of chance, and checks every screen. */
export async function play(stage: Stage, plan: Plan, place: Place, deeds: readonly Deed[]): Promise<Played> {
  const performance = new Performance(plan)
  const code = stage.hold(performance)
  const { kind, operator, house } = place
  const isText = kind === 'ussd' || operator === 'network'
  const { limit = 160, keys } = houses.find(({ name }) => name === house)?.options ?? {}
  const serviceCode = isText ? code : `shop-${code}`
  const own = phone(stage.app, { kind, operator, serviceCode, registration: house })
  const { violations } = performance
  let turns = 0
  let sessions = 0
  let ended = 0
  let shown: Screen | undefined
  let isOpen = false
  let last = ''
  try {
    for (const deed of deeds) {
      const before = shown
      performance.hasThrown = false
      last = isOpen ? deed.do : 'dial'
      if (last === 'dial') sessions += 1
      shown = await step(own, isOpen ? deed : firstOf(deed), { isText, kind, code, good: performance.good })
      turns += 1
      const isLeft = last === 'leave'
      const problems = isText ? problemsOfText(shown, limit, keys?.more ?? '99') : problemsOfData(shown)
      violations.push(...problems)
      if (shown.text.includes(secretOfErrors)) violations.push('an error is on the screen')
      // On programmable services a repeated push has no sequence: it is another answer (reference 2.5).
      if (last === 'repeat' && kind === 'ussd' && shown.text !== before?.text)
        violations.push('a repeat shows another screen')
      if (shown.text === failedScreen && !performance.hasThrown && last !== 'repeat') violations.push('it failed')
      if (shown.text.startsWith(changedLine) && !performance.changes) violations.push('its path changed')
      isOpen = shown.type === 'response' && !isLeft
      if (!isOpen && !isLeft && shown.text !== failedScreen) ended += 1
    }
  } catch (error) {
    violations.push(`after ${last}: ${error instanceof Error ? error.message : error}`)
  } finally {
    stage.release(code)
  }
  return { turns, sessions, effects: performance.effects.size, ended, violations }
}

/** Who has no session dials; whatever else is to be done comes to nothing. */
export function firstOf(deed: Deed): Deed {
  return deed.do === 'dial' ? deed : { do: 'dial', answers: [] }
}

/** How an application is reached. */
export interface Reach {
  readonly isText: boolean
  readonly kind: Place['kind']
  readonly code: string
  readonly good: string
}

/** What a subscriber does, to the screen that it leads to. */
export async function step(own: Phone, deed: Deed, { isText, kind, code, good }: Reach): Promise<Screen> {
  switch (deed.do) {
    case 'answer':
      return own.reply(good)
    case 'enter':
      return own.reply(deed.text)
    case 'leave':
      return deed.type === 'hangUp' ? own.hangUp() : own.timeout()
    case 'repeat':
      return own.repeatLast()
    case 'buy':
      return kind === 'programmable' ? own.push('AddToCart', '') : own.reply(good)
    case 'dial':
      return own.dial(isText ? `*${[code, ...deed.answers].join('*')}#` : '')
  }
}
