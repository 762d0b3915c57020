import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { messageStatuses } from '../../catalogue/message-statuses.ts'
import { oneOf } from '../../text/json/read-fields.ts'
import { methods } from '../checkout/page/views.ts'
import type { SimulatedPhone } from '../gateway/simulated-phone.ts'
import { channels } from '../phone/screen.ts'
import type { Face } from './face.ts'
import { address, type ControlRoute, does, fields } from './route.ts'
import { phoneView, rowView } from './views.ts'

const text = Type.String({ maxLength: 1_000 })
const price = Type.Number({ exclusiveMinimum: 0, description: 'Major currency units' })
const amount = Type.Optional(price)
/** As people write it: what no phone can be of is refused once it is read. */
const phoneNumber = Type.String({
  pattern: '^\\s*\\+?(?:[ ().-]*\\d){7,17}\\s*$',
  description: 'A phone number, as +233000000000',
})
const flag = Type.Optional(Type.Boolean())
const channel = Type.Optional(oneOf(channels))
const phone = { number: text, channel }
/** Of a step at a phone. */
const waits = Type.Optional(
  Type.Boolean({ description: 'false: answers after 500 ms at the latest, though the application has not' }),
)
const bill = Type.String({
  minLength: 1,
  description: 'A CheckoutId, a ClientReference, or the identifier of any bill',
})

const pays = {
  amount,
  method: Type.Optional(oneOf(methods)),
  mobile: Type.Optional(text),
  fails: Type.Optional(Type.String({ description: 'The code that it fails with' })),
  cancels: flag,
  leaves: flag,
  hangs: flag,
  times: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  takes: Type.Optional(Type.Number({ minimum: 0 })),
}

