import type { TracingChannel } from 'node:diagnostics_channel'
import { type ChannelMessages, channels } from './channels.ts'

/**
 * What is called when a turn, an acceptance, an attempt, a question to the store or a call to the service has ended.
 *
 * @example
 * const slow: TracedListeners = { store: ({ operation, ms }) => (ms ?? 0) > 500 && console.warn(operation, ms) }
 */
export type TracedListeners = {
  readonly [Name in keyof ChannelMessages]?: (told: ChannelMessages[Name]) => void
}

/**
 * Listens to the tracing channels, of every registration in the process. It hears of what has ended, or failed (`error`).
 * What a listener throws is an uncaught exception of the process, as Node has it.
 *
 * @returns stops it
 * @example
 * const stop = onTraced({ turn: ({ kind, source, ms }) => console.log(kind, source, ms) })
 * app.addHook('onClose', async () => stop())
 */
export function onTraced({ turn, accept, attempt, store, client }: TracedListeners): () => void {
  const stops = [
    hear(channels.turn, turn),
    hear(channels.accept, accept),
    hear(channels.attempt, attempt),
    hear(channels.store, store),
    hear(channels.client, client),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function hear<Message extends object>(
  channel: TracingChannel<Message, Message>,
  ended: ((told: Message) => void) | undefined,
): () => void {
  if (ended === undefined) return ignore
  const listeners = { start: ignore, end: ignore, asyncStart: ignore, asyncEnd: ended, error: ignore }
  channel.subscribe(listeners)
  return () => void channel.unsubscribe(listeners)
}

function ignore(): void {
  // Only the end is heard.
}
