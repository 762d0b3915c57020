import type { TurnKind } from '../../pushes/kinds.ts'
import type { Reply } from '../../replies/index.ts'
import { newRecord, type TalkRecord } from '../record/record.ts'
import { never } from './lazy-promise.ts'
import type { ScriptTalk } from './script-talk.ts'
import { TalkRun, type TalkTurn } from './talk-run.ts'

/** Asks whether to go on with the conversation that a record was left of, and does what is answered. */
export function askToResume<K extends TurnKind>(
  given: TalkTurn<K>,
  offer: TalkRecord,
  left: TalkRecord,
  inputs: readonly string[],
): Promise<Reply<K>> {
  const script = async (talk: ScriptTalk<K>): Promise<never> => {
    const goesOn = await talk.askToGoOn()
    talk.isLeft = true
    const next = new TalkRun(given, goesOn ? left : { ...newRecord(), r: offer.r, x: offer.x }, [])
    run.follow(next.reply())
    return never()
  }
  const run = new TalkRun({ ...given, script, rehearsals: undefined, review: undefined }, offer, inputs)
  return run.reply()
}
