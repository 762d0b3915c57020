import type { TurnKind } from '../../pushes/kinds.ts'
import type { Conversation } from '../conversation.ts'
import { readRecord, type TalkRecord } from '../record/record.ts'
import { eventOf, givenTo, type JudgingHost } from './given.ts'
import { JudgedRun } from './judged-run.ts'
import type { JudgedSession, Judgement } from './judgement.ts'
import { Watch } from './watch.ts'

/** Holds a script against the record of an open session. Nothing is read, done, called or kept. */
export type Judge = (session: JudgedSession) => Promise<Judgement>

/**
 * Makes the judge of a conversation.
 *
 * @param patience ms that a script may take
 */
export function judgeOf<K extends TurnKind>(
  conversation: Conversation,
  host: JudgingHost<K>,
  patience = longest,
): Judge {
  return async (session) => {
    const { state } = session
    if (state === null) return { verdict: 'holds', readsTheSame: undefined, at: undefined }
    const record = recordIn(state)
    if (record === undefined) return { ...foreign, verdict: 'breaks', becomes: 'restart', step: 1, place: undefined }
    const event = eventOf(host.kind, session)
    const watch = new Watch(event)
    return new JudgedRun(givenTo(conversation, host, event, watch), record, session, watch).judge(patience)
  }
}

/** What was left by a subscriber who is asked whether to go on is what they would go on with. */
function recordIn(state: string): TalkRecord | undefined {
  const record = readRecord(JSON.parse(state))
  return record?.from ?? record
}

const foreign = { recorded: 'the state of a handler', found: 'a conversation' }
// ms
const longest = 1_000
