import fc from 'fast-check'
import { type Ending, type Talk, text, whole } from '../../../src/conversation/index.ts'

/** What a withdrawal depends on: what was chosen, entered and read before it. */
export type Terms = Readonly<Record<string, string | number>>

const parts = ['account', 'way', 'pin', 'word', 'rate', 'open', 'amount'] as const

/** A script of chance that takes money: its questions in any order, and what comes between the yes and the money. */
export const bankPlans = fc.record({
  parts: fc.shuffledSubarray([...parts], { minLength: 4 }),
  /** The part before which home is marked, where there is one. */
  home: fc.option(fc.nat({ max: parts.length })),
  behindYes: fc.shuffledSubarray(['note', 'reason', 'page'] as const),
  isConfirmNamed: fc.boolean(),
  isYesSecret: fc.boolean(),
  rounds: fc.integer({ min: 1, max: 3 }),
  /** What is known of a withdrawal that was cut off; undefined where none is. */
  recover: fc.option(fc.constantFrom('again', 'look', 'none'), { nil: undefined }),
})

export type BankPlan = typeof bankPlans extends fc.Arbitrary<infer Plan> ? Plan : never

/** A bank whose ledger compares each withdrawal with what its caller has said yes to. */
export class Bank {
  readonly violations: string[] = []
  /** What the script asks a yes to, and has asked it to last. */
  asked: Terms = {}
  /** The next withdrawal is cut off: it was made or not, and nobody is told. */
  isCutOff = false
  isCutOffMade = false
  rate = 1
  readonly #plan: BankPlan
  readonly #ledger = new Map<string, Terms>()
  #yeses: Terms[] = []

  constructor(plan: BankPlan) {
    this.#plan = plan
  }

  get withdrawals(): number {
    return this.#ledger.size
  }

  /** The caller has said yes to what was asked last. */
  agree(): void {
    this.#yeses.push(this.asked)
  }

  /** A yes that was not acted on holds no more: its question is asked again, or its caller begins anew. */
  forget(isGone: (terms: Terms) => boolean): void {
    this.#yeses = this.#yeses.filter((terms) => !isGone(terms))
  }

  readonly script = async (talk: Talk): Promise<Ending> => {
    const { home, rounds, behindYes, isConfirmNamed, isYesSecret } = this.#plan
    let terms: Terms = {}
    for (let round = 1; ; round++) {
      for (const [place, part] of this.#plan.parts.entries()) {
        if (home === place && round === 1) talk.home()
        // Nobody is asked twice who they are.
        if (round === 1 || (part !== 'pin' && part !== 'word')) terms = { ...terms, ...(await this.#step(talk, part)) }
      }
      this.asked = terms
      const yes = { ...(isConfirmNamed ? { id: 'sure' } : {}), sensitive: isYesSecret }
      if (!(await talk.confirm(`Take ${terms.amount} at ${terms.rate}?`, yes))) return talk.end('Nothing was taken')
      for (const step of behindYes) await (step === 'page' ? talk.show('Nearly done') : talk.ask(`A ${step}?`, text()))
      await this.#take(talk, terms)
      await talk.show('Taken')
      if (round === rounds) return talk.end('Goodbye')
    }
  }

  async #step(talk: Talk, part: (typeof parts)[number]): Promise<Terms> {
    switch (part) {
      case 'account':
        return { account: await talk.choose('From', ['Mine', 'Spouse']) }
      case 'way':
        return { way: await talk.choose('How', ['Bank', 'Cash']) }
      case 'pin':
        return { pin: await talk.ask('PIN?', secret) }
      case 'word':
        return { word: await talk.ask('Secret word?', secret) }
      case 'rate':
        return { rate: await talk.load('rate', () => this.rate) }
      case 'open':
        await talk.once('open', () => 'opened')
        return {}
      case 'amount':
        return { amount: await talk.ask('How much?', whole({ min: 1 })) }
    }
  }

  async #take(talk: Talk, terms: Terms): Promise<void> {
    const { recover: how } = this.#plan
    const recover = (key: string): Terms => {
      if (how === 'again') return this.#book(key, terms)
      const known = this.#ledger.get(key)
      if (known === undefined) throw Object.assign(new Error('it was not made'), { isUncertain: false })
      return known
    }
    const withdraw = (key: string): Terms => {
      if (!this.isCutOff || how === undefined) return this.#book(key, terms)
      this.isCutOff = false
      if (this.isCutOffMade) this.#book(key, terms)
      throw Object.assign(new Error('cut off'), { isUncertain: true })
    }
    const taken: Terms = await talk.once('take', withdraw, how === undefined || how === 'none' ? {} : { recover })
    const isOfOther = taken.pin !== terms.pin || taken.word !== terms.word
    // What was in doubt is settled first, whatever was chosen since.
    if (isOfOther || (how === undefined && !areSame(taken, terms)))
      this.violations.push(`shows ${shown(taken)} for ${shown(terms)}`)
  }

  #book(key: string, terms: Terms): Terms {
    const known = this.#ledger.get(key)
    if (known !== undefined) return known
    this.#ledger.set(key, terms)
    const yes = this.#yeses.findIndex((one) => areSame(one, terms))
    if (yes === -1) this.violations.push(`takes ${shown(terms)} without a yes`)
    else this.#yeses.splice(yes, 1)
    return terms
  }
}

/** Whether both name the same. */
export function areSame(one: Terms, other: Terms): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

const secret = text({ pattern: /^\d{4}$/, sensitive: true })

function shown(terms: Terms): string {
  return JSON.stringify(terms)
}
