import Fastify from 'fastify'
import { type MenuPush, menu } from '../menu.ts'
import { portOf, reportToParent } from './report.ts'

// What a Fastify route costs that has the hooks and the parser which the plugin can't be without, and nothing in them: no
// sender is verified, no name is looked for, no session is known. A turn of the plugin can't cost less.
const app = Fastify()

app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
app.decorateRequest('arrivedAt', 0)

app.route<{ Body: string; Params: { secret: string } }>({
  method: 'POST',
  url: '/ussd/:secret',
  // When a request came, and whether its sender is known, is looked at before its body is read.
  onRequest: (request, _reply, done) => {
    request.arrivedAt = performance.now()
    done()
  },
  // A push that a hook of the application answers is told.
  onSend: (_request, _reply, _payload, done) => done(),
  handler: ({ body }, reply) => {
    const { ends, text } = menu(readPush(JSON.parse(body)))
    reply.header('content-type', 'application/json; charset=utf-8')
    reply.send(JSON.stringify({ Type: ends ? 'Release' : 'Response', Message: text }))
  },
})

await app.listen({ port: 0, host: '127.0.0.1' })
reportToParent({ port: portOf(app.server.address()), paths: { ussd: '/ussd/a-secret-of-the-benchmark' } })

declare module 'fastify' {
  interface FastifyRequest {
    /** Monotonic ms. */
    arrivedAt: number
  }
}

interface Wire {
  readonly Type: string
  readonly Message: string
  readonly ServiceCode: string
  readonly SessionId: string
}

function readPush({ Type, Message, ServiceCode, SessionId }: Wire): MenuPush {
  return { isInitiation: Type === 'Initiation', message: Message, serviceCode: ServiceCode, sessionId: SessionId }
}
