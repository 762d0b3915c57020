/**
 * How a handler may log. Nothing here runs: `tsc --noEmit` fails when a line under `@ts-expect-error` compiles after all,
 * or any other line does not.
 */
import type { Talk } from '../../src/conversation/index.ts'
import type { Attempt, HandlerLog, Log, UssdTurn } from '../../src/index.ts'

declare const logger: import('fastify').FastifyBaseLogger

export function onPayment({ log }: Attempt, turn: UssdTurn, talk: Talk): readonly (HandlerLog | Log)[] {
  for (const one of [log, turn.log, talk.log]) {
    one.info('delivered')
    one.warn({ reference: 'order-1' }, 'delivered')
    one.error({ err: new Error('no receipt') })
    // @ts-expect-error a line comes after its fields
    one.info('delivered', { reference: 'order-1' })
    // @ts-expect-error a number is no line
    one.debug(7)
  }
  return [logger, log]
}
