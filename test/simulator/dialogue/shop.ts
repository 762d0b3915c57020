import Fastify, { type FastifyInstance } from 'fastify'
import { MerchantClient } from '../../../src/client/index.ts'
import { conversation } from '../../../src/conversation/index.ts'
import merchantWebhooks, { type MerchantWebhooksOptions, memoryStore } from '../../../src/index.ts'
import {
  type Dialogue,
  type DialogueResult,
  type DialogueStep,
  type RunDialogueOptions,
  runDialogue,
  type Simulator,
} from '../../../src/simulator/index.ts'

/** A shop that sells tea by USSD, by invoice and by text message, and thanks for money. */
export async function buildTeaShop(
  sim: Simulator,
  plugin: Partial<MerchantWebhooksOptions> = {},
): Promise<FastifyInstance> {
  const app = Fastify()
  const client = new MerchantClient(sim.clientOptions)
  const sell = conversation(async (talk) => {
    const wish = await talk.choose(`Tea shop ${new Date().toISOString().slice(0, 10)}`, ['Tea', 'Invoice'])
    if (wish === 'Tea') return talk.pay('Approve', { name: 'Tea', quantity: 1, price: 5, reference: 'tea-1' })
    await client.checkout.create({
      totalAmount: 20,
      description: 'Tea, a box',
      clientReference: 'box-1',
      returnUrl: 'https://shop.example/paid',
      cancellationUrl: 'https://shop.example/cancelled',
      callbackUrl: 'https://shop.example/checkout',
    })
    return talk.end('Pay on the page')
  })
  await app.register(merchantWebhooks, {
    verify: 'none',
    publicUrl: 'https://shop.example',
    secret: 'a secret of sixteen characters',
    store: memoryStore(),
    country: 'GH',
    ussd: sell,
    programmable: sell,
    payment: async ({ outcome }) => {
      if (outcome === 'paid')
        await client.messages.send({ from: 'Shop', to: '+233000000000', content: 'Thank you for the tea' })
    },
    inboundMessage: async () => undefined,
    ...plugin,
  } as MerchantWebhooksOptions)
  return app
}

/** What comes of steps in the shop. */
export function play(
  steps: readonly DialogueStep[],
  rest: Partial<Dialogue> = {},
  options: RunDialogueOptions = {},
  plugin: Partial<MerchantWebhooksOptions> = {},
): Promise<DialogueResult> {
  return runDialogue((sim) => buildTeaShop(sim, plugin), { dialogue: 'Tea', ...rest, steps }, options)
}
