import { callService } from '../call-service.ts'
import type { CallOptions, ClientSettings } from '../client-options.ts'
import type { Message } from './message.ts'
import { type CancelledMessage, cancelMessage, getMessage, rescheduleMessage } from './one-message.ts'
import type { OutgoingMessage, QuickMessage, ScheduledMessage } from './outgoing-message.ts'
import { type MessagePage, queryMessages } from './query-messages.ts'
import { quickSend, type SentMessage, scheduleMessage, sendMessage } from './send-message.ts'

/**
 * Sends, looks up and schedules messages (reference 4.3 to 4.9). The client retries `get` and `query`, which change
 * nothing. It never retries the others, so no message is sent twice.
 *
 * Every method rejects with a `ServiceCallError` if the service refuses, can't be reached or can't be understood; with
 * a `ClientFieldError` before anything is sent; and with FMW_CLIENT_OPTION if it needs a setting that is missing.
 *
 * @example
 * ```ts
 * const messages: Messages = client.messages
 * const { messageId } = await messages.send({ from: 'Shop', to: '+233000000000', content: 'Ready' })
 * const { status } = await messages.get(messageId)
 * ```
 */
export class Messages {
  readonly #settings: ClientSettings

  /** Made by `MerchantClient`. */
  constructor(settings: ClientSettings) {
    this.#settings = settings
  }

  /** Sends a message now, or at `time` (reference 4.4). */
  async send(message: OutgoingMessage, options?: CallOptions): Promise<SentMessage> {
    return callService(this.#settings, sendMessage(this.#settings, message), options)
  }

  /**
   * Sends a text with the credentials `clientId` and `clientSecret` (reference 4.3, 5.2). The address has all of it,
   * and proxies and servers on the way log addresses. Prefer `send` if you have its credentials.
   */
  async quickSend(message: QuickMessage, options?: CallOptions): Promise<SentMessage> {
    return callService(this.#settings, quickSend(this.#settings, message), options)
  }

  /** The message as the service has it now (reference 4.5). */
  async get(messageId: string, options?: CallOptions): Promise<Message> {
    return callService(this.#settings, getMessage(messageId), options)
  }

  /**
   * Looks up some of your messages (reference 4.6). You get the answer as it comes; `readMessage` reads one message of
   * it.
   */
  async query(page: MessagePage = {}, options?: CallOptions): Promise<unknown> {
    return callService(this.#settings, queryMessages(page), options)
  }

  /** Sends a message at its time (reference 4.7). */
  async schedule(message: ScheduledMessage, options?: CallOptions): Promise<SentMessage> {
    return callService(this.#settings, scheduleMessage(this.#settings, message), options)
  }

  /**
   * Gives a scheduled message another time, or sends a failed one again (reference 4.8). You get the answer as it
   * comes.
   */
  async reschedule(messageId: string, time: Date, options?: CallOptions): Promise<unknown> {
    return callService(this.#settings, rescheduleMessage(messageId, time), options)
  }

  /** Stops a scheduled message (reference 4.9). */
  async cancel(messageId: string, options?: CallOptions): Promise<CancelledMessage> {
    return callService(this.#settings, cancelMessage(messageId), options)
  }
}
