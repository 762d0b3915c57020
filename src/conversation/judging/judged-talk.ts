import type { TurnKind } from '../../pushes/kinds.ts'
import type { AsJson } from '../../store/effects/recorded.ts'
import type { Question } from '../questions/question.ts'
import { ScriptTalk } from '../script/script-talk.ts'
import type { TalkOf } from '../script/talk-run.ts'
import { type BegunStep, siteOf } from '../steps/begun-step.ts'
import type { AskOptions, Caller, LoadOptions } from '../talk.ts'
import type { Watch } from './watch.ts'

/**
 * The `talk` of a script that is held against a record. It takes its steps as a turn does. Where a reading that the record
 * does not have isn't asked for, the script is left there.
 */
export function judgedTalk<K extends TurnKind>(watch: Watch): TalkOf<K> {
  return class extends ScriptTalk<K> {
    override get caller(): Caller {
      return watch.caller
    }

    override ask<Answer>(text: string, question: Question<Answer>, options?: AskOptions): Promise<Answer> {
      return super.ask(text, watched(question, watch), options)
    }

    override load<Value>(
      name: string,
      read: () => Value | Promise<Value>,
      options?: LoadOptions,
    ): Promise<AsJson<Value>> {
      // What is no function is refused as ever.
      return super.load(name, typeof read === 'function' ? () => watch.read(`load ${name}`, read) : read, options)
    }

    protected override named(name: string, method: (...given: never) => unknown): BegunStep {
      return { name, site: siteOf(method) }
    }
  }
}

/** The same question: what it looks up is a reading too. */
function watched<Answer>(question: Question<Answer>, watch: Watch): Question<Answer> {
  // What is no question is refused as ever.
  if (typeof question?.read !== 'function') return question
  const read: Question<Answer>['read'] = (entered, context) => {
    const found = question.read(entered, context)
    if (typeof found !== 'object' || found === null || !('lookUp' in found)) return found
    const { lookUp } = found
    return { lookUp: () => watch.read('check', lookUp) }
  }
  return Object.assign(Object.create(Object.getPrototypeOf(question)), question, { read })
}
