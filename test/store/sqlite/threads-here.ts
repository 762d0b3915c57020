import { MessageChannel } from 'node:worker_threads'
import type { StartThread } from '../../../src/store/sqlite/main/thread.ts'
import { serve } from '../../../src/store/sqlite/worker/serve.ts'

/** Does in this thread what worker threads do: the same work on the same files, where coverage sees it. */
export const startHere: StartThread = (role, listener) => {
  const { port1, port2 } = new MessageChannel()
  let hasEnded = false
  const end = (): void => {
    if (!hasEnded) listener.ended('its worker thread has ended')
    hasEnded = true
  }
  port1.on('message', (message) => listener.message(message))
  port1.on('close', end)
  serve(port2, role)
  return {
    post: (message, transfer) => port1.postMessage(message, [...transfer]),
    hold: () => port1.ref(),
    release: () => port1.unref(),
    end: () => port1.close(),
  }
}
