import { setImmediate as nextLoop } from 'node:timers/promises'
import {
  date,
  decimal,
  type Ending,
  email,
  type Option,
  phone,
  type Question,
  type Talk,
  text,
  whole,
} from '../../../src/conversation/index.ts'
import type { Pace, Plan, PlannedStep } from './plan.ts'

/** What a script of chance saw and did. */
export class Performance {
  readonly plan: Plan
  /** Something that the question on the screen takes. */
  good = '1'
  /** It threw on purpose, and nothing caught it. */
  hasThrown = false
  /** How often each effect was done, by its key. */
  readonly effects = new Map<string, number>()
  readonly violations: string[] = []
  readonly #names = new Map<PlannedStep, string>()
  #runs = 0

  constructor(plan: Plan) {
    this.plan = plan
  }

  /** Whether it takes another path on each run. */
  get changes(): boolean {
    return this.plan.steps.some((step) => step.do === 'change')
  }

  async perform(talk: Talk): Promise<Ending> {
    const { steps, ending } = this.plan
    this.#runs += 1
    await this.#all(talk, steps)
    if (ending.do === 'end') return talk.end(ending.text)
    if (ending.do === 'pay') {
      const { name, quantity, cents } = ending
      return talk.pay(ending.text, { name, quantity, price: cents / 100, reference: talk.id.slice(0, 8) })
    }
    this.hasThrown = true
    throw new Error(secretOfErrors)
  }

  async #all(talk: Talk, steps: readonly PlannedStep[]): Promise<void> {
    for (const step of steps) await this.#one(talk, step)
  }

  async #one(talk: Talk, step: PlannedStep): Promise<void> {
    switch (step.do) {
      case 'text': {
        const { min, max, optional } = step
        const good = 'a'.repeat(min)
        const answer = await (optional
          ? this.#ask(talk, step, text({ min, max, optional: '0 to skip' }), good)
          : this.#ask(talk, step, text({ min, max }), good))
        const length = answer === null ? min : [...answer].length
        this.#check((answer !== null || optional) && length >= min && length <= max, `text gave ${length} characters`)
        break
      }
      case 'whole': {
        const { min, max } = step
        const answer = await this.#ask(talk, step, whole({ min, max, takesKeys: true }), String(max))
        this.#check(Number.isSafeInteger(answer) && answer >= min && answer <= max, `whole gave ${answer}`)
        break
      }
      case 'decimal': {
        const answer = await this.#ask(talk, step, decimal({ min: 0, max: 1_000, takesKeys: true }), '2.5')
        this.#check(answer >= 0 && answer <= 1_000, `decimal gave ${answer}`)
        break
      }
      case 'phone': {
        const answer = await this.#ask(talk, step, phone({ country: 'GH' }), '+233000000000')
        this.#check(/^\+\d{8,15}$/.test(answer), `phone gave ${answer}`)
        break
      }
      case 'email': {
        const answer = await this.#ask(talk, step, email(), 'a@example.com')
        this.#check(/^[^@\s]+@[^@\s]+$/.test(answer), `email gave ${answer}`)
        break
      }
      case 'date': {
        const answer = await this.#ask(talk, step, date(), '2026-11-20')
        this.#check(/^\d{4}-\d\d-\d\d$/.test(answer) && Number.isFinite(Date.parse(answer)), `date gave ${answer}`)
        break
      }
      case 'choose': {
        const { as, by, secret } = step
        const options = step.options.map((option, at) => narrowed(option, at, by))
        this.good = goodOf(options.length, by)
        const settings = { as, sensitive: secret, ...(by === 'letters' && !secret ? { find: true as const } : {}) }
        const chosen: Option = await talk.choose(step.text, options, settings)
        const known = options.map((option) => JSON.stringify(option))
        this.#check(known.includes(JSON.stringify(chosen)), `choose gave ${JSON.stringify(chosen)}`)
        break
      }
      case 'confirm': {
        this.good = '1'
        if (!(await talk.confirm(step.text))) await this.#all(talk, step.otherwise)
        break
      }
      case 'show':
        this.good = 'ok'
        await talk.show(step.text, { sensitive: step.secret })
        break
      case 'load': {
        const read = async () => {
          await pass(step.takes)
          if (step.fails) throw new Error(secretOfErrors)
          return step.value
        }
        await this.#expect(step, () => talk.load('load', read))
        break
      }
      case 'once': {
        const effect = async (key: string) => {
          const times = (this.effects.get(key) ?? 0) + 1
          this.effects.set(key, times)
          this.#check(times === 1, `an effect was done ${times} times`)
          this.#check(/^[\da-f]{32}$/.test(key), `an effect has the key ${key}`)
          await pass(step.takes)
          if (step.fails) throw new Error(secretOfErrors)
          return step.value
        }
        await this.#expect(step, () => talk.once(this.#nameOf(step), effect))
        break
      }
      case 'sub':
        await this.#all(talk, step.steps)
        break
      case 'speak':
        talk.speak({ back: 'Retour', home: 'Accueil', more: 'Suite', choice: 'Choisissez, s\u2019il vous plaît.' })
        break
      case 'home':
        talk.home()
        talk.about(`Step ${this.good}`)
        break
      case 'change':
        this.good = '1'
        await talk.show(`Question ${'abcdefghij'.charAt(this.#runs % 10)}`)
    }
  }

  #ask<Answer>(
    talk: Talk,
    step: { readonly text: string; readonly secret: boolean },
    question: Question<Answer>,
    good: string,
  ): Promise<Answer> {
    this.good = good
    return talk.ask(step.text, question, { sensitive: step.secret })
  }

  /** A name of its own: where the path changes, effects are handed over by theirs. */
  #nameOf(step: PlannedStep): string {
    const name = this.#names.get(step) ?? `once-${this.#names.size}`
    this.#names.set(step, name)
    return name
  }

  /** What was recorded is what was given, and a failure is the same each time. */
  async #expect(
    { value, fails }: { readonly value: unknown; readonly fails: boolean },
    doIt: () => Promise<unknown>,
  ): Promise<void> {
    try {
      const given = await doIt()
      this.#check(!fails, 'what failed gave a value')
      // As JSON: that is how it is recorded, and there is no -0 in it.
      this.#check(JSON.stringify(given) === JSON.stringify(value), `a step gave ${JSON.stringify(given)}`)
    } catch (error) {
      this.#check(fails && error instanceof Error && error.message.includes(secretOfErrors), `a step threw ${error}`)
    }
  }

  #check(isSo: boolean, violation: string): void {
    if (!isSo) this.violations.push(violation)
  }
}

type Narrowing = Extract<PlannedStep, { readonly do: 'choose' }>['by']

/** Some options stand in no group, and some have no number of their own. */
function narrowed(option: Option, at: number, by: Narrowing): Option {
  const whole = typeof option === 'string' ? { label: option } : option
  if (by === 'groups' && at % 4 !== 3) return { ...whole, group: `Group ${at % 4}` }
  return by === 'numbers' && at % 2 === 0 ? { ...whole, number: at === 0 ? 'A1' : firstNumber + at } : option
}

/** Of groups the first line, and then the first line of that. */
function goodOf(count: number, by: Narrowing): string {
  if (by === 'numbers') return 'A1'
  return by === 'groups' ? '1' : String(count)
}

const firstNumber = 300

/** Never on a screen. */
export const secretOfErrors = 'ECONNREFUSED'

async function pass(pace: Pace): Promise<void> {
  if (pace === 'micro') await undefined
  if (pace === 'macro') await nextLoop()
}
