import { setImmediate as nextLoop } from 'node:timers/promises'
import type { Channel } from '../../src/conversation/index.ts'
import { type Phone, phone, type Screen } from '../../src/testing/index.ts'
import type { Act } from './acts.ts'
import type { OpenHouse } from './house.ts'
import type { Caller } from './ledger.ts'
import { lookAt, problemsOf, sameForAll } from './look.ts'

/** One caller at one application, who checks whatever comes back. */
export class Visitor {
  readonly #house: OpenHouse
  readonly #channel: Channel
  readonly #mobile: string
  readonly #phone: Phone
  readonly caller: Caller
  screen: Screen | undefined
  isOpen = false
  pushes = 0
  #last: 'entered' | 'left' = 'entered'
  /** What was pushed last, where it was an answer. */
  #entered: string | undefined
  /** The amounts on the pages of the question, up to this one. */
  #amounts: readonly number[] = []

  constructor(house: OpenHouse, channel: Channel) {
    this.#house = house
    this.#channel = channel
    const { mobile, caller } = house.newCaller(channel)
    this.#mobile = mobile
    this.caller = caller
    this.#phone = phone(house.app, channel === 'ussd' ? { mobile } : { channel, mobile })
  }

  /** The last screen as every caller would see it. */
  get look(): string {
    return this.screen === undefined ? '' : sameForAll(this.screen, this.caller.name)
  }

  /** What was pushed and shown, without secrets. */
  get story(): string {
    return this.#phone.transcript()
  }

  report(what: string): void {
    const { application, findings } = this.#house
    findings.add(what, `${application.name}, ${this.#channel}`, this.story)
  }

  leave(): void {
    this.#house.leave(this.#mobile)
  }

  /** The application was opened again. */
  async moveOn(): Promise<void> {
    await this.#phone.moveTo(this.#house.app).run()
  }

  async act(act: Act): Promise<void> {
    try {
      await this.#act(act)
    } catch (error) {
      this.report(`${act.do} fails: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`)
      this.isOpen = false
    }
    for (const problem of this.caller.problems.splice(0)) this.report(problem)
  }

