import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Clock } from '../../../src/clock.ts'
import type { StartThread, WorkerRole } from '../../../src/store/sqlite/main/thread.ts'
import { inboxWriter, serve, turnsWriter } from '../../../src/store/sqlite/worker/serve.ts'
import { serveWriter } from '../../../src/store/sqlite/worker/serve-writer.ts'

/** Does in this thread what worker threads do: the same work on the same files, where coverage sees it. */
export const startHere: StartThread = (role, listener) => start(serve, role, listener)

/** The same in another time than the machine's. */
export const startHereIn =
  (clock: Clock): StartThread =>
  (role, listener) =>
    start((port) => serveIn(clock, port, role), role, listener)

function serveIn(clock: Clock, port: MessagePort, role: WorkerRole): void {
  if (role.role === 'inbox') serveWriter(port, inboxWriter(role.file, role.told, clock), lookEvery)
  else if (role.role === 'turns') serveWriter(port, turnsWriter(role.file, role.holders, clock), lookEvery)
  else serve(port, role)
}

// ms, for what is due once time was skipped
const lookEvery = 25

function start(
  work: (port: MessagePort, role: WorkerRole) => void,
  ...[role, listener]: Parameters<StartThread>
): ReturnType<StartThread> {
  const { port1, port2 } = new MessageChannel()
  let hasEnded = false
  const end = (): void => {
    if (!hasEnded) listener.ended('its worker thread has ended')
    hasEnded = true
  }
  port1.on('message', (message) => listener.message(message))
  port1.on('close', end)
  work(port2, role)
  return {
    post: (message, transfer) => port1.postMessage(message, [...transfer]),
    hold: () => port1.ref(),
    release: () => port1.unref(),
    end: () => port1.close(),
  }
}
