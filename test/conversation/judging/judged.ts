import type { FastifyInstance } from 'fastify'
import type { Judge } from '../../../src/conversation/judging/judge.ts'
import type { TurnKind } from '../../../src/pushes/kinds.ts'
import { inspectionsOf } from '../../../src/registration/inspection.ts'
import type { TurnClosing, TurnStore } from '../../../src/store/index.ts'

/** What holds the conversation of an application against sessions. */
export function judgeIn(app: FastifyInstance, kind: TurnKind = 'ussd'): Judge {
  const found = inspectionsOf(app.merchant)?.[0]?.turnKinds?.find((one) => one.kind === kind)
  if (found?.judge === undefined) throw new Error(`There is no conversation of ${kind}`)
  return found.judge
}

/** A store that shows what is committed with each answer. */
export function seenBy(seen: (closing: TurnClosing) => void): (turns: TurnStore) => TurnStore {
  return (turns) =>
    new Proxy(turns, {
      get(target, name) {
        const found: unknown = Reflect.get(target, name)
        if (typeof found !== 'function') return found
        return (...given: [TurnClosing]) => {
          if (name === 'close') seen(given[0])
          return found.apply(target, given)
        }
      },
    })
}
