import type { InboxTask } from '../../../src/store/sqlite/inbox/inbox-dispatcher.ts'
import { standardRoom } from '../../../src/store/store.ts'

/** A notification on its way to the inbox's worker. */
export function acceptTask(id: string, fence: number | null = null, receivedAt = 1, room = standardRoom): InboxTask {
  const lane = `lane ${id}`
  return [
    'accept',
    ['default', 'checkout', id, false, id, undefined, 'f', lane, null, null, [], receivedAt, 'push', null, fence, room],
  ]
}

/** The end of an attempt on it. */
export function doneTask(seq: number, fence: number): InboxTask {
  return ['settle', [seq, fence, 'done', 0, { number: 1, startedAt: 1, ms: 1, error: null, replay: false }, null]]
}

/** The same notification in one lane with others. */
export function inLane([name, asked]: InboxTask): InboxTask {
  if (name !== 'accept') throw new TypeError('only what is accepted has a lane')
  const [registration, kind, id, isRejected, identity, identityFor, fingerprint, , ...others] = asked
  return [name, [registration, kind, id, isRejected, identity, identityFor, fingerprint, 'one lane', ...others]]
}
