/** Where a service is used (reference 2.5, Operator): as text on a phone, or where choices and fields are drawn. */
export type Channel = 'ussd' | 'webstore' | 'pos' | 'app'

/** All of them. */
export const channels: readonly Channel[] = ['ussd', 'webstore', 'pos', 'app']

/** What a reply does to the session (reference 2.6, 2.8). */
export type ReplyType = 'response' | 'release' | 'addToCart'

/** How rich channels draw a reply (reference 2.6, DataType). */
export type DataType = 'display' | 'input' | 'confirm' | 'select' | 'menu'

/** What rich channels let enter (reference 2.6, FieldType). */
export type FieldType = 'text' | 'phone' | 'email' | 'number' | 'decimal' | 'textarea'

/**
 * One reply: what it shows, and what it does to the session.
 *
 * @example
 * const screen: Screen = await phone(app).dial('*713#').reply('1')
 * screen.text // 'Approve the prompt'
 * screen.type // 'release'
 * screen.payment?.amount // 5
 */
export interface Screen {
  /** What the subscriber reads. */
  readonly text: string
  /**
   * Whether the session continues (`response`), ends (`release`), or ends in a checkout (`addToCart`) (reference 2.6,
   * 2.8).
   */
  readonly type: ReplyType
  /** The payment that a USSD release asks for (reference 2.8). */
  readonly payment?: ScreenPayment
  /** The items that go to the checkout (reference 2.6, Item), always as a list. */
  readonly item?: readonly ScreenItem[]
  /** The title that rich channels show (reference 2.6, Label). */
  readonly label?: string
  /** How rich channels draw it (reference 2.6, DataType). */
  readonly dataType?: DataType
  /** The choices on rich channels (reference 2.6, Data). */
  readonly choices?: readonly ScreenChoice[]
  /** The input on rich channels (reference 2.6, FieldType). */
  readonly fieldType?: FieldType
  /** The text is masked (reference 2.6, Mask). */
  readonly mask?: true
  /** The answer is masked (reference 2.6, MaskNextRoute). */
  readonly maskNext?: true
  /** Comes back with the next push, once. */
  readonly clientState?: string
  /**
   * What the subscriber reads in place of a screen: a code of the USSD gateway or a message of the network operator
   * (reference 7.2). Only a simulator's phone shows one.
   */
  readonly gatewayError?: string
  /** What doesn't fit on a simulator's phone. */
  readonly cutOff?: string
  /** The reply's JSON as it came, its envelope included. Null where no reply could be read. */
  readonly raw: unknown
  /** The HTTP status. 0 where no answer came. */
  readonly status: number
  /** From the push to its answer, milliseconds. */
  readonly ms: number
}

/**
 * One entry of Data (reference 2.6).
 *
 * @example
 * const { choices = [] } = await phone(app, { channel: 'webstore' }).dial()
 * const price = ({ display, amount = 0 }: ScreenChoice) => `${display}: ${amount.toFixed(2)}`
 * choices.map(price) // ['Tea: 5.00']
 */
export interface ScreenChoice {
  /** What the user reads. */
  readonly display: string
  /** What is pushed when it is chosen. */
  readonly value: string
  /** In major currency units. */
  readonly amount?: number
}

/**
 * A payment request of a USSD release.
 *
 * @example
 * const { payment } = await phone(app).dial('*713#').reply('1')
 * const asked: ScreenPayment | undefined = payment
 * asked?.description // 'Tea'
 */
export interface ScreenPayment {
  /** Major currency units. */
  readonly amount: number
  readonly description: string | null
  /** Where the notice of the payment is to go. */
  readonly callbackUrl: string | null
}

/**
 * An item on its way to the checkout.
 *
 * @example
 * const { item = [] } = await phone(app, { kind: 'programmable' }).dial().reply('1')
 * const line = ({ quantity, name }: ScreenItem) => `${quantity} x ${name}`
 * item.map(line) // ['1 x Tea']
 */
export interface ScreenItem {
  readonly name: string
  readonly quantity: number
  /** Of one, in major currency units. */
  readonly price: number
}