  async #act(act: Act): Promise<void> {
    const { caller } = this
    switch (act.do) {
      case 'dial':
        return this.#see(() => this.#phone.dial(act.message).run())
      case 'redial':
        return this.#see(() => this.#phone.redial().run())
      case 'timeout':
      case 'hangUp':
        return this.isOpen ? this.#leaves(act.do) : undefined
      case 'repeat':
        return this.#repeat()
      case 'late':
        return this.#see(() => this.#phone.push('Response', act.text).run(), 'left')
      case 'enter':
        return this.#enter(act.text)
      case 'good':
        return this.#enter(this.#goodAnswer())
      case 'twice':
        if (!this.isOpen) return
        this.#saysMaybeYes(act.text)
        caller.isAtOnce = this.#channel !== 'ussd'
        await this.#atOnce(
          () => this.#phone.reply(act.text).run(),
          () => this.#phone.repeatLast().run(),
        )
        this.#entered = act.text
        return
      case 'both':
        if (!this.isOpen) return
        caller.isAtOnce = true
        await this.#atOnce(
          () => this.#phone.reply(act.text).run(),
          () => this.#phone.reply(act.other).run(),
        )
        this.#entered = act.other
    }
  }

  async #enter(text: string): Promise<void> {
    if (!this.isOpen) return this.#see(() => this.#phone.dial('*713#').run())
    const word = this.#saysMaybeYes(text)
    await this.#see(() => this.#phone.reply(text).run())
    this.#entered = text
    if (word === 'no' && amountOf(this.screen) !== undefined) this.report('a payment after a No')
  }

  async #repeat(): Promise<void> {
    const before = this.screen
    const last = this.#last
    // On programmable services a repeated push has no sequence: it is another answer (reference 2.5).
    const entered = this.#channel === 'ussd' ? undefined : this.#entered
    if (entered !== undefined) this.#saysMaybeYes(entered)
    await this.#see(() => this.#phone.repeatLast().run(), last)
    this.#entered = entered
    const isSame = this.#channel !== 'ussd' || last === 'left' || this.screen?.text === before?.text
    if (!isSame) this.report('a repeated push shows another screen')
  }

  async #leaves(how: 'timeout' | 'hangUp'): Promise<void> {
    await this.#see(() => (how === 'timeout' ? this.#phone.timeout() : this.#phone.hangUp()).run(), 'left')
  }

  /** Which of two is answered first is not said: each screen is checked, and the later counts. */
  async #atOnce(one: () => Promise<Screen>, other: () => Promise<Screen>): Promise<void> {
    const pair: Screen[] = []
    await this.#see(async () => {
      pair.push(...(await Promise.all([one(), other()])))
      const [, second] = pair
      if (second === undefined) throw new Error('no screen')
      return second
    })
    this.pushes += 1
    const [first] = pair
    if (first !== undefined) this.#check(first)
    if (first?.type !== 'response') this.isOpen = false
    this.caller.isAtOnce = false
    this.#entered = undefined
  }

  async #see(push: () => Promise<Screen>, how: 'entered' | 'left' = 'entered'): Promise<void> {
    this.pushes += 1
    this.#last = how
    this.#entered = undefined
    const screen = await this.#answered(push())
    this.screen = screen
    this.isOpen = screen.type === 'response' && how === 'entered'
    if (how !== 'entered') return
    this.#check(screen)
    const { isConfirm, amounts, options, ways } = lookAt(screen, this.#channel)
    const isPage = isConfirm || (options.length === 0 && ways.some(({ value }) => value === '99'))
    this.#amounts = isPage ? [...this.#amounts, ...amounts] : []
  }

  /** Time stands still where lookups are slow: it passes only where nothing else happens. */
  async #answered(push: Promise<Screen>): Promise<Screen> {
    const { clock } = this.#house
    if (clock === undefined) return push
    let isAnswered = false
    const settle = (): void => {
      isAnswered = true
    }
    push.then(settle, settle)
    // Every other waiting screen is answered while the lookup still works.
    if (this.pushes % 2 === 0) this.caller.gate?.()
    for (let loops = 1, passed = 0; !isAnswered; loops++) {
      await nextLoop()
      if (loops % loopsOfATurn !== 0) continue
      clock.advance(budget)
      passed += 1
      if (passed === 2) this.report('not answered within the budget')
      if (passed > 2) this.caller.gate?.()
    }
    return push
  }

  #check(screen: Screen): void {
    for (const problem of problemsOf(screen, this.#channel, this.caller.name)) this.report(problem)
    if (screen.ms > budget) this.report('not answered within the budget')
    const amount = amountOf(screen)
    if (amount !== undefined && !this.caller.hasOrdered(amount))
      this.report('a payment of an amount that was not ordered')
  }

  /** Where an answer may be a yes, it is one to the amounts on the screen. */
  #saysMaybeYes(text: string): 'yes' | 'no' | undefined {
    if (this.screen === undefined) return undefined
    const { isConfirm, options } = lookAt(this.screen, this.#channel)
    if (!isConfirm) return undefined
    const plain = text
      .normalize('NFKC')
      .replaceAll(/[\s\p{Cf}.)]/gu, '')
      .toLowerCase()
    const digit = plain.replaceAll(/[\u0660-\u0669]/g, (arabic) => String(arabic.charCodeAt(0) - 0x660))
    const [yes, no] = options
    const isBeginning = plain !== '' && yes?.label.toLowerCase().startsWith(plain) === true
    const isYes = digit === '1' || digit === yes?.value.toLowerCase() || isBeginning
    const isNo = digit === '2' || text === no?.value
    if (isYes) this.caller.saysYes(this.#amounts)
    if (isYes || isNo) this.#amounts = []
    return isYes ? 'yes' : isNo ? 'no' : undefined
  }

  /** @returns the first option where nothing else is known of the screen */
  #goodAnswer(): string {
    const { screen, caller } = this
    if (screen === undefined) return '1'
    const [, known] = this.#house.application.answers.find(([shown]) => shown.test(screen.text)) ?? []
    if (known !== undefined) return typeof known === 'string' ? known : known(caller)
    return lookAt(screen, this.#channel).options[0]?.value ?? '1'
  }
}

/** What a screen asks to pay. */
function amountOf(screen: Screen | undefined): number | undefined {
  const [item] = screen?.item ?? []
  return (
    screen?.payment?.amount ?? (item === undefined ? undefined : Math.round(item.quantity * item.price * 100) / 100)
  )
}

/** ms, that of every turn. */
const budget = 6_000
/** A turn that waits for nothing is answered within far fewer. */
const loopsOfATurn = 60
