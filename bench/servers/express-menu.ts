import { parseArgs } from 'node:util'
import express from 'express'
import { screens, thank } from '../menu.ts'
import { portOf, reportToParent } from './report.ts'
import { SessionMap } from './session-map.ts'

// As the guides of both libraries have it, in production and with Express's own settings, like Fastify's everywhere else.
const { values } = parseArgs({ options: { builder: { type: 'boolean', default: false } } })
const UssdMenu = await libraryOf(values.builder)
process.env.NODE_ENV = 'production'
const app = express()
app.use(express.json())

const sessions = new SessionMap()

app.post('/ussd', (request, response) => {
  // Both keep the caller on the menu: one menu for all requests mixes the callers up, so each has its own.
  const ussd = new UssdMenu({ provider: 'hubtel' })
  ussd.sessionConfig(sessions.config)
  ussd.startState({ run: () => ussd.con(screens.welcome.text), next: { '1': 'quantity' } })
  ussd.state('quantity', { run: () => ussd.con(screens.quantity.text), next: { '*^[0-9]+$': 'thanks' } })
  ussd.state('thanks', { run: () => ussd.end(thank(ussd.args.sessionId).text) })
  ussd.run(request.body, (reply: unknown) => response.json(reply))
})

const server = app.listen(0, '127.0.0.1', () => {
  reportToParent({ port: portOf(server.address()), paths: { ussd: '/ussd' } })
})

async function libraryOf(isBuilder: boolean): Promise<typeof import('ussd-builder')> {
  return (isBuilder ? await import('ussd-builder') : await import('ussd-menu-builder')).default
}
