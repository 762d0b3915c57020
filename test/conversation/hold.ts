import Fastify, { type FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { type ConversationOptions, conversation, type Script } from '../../src/conversation/index.ts'
import merchantWebhooks, { type MerchantWebhooksOptions, memoryStore } from '../../src/index.ts'
import { type Phone, phone } from '../../src/testing/index.ts'
import { type Lines, linesOf } from '../http/lines.ts'

/** A conversation that is held in an application, over both kinds of turns. */
export interface Held {
  readonly app: FastifyInstance
  readonly lines: Lines
  /** A phone on USSD. */
  readonly phone: (mobile?: string) => Phone
  /** A user of a rich channel. */
  readonly user: (operator?: string) => Phone
}

/** What a test may choose of the registration. */
export type HeldOptions = Partial<
  Pick<MerchantWebhooksOptions, 'clock' | 'store' | 'country' | 'dialCode' | 'reply' | 'screens'>
>

export async function hold(
  script: Script,
  settings: ConversationOptions = {},
  options: HeldOptions = {},
): Promise<Held> {
  const lines = linesOf()
  const app = Fastify({ logger: lines.logger })
  onTestFinished(() => app.close())
  const held = conversation(script, settings)
  await app.register(merchantWebhooks, {
    verify: 'none',
    store: memoryStore(),
    ...options,
    ussd: held,
    programmable: held,
  })
  return {
    app,
    lines,
    phone: (mobile) => phone(app, mobile === undefined ? {} : { mobile }),
    user: (operator = 'webstore') => phone(app, { kind: 'programmable', mobile: 'user-7', operator }),
  }
}
