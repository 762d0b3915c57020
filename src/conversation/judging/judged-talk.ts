import type { TurnKind } from '../../pushes/kinds.ts'
import type { AsJson } from '../../store/effects/recorded.ts'
import { ScriptTalk } from '../script/script-talk.ts'
import type { TalkOf } from '../script/talk-run.ts'
import { type BegunStep, siteOf } from '../steps/begun-step.ts'
import type { Caller, LoadOptions } from '../talk.ts'
import type { Watch } from './watch.ts'

/**
 * The `talk` of a script that is held against a record. It takes its steps as a turn does. A reading that the record does
 * not have is not made: the script is left there.
 */
export function judgedTalk<K extends TurnKind>(watch: Watch): TalkOf<K> {
  return class extends ScriptTalk<K> {
    override get caller(): Caller {
      return watch.caller
    }

    override load<Value>(
      name: string,
      read: () => Value | Promise<Value>,
      options?: LoadOptions,
    ): Promise<AsJson<Value>> {
      // What is no function is refused as ever.
      return super.load(name, typeof read === 'function' ? () => watch.reach(`load ${name}`) : read, options)
    }

    protected override named(name: string, method: (...given: never) => unknown): BegunStep {
      return { name, site: siteOf(method) }
    }
  }
}