/** What people do: at their phones, with their money, by messages. */
export function actionRoutes(face: Face): readonly ControlRoute[] {
  const at = (path: string, sentence: string, step: (phone: SimulatedPhone) => PromiseLike<unknown>): ControlRoute =>
    does(`/phones/${path}`, sentence, fields({ ...phone, waits }), async ({ number, waits, ...options }) =>
      stepped(face.phone(number, options), step, waits),
    )
  const entering = (
    path: string,
    sentence: string,
    step: (phone: SimulatedPhone, entered: string) => PromiseLike<unknown>,
  ): ControlRoute =>
    does(
      `/phones/${path}`,
      sentence,
      fields({ ...phone, text, waits }),
      async ({ number, text: entered, waits, ...options }) =>
        stepped(face.phone(number, options), (one) => step(one, entered), waits),
    )
  const { customer, messages } = face
  return [
    does(
      '/phones',
      'Creates or changes the phone of this number',
      fields({
        ...phone,
        kind: Type.Optional(oneOf(['ussd', 'programmable'])),
        operator: Type.Optional(text),
        mobile: Type.Optional(text),
        serviceCode: Type.Optional(text),
        skin: Type.Optional(oneOf(['smart', 'basic'])),
        place: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
      ({ number, ...options }) => phoneView(face.phone(number, options)),
    ),
    does(
      '/phones/remove',
      'Takes a phone away: an open session is hung up; answers what `/phones` takes to have it again',
      fields(phone),
      async ({ number, ...options }) => ({ number, ...(await face.removePhone(number, options)) }),
    ),
    entering('dial', 'Dials, which opens a session', (one, entered) => one.dial(entered)),
    entering('reply', 'Answers the screen', (one, entered) => one.reply(entered)),
    entering('choose', 'Chooses what has this label', (one, entered) => one.choose(entered)),
    at('redial', 'Dials again what was dialled last', (one) => one.redial()),
    at('hang-up', 'The subscriber hangs up', (one) => one.hangUp()),
    at('time-out', 'Lets the session time out', (one) => one.timeout()),
    at('repeat', 'Sends the last turn again', (one) => one.repeatLast()),
    does(
      '/phones/push',
      'Pushes any Type, also one that the API document does not have',
      fields({ ...phone, type: text, message: Type.Optional(Type.String()), waits }),
      async ({ number, type, message, waits, ...options }) =>
        stepped(face.phone(number, options), (one) => one.push(type, message), waits),
    ),
    at('refuse', 'Refuses the oldest payment prompt', (one) => one.refuses()),
    does(
      '/phones/approve',
      'Approves the oldest payment prompt',
      fields({ ...phone, pays: Type.Optional(fields(pays)), waits }),
      async ({ number, pays: options, waits, ...rest }) =>
        stepped(face.phone(number, rest), (one) => one.approve(options), waits),
    ),
    does(
      '/bills/invoice',
      'Opens an invoice that no client asked for',
      fields({
        amount: price,
        description: Type.String(),
        reference: text,
        callbackUrl: address,
        primaryCallbackUrl: Type.Optional(address),
        secondaryCallbackUrl: Type.Optional(address),
        returnUrl: address,
        cancellationUrl: address,
        mobile: Type.Optional(phoneNumber),
      }),
      ({ mobile = null, ...given }) =>
        face.openBill({ source: 'checkout', payee: { name: null, mobile, email: null }, ...given }),
    ),
    does(
      '/bills/ussd-payment',
      'Asks a phone to pay, as a Release with an Amount does',
      fields({
        amount: price,
        description: Type.String(),
        sessionId: text,
        mobile: phoneNumber,
        callbackUrl: Type.Optional(address),
      }),
      (given) => face.openBill({ source: 'ussdPayment', callbackUrl: null, ...given }),
    ),
    does(
      '/bills/cart',
      'Opens the cart of an AddToCart',
      fields({
        items: Type.Array(
          fields({
            name: Type.String(),
            quantity: Type.Number({ exclusiveMinimum: 0 }),
            price: Type.Number({ minimum: 0 }),
          }),
          {
            minItems: 1,
            maxItems: 1_000,
          },
        ),
        sessionId: text,
        mobile: phoneNumber,
      }),
      (given) => face.openBill({ source: 'fulfilment', ...given }),
    ),
    does(
      '/customer/pays',
      'A customer pays a bill, or fails to',
      fields({ bill, ...pays }),
      async ({ bill: name, ...options }) => paymentView(await customer.pays(name, options)),
    ),
    does(
      '/customer/finishes',
      'Ends what is pending of a bill',
      fields({ bill, amount, fails: pays.fails, cancels: flag }),
      async ({ bill: name, ...options }) => paymentView(await customer.finishes(name, options)),
    ),
    does(
      '/customer/refunds',
      'A customer gets money back',
      fields({ bill, amount, isTold: flag }),
      async ({ bill: name, ...options }) => paymentView(await customer.refunds(name, options)),
    ),
    does(
      '/customer/disputes',
      'A customer disputes a payment',
      fields({ bill, amount }),
      ({ bill: name, ...options }) => customer.disputes(name, options),
    ),
    does(
      '/messages/from',
      'A subscriber sends a message',
      fields({
        number: phoneNumber,
        text: Type.String(),
        to: Type.Optional(text),
        account: Type.Optional(text),
        campaign: Type.Optional(text),
        network: Type.Optional(text),
      }),
      async ({ number, text: content, ...options }) => rowView(await messages.from(number, content, options)),
    ),
    does(
      '/messages/settle',
      'A message gets a status, and nothing follows',
      fields({ messageId: text, status: oneOf(messageStatuses.map(({ status }) => status)) }),
      ({ messageId, status }) => messages.settle(messageId, status),
    ),
    does('/messages/top-up', 'Adds to the messaging credit', fields({ amount: price }), (given) => {
      messages.topUp(given.amount)
      return { balance: messages.balance }
    }),
  ]
}

/** @param waits whether the answer comes with what the application said, however long that takes; its row tells it in any case */
async function stepped(phone: SimulatedPhone, step: (phone: SimulatedPhone) => PromiseLike<unknown>, waits = true) {
  const done = Promise.resolve(step(phone))
  if (waits) await done
  else {
    const soon = new AbortController()
    await Promise.race([done, sleep(longEnough, undefined, soon)]).finally(() => soon.abort())
    // Whoever asked is gone: from here on the step's row tells how it ended.
    done.catch(() => undefined)
  }
  return phoneView(phone)
}

/** ms. A browser has six lines to a host: a page with many phones keeps none of them longer. */
const longEnough = 500

function paymentView({ notices, ...payment }: Awaited<ReturnType<Face['customer']['pays']>>) {
  return { ...payment, notices: notices.map(rowView) }
}

/** Playing a dialogue on this simulator, beside whatever else is on it. */
export function playRoutes(face: Face): readonly ControlRoute[] {
  return [
    does(
      '/dialogue/play',
      'Plays the steps of a dialogue in YAML on phones of this simulator, and says where a screen differs',
      fields({ text: Type.String({ maxLength: 1_000_000 }) }),
      async ({ text }) => {
        // YAML is read in no other case: a start needn't wait for it.
        const { readDialogue } = await import('../dialogue/read-dialogue.ts')
        const { inWords, playSteps } = await import('../dialogue/play-steps.ts')
        const dialogue = readDialogue(text, 'the dialogue')
        const { steps, takeFaultsBack } = await playSteps(face, dialogue, {
          secrets: {},
          onTime: () => undefined,
          within,
          goesOn: false,
        })
        // This simulator goes on: what wasn't struck is left alone.
        takeFaultsBack()
        return { title: dialogue.dialogue, steps, problem: inWords(dialogue, steps, []) }
      },
    ),
  ]
}

// ms
const within = 4_000
