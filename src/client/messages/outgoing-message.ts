/**
 * A message to send (reference 2.9, 4.4): text, which is what nothing else is said of, or binary, or a WAP push.
 *
 * @example
 * ```ts
 * const message: OutgoingMessage = {
 *   from: 'Shop',
 *   to: '+233000000000',
 *   content: 'Your order is on its way',
 *   clientReference: 'order-17',
 *   registeredDelivery: true,
 * }
 * await client.messages.send(message)
 * ```
 */
export type OutgoingMessage = (TextContent | BinaryContent | WapPushContent) & Envelope & Extras

/**
 * A message to send at a time (reference 4.7, which has no other fields than these; {@link OutgoingMessage} takes a
 * time too, and has them all).
 *
 * @example
 * ```ts
 * const reminder: ScheduledMessage = {
 *   from: 'Shop',
 *   to: '+233000000000',
 *   content: 'We open at nine',
 *   time: new Date('2030-01-31T08:30:00Z'),
 * }
 * const { messageId } = await client.messages.schedule(reminder)
 * ```
 */
export type ScheduledMessage = (TextContent | BinaryContent | Required<WapPushContent>) &
  Envelope & {
    /** When it is to be sent. Goes out in GMT, in whole seconds; what is less is cut off. */
    readonly time: Date
  }

/**
 * A message for quick send (reference 4.3): always text, and of the 7-bit alphabet.
 *
 * @example
 * ```ts
 * const message: QuickMessage = { from: 'Shop', to: '+233000000000', content: 'Ready' }
 * await client.messages.quickSend(message)
 * ```
 */
export interface QuickMessage extends Envelope {
  readonly content: string
  /** Whether a delivery report is wanted. */
  readonly registeredDelivery?: boolean | undefined
}

/** From whom and to whom. */
interface Envelope {
  /** At most 11 characters without spaces, or at most 16 digits, with or without a plus (reference 8). */
  readonly from: string
  /** In international form; as it is dialled inside a country only with the option `country`. */
  readonly to: string
}

/** What only a message that is sent may have. */
interface Extras {
  /** User data header: hexadecimal, or the bytes. Its first octet counts those that follow. */
  readonly udh?: string | Uint8Array | undefined
  /** When it is to be sent: in GMT, in whole seconds. */
  readonly time?: Date | undefined
  /** Yours; it comes back in the delivery report. */
  readonly clientReference?: string | undefined
  /** Whether a delivery report is wanted. */
  readonly registeredDelivery?: boolean | undefined
  /** Whether it is shown at once and not kept. */
  readonly flashMessage?: boolean | undefined
}

interface TextContent {
  /**
   * `unicode` for what the 7-bit alphabet does not have. Left out it is chosen: text, the service's default, where the
   * alphabet has all of it, else unicode. With `text` the alphabet has to have it.
   */
  readonly type?: 'text' | 'unicode' | undefined
  readonly content: string
}

interface BinaryContent {
  readonly type: 'binary'
  /** Hexadecimal, or the bytes. */
  readonly content: string | Uint8Array
}

interface WapPushContent {
  /** Its number is not shown: set the option `wapPushType`. */
  readonly type: 'wapPush'
  /** The one type that needs none (reference 4.4). */
  readonly content?: string | undefined
}
