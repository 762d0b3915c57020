import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import { conversation } from '../../../src/conversation/index.ts'
import merchantWebhooks, { type Store } from '../../../src/index.ts'
import { areSame, Bank, type BankPlan } from './bank.ts'

const move = (does: string, weight: number) => ({ arbitrary: fc.constant(does), weight })

/** What callers of one phone do: an answer to the screen three times of four. */
export const bankMoves = fc.array(
  fc.record({
    does: fc.oneof(
      move('answer', 40),
      move('back', 4),
      move('home', 4),
      move('stray', 2),
      move('dial', 5),
      move('release', 2),
      move('rate', 2),
      move('cut off', 2),
      move('restart', 1),
    ),
    pick: fc.nat({ max: 11 }),
  }),
  { minLength: 40, maxLength: 160, size: 'max' },
)

export type BankMove = typeof bankMoves extends fc.Arbitrary<readonly (infer Move)[]> ? Move : never

/** Callers of one phone, some with another's PIN, and what they have said yes to. */
export class BankCallers {
  readonly bank: Bank
  readonly #storeOf: () => Store
  readonly #resume: 'ask' | 'continue'
  #app: FastifyInstance | undefined
  #session = 0
  #sequence = 0
  #screen = ''
  #isOpen = false
  /** What the caller has given in this session, whether it was asked for there or before. */
  #given: { pin?: string; word?: string } = {}
  /** Somebody has gone home in this session: what was agreed to before is not gone on with in it. */
  #isAnew = false
  readonly #story: string[] = []

  /** @param storeOf a store on the same file each time, where it has one */
  constructor(plan: BankPlan, storeOf: () => Store, resume: 'ask' | 'continue') {
    this.bank = new Bank(plan)
    this.#storeOf = storeOf
    this.#resume = resume
  }

  /** @returns what was wrong, with all that was sent and shown */
  async play(moves: readonly BankMove[]): Promise<readonly string[]> {
    const { violations } = this.bank
    try {
      for (const one of moves) {
        await this.#do(one)
        if (violations.length > 0) return [...this.#story, ...violations]
      }
      return []
    } finally {
      await this.#app?.close()
    }
  }

  async #do({ does, pick }: BankMove): Promise<void> {
    const { bank } = this
    if (does === 'restart') return this.#close()
    if (does === 'rate') bank.rate += 1
    bank.isCutOff ||= does === 'cut off'
    bank.isCutOffMade = pick % 2 === 0
    if (does === 'release' && this.#isOpen) await this.#push('Release', '')
    if (does === 'dial' || does === 'release' || !this.#isOpen) return this.#dial()
    if (does === 'stray') return this.#push('Response', ['0', '00', '99', '7', 'x'][pick % 5] ?? '')
    if (does === 'back' && this.#screen.includes('0 Back')) return this.#push('Response', '0')
    if (does === 'home' && this.#screen.includes('00 Menu')) return this.#goHome()
    return this.#push('Response', this.#answer(pick))
  }

  #answer(pick: number): string {
    const screen = this.#screen
    const { bank } = this
    if (screen.includes('2. Start again')) {
      if (pick > 1) return '1'
      bank.forget(() => true)
      return '2'
    }
    if (screen.includes('PIN?')) {
      this.#given.pin = ['1111', '1111', '2222', '3333'][pick % 4] ?? ''
      if (this.#isAnew) this.#forgetOwn()
      return this.#given.pin
    }
    if (screen.includes('Secret word?')) {
      this.#given.word = ['7777', '7777', '8888'][pick % 3] ?? ''
      if (this.#isAnew) this.#forgetOwn()
      return this.#given.word
    }
    if (screen.includes('How much?')) return ['5', '50'][pick % 2] ?? ''
    if (!screen.includes('Take ')) return ['1', '2'][pick % 2] ?? ''
    if (pick === 0) return '2'
    bank.agree()
    return '1'
  }

  /** Who begins anew wants nothing any more of what they had agreed to. */
  async #goHome(): Promise<void> {
    this.#forgetOwn()
    this.#isAnew = true
    await this.#push('Response', '00')
  }

  #forgetOwn(): void {
    const { pin, word } = this.#given
    this.bank.forget((terms) => terms.pin === pin && terms.word === word)
  }

  async #dial(): Promise<void> {
    this.#session += 1
    this.#sequence = 0
    this.#given = {}
    this.#isAnew = false
    await this.#push('Initiation', '*713#')
  }

  async #push(Type: string, Message: string): Promise<void> {
    this.#app ??= await this.#open()
    this.#sequence += 1
    const payload = {
      Mobile: '+233000000000',
      SessionId: `session-${this.#session}`,
      ServiceCode: '713',
      Type,
      Message,
      Operator: 'network-a',
      Sequence: this.#sequence,
    }
    const { statusCode, body } = await this.#app.inject({ method: 'POST', url: '/ussd', payload })
    if (Type === 'Release') return
    const reply: { Type?: string; Message?: string } = statusCode === 200 ? JSON.parse(body) : {}
    this.#screen = reply.Message ?? ''
    this.#isOpen = reply.Type?.toLowerCase() === 'response'
    this.#story.push(`${Message} -> ${this.#screen.replaceAll('\n', ' | ')}`)
    if (statusCode !== 200) this.bank.violations.push(`the answer is ${statusCode}`)
    if (this.#screen.startsWith('Take ')) this.bank.forget((terms) => areSame(terms, this.bank.asked))
  }

  async #open(): Promise<FastifyInstance> {
    const app = Fastify()
    const ussd = conversation(this.bank.script, { resume: this.#resume, rehearse: false })
    await app.register(merchantWebhooks, {
      verify: 'none',
      store: this.#storeOf(),
      secret: 'the secret of this bank',
      ussd,
    })
    return app
  }

  async #close(): Promise<void> {
    await this.#app?.close()
    this.#app = undefined
    this.#isOpen = false
    this.#story.push('restart')
  }
}
