import type { Known } from './applications/application.ts'

/** What is known of one caller beside the application: what they said yes to, and what was done for them. */
export class Caller implements Known {
  readonly name: string
  readonly pin: string
  isLocked = false
  /** Pushes are under way at once: which of them meets which screen is not known before. */
  isAtOnce = false
  readonly problems: string[] = []
  /** Lets a lookup go on. */
  gate: (() => void) | undefined
  readonly #yes = new Map<number, number>()
  readonly #orders = new Map<number, number>()
  readonly #keys = new Set<string>()

  constructor(number: number) {
    // Digits would be read for amounts.
    this.name = `Z${Array.from(String(number).padStart(nameDigits, '0'), (digit) => 'abcdefghij'.charAt(Number(digit))).join('')}`
    this.pin = `97${String(number % 10_000).padStart(4, '0')}`
  }

  /** They say yes to a screen with these amounts. */
  saysYes(amounts: readonly number[]): void {
    for (const amount of new Set(amounts)) this.#yes.set(amount, (this.#yes.get(amount) ?? 0) + 1)
  }

  order(key: string, amount: number): string {
    this.does(key)
    const orders = (this.#orders.get(amount) ?? 0) + 1
    this.#orders.set(amount, orders)
    if (orders > (this.#yes.get(amount) ?? 0)) {
      if (this.isAtOnce) this.#yes.set(amount, orders)
      else this.problems.push('an effect without a yes to its amount')
    }
    return `r${this.#keys.size}`
  }

  does(key: string): void {
    if (this.#keys.has(key)) this.problems.push('an effect was done twice')
    this.#keys.add(key)
  }

  hasOrdered(amount: number): boolean {
    return this.#orders.has(amount)
  }
}

const nameDigits = 7

/** Names of callers in a text. */
export const namesIn = (text: string): readonly string[] => text.match(/Z[a-j]{7}/g) ?? []

/** The PIN of a caller, which stands nowhere. */
export const holdsPin = (text: string): boolean => /(?<![\w.-])97\d{4}(?![\w-])/.test(text)

/** A phone number of a caller, whole. */
export const holdsPhone = (text: string): boolean => /(?<![\w.-])2330\d{8}(?![\w-])/.test(text)
