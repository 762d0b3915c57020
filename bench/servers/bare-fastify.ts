import { parseArgs } from 'node:util'
import type { Static } from '@sinclair/typebox'
import Fastify from 'fastify'
import { type MenuPush, menu } from '../menu.ts'
import {
  checkoutCallback,
  deliveryReportFields,
  programmableReply,
  programmableRequest,
  ussdReply,
  ussdRequest,
} from './built.ts'
import { loggerOf } from './logger.ts'
import { portOf, reportToParent, usage } from './report.ts'

// What a merchant writes without the plugin: the same schemas, validated and serialised by Fastify, and a handler
// that believes every push. It verifies nobody, knows no session, and runs a repeated turn again.
const { values } = parseArgs({ options: { log: { type: 'boolean', default: false } } })
const app = Fastify({ logger: loggerOf(values.log) })

app.post<{ Body: Static<typeof ussdRequest> }>(
  '/ussd',
  { schema: { body: ussdRequest, response: { 200: ussdReply } } },
  ({ body }): Static<typeof ussdReply> => {
    const { ends, text } = menu(pushOf(body, 'Initiation'))
    return { Type: ends ? 'Release' : 'Response', Message: text }
  },
)

app.post<{ Body: Static<typeof programmableRequest> }>(
  '/programmable',
  { schema: { body: programmableRequest, response: { 200: programmableReply } } },
  ({ body }): Static<typeof programmableReply> => {
    const { ends, text } = menu(pushOf(body, 'initiation'))
    return {
      SessionId: body.SessionId,
      Type: ends ? 'Release' : 'Response',
      Message: text,
      Mask: '',
      MaskNextRoute: '',
      Item: null,
      ServiceCode: null,
      Label: 'Welcome to the shop',
      DataType: 'input',
      Data: [],
      FieldType: 'text',
    }
  },
)

// Nothing is kept: what it acknowledges is gone.
app.post<{ Body: Static<typeof checkoutCallback> }>('/checkout', { schema: { body: checkoutCallback } }, () => ({
  status: 'received',
}))

app.post<{ Body: Static<typeof deliveryReportFields> }>(
  '/delivery-report',
  { schema: { body: deliveryReportFields } },
  () => ({ status: 'received' }),
)

await app.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
const paths = {
  deliveryReport: '/delivery-report',
  ussd: '/ussd',
  programmable: '/programmable',
  checkout: '/checkout',
}
reportToParent({ port: portOf(app.server.address()), paths }, () => ({ ...usage(), done: 0, toHandler: [] }))

interface Body {
  readonly Type: string
  readonly Message: string
  readonly ServiceCode: string
  readonly SessionId: string
}

function pushOf({ Type, Message, ServiceCode, SessionId }: Body, initiation: string): MenuPush {
  return { isInitiation: Type === initiation, message: Message, serviceCode: ServiceCode, sessionId: SessionId }
}
