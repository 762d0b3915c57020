import { callService } from '../call-service.ts'
import type { CallOptions } from '../client-options.ts'
import type { ClientSettings } from '../client-settings.ts'
import type { Message } from './message.ts'
import { type CancelledMessage, cancelMessage, getMessage, rescheduleMessage } from './one-message.ts'
import type { OutgoingMessage, QuickMessage, ScheduledMessage } from './outgoing-message.ts'
import { type MessagePage, queryMessages } from './query-messages.ts'
import { quickSend } from './quick-send.ts'
import type { SentMessage } from './read-sent.ts'
import { scheduleMessage, sendMessage } from './send-message.ts'

/**
 * Messages: to send, to look at, to schedule (reference 4.3 to 4.9). `get` and `query` change nothing and are tried again
 * when they fail; nothing else ever is, so that no message is sent twice.
 *
 * Every method rejects with a `ServiceCallError` when the service refuses, cannot be reached or is not understood, with
 * a `ClientFieldError` before anything is sent, and with FMW_CLIENT_OPTION when a setting is missing that it needs.
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

  /** Sends a message, or has it sent at `time` (reference 4.4). */
  async send(message: OutgoingMessage, options?: CallOptions): Promise<SentMessage> {
    return callService(this.#settings, sendMessage(this.#settings, message), options)
  }

  /**
   * Sends a text with the credentials `clientId` and `clientSecret` (reference 4.3, 5.2). All of it is in the address,
   * which proxies and servers on the way write down: prefer `send` where you have its credentials.
   */
  async quickSend(message: QuickMessage, options?: CallOptions): Promise<SentMessage> {
    return callService(this.#settings, quickSend(this.#settings, message), options)
  }

  /** The message as the service has it now (reference 4.5). */
  async get(messageId: string, options?: CallOptions): Promise<Message> {
    return callService(this.#settings, getMessage(messageId), options)
  }

  /** Some of your messages (reference 4.6). The answer is not shown, so it comes as it is; `readMessage` reads one. */
  async query(page: MessagePage = {}, options?: CallOptions): Promise<unknown> {
    return callService(this.#settings, queryMessages(page), options)
  }

  /** Has a message sent at its time (reference 4.7). */
  async schedule(message: ScheduledMessage, options?: CallOptions): Promise<SentMessage> {
    return callService(this.#settings, scheduleMessage(this.#settings, message), options)
  }

  /** Gives a scheduled message another time, or one that failed a new chance (reference 4.8). The answer is not shown. */
  async reschedule(messageId: string, time: Date, options?: CallOptions): Promise<unknown> {
    return callService(this.#settings, rescheduleMessage(messageId, time), options)
  }

  /** Stops a scheduled message (reference 4.9). */
  async cancel(messageId: string, options?: CallOptions): Promise<CancelledMessage> {
    return callService(this.#settings, cancelMessage(messageId), options)
  }
}
