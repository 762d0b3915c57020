import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import type { UssdHandler } from '../../src/index.ts'
import { meals, surveyScreens } from '../survey.ts'
import { conversation, email, memoryStore, merchantWebhooks, text, whole } from './built.ts'
import { portOf, reportToParent } from './report.ts'

// Five questions, written as a conversation or as a handler with a switch: what that checks, and what it can go back to,
// is less.
const { values } = parseArgs({ options: { byHand: { type: 'boolean', default: false } } })
const app = Fastify()

const script = conversation(
  async (talk) => {
    const meal = await talk.choose('Which meal?', meals)
    const plates = await talk.ask('How many plates?', whole({ min: 1, max: 20 }))
    const name = await talk.ask('Your name?', text({ max: 30 }))
    await talk.ask('Your e-mail?', email())
    const isOrdered = await talk.confirm('Order now?')
    return talk.end(isOrdered ? `Thank you, ${name}: ${plates} x ${meal}.` : 'Goodbye')
  },
  { rehearse: false },
)

interface Answers {
  readonly step: number
  readonly meal?: string
  readonly plates?: number
  readonly name?: string
  readonly email?: string
}

const byHand: UssdHandler<Answers> = ({ type, message }, turn) => {
  const state = turn.state ?? { step: 0 }
  const ask = (step: 0 | 1 | 2 | 3 | 4, answers: Omit<Answers, 'step'>, problem = '') =>
    turn.prompt(problem + surveyScreens[step], { state: { ...answers, step } })
  if (type === 'initiation') return ask(0, {})
  switch (state.step) {
    case 0: {
      const meal = meals[Number(message) - 1]
      return meal === undefined ? ask(0, state, 'Reply with a number from the list.\n') : ask(1, { ...state, meal })
    }
    case 1: {
      const plates = Number(message)
      const isFine = Number.isInteger(plates) && plates >= 1 && plates <= 20
      return isFine ? ask(2, { ...state, plates }) : ask(1, state, 'Please enter a whole number.\n')
    }
    case 2:
      return message.trim() === ''
        ? ask(2, state, 'Please type your answer.\n')
        : ask(3, { ...state, name: message.trim() })
    case 3:
      return /^[^@\s]+@[^@\s]+$/.test(message)
        ? ask(4, { ...state, email: message })
        : ask(3, state, 'Please enter an e-mail address.\n')
    default:
      return turn.end(message === '1' ? `Thank you, ${state.name}: ${state.plates} x ${state.meal}.` : 'Goodbye')
  }
}

await app.register(merchantWebhooks, {
  prefix: '/push',
  verify: 'none',
  store: memoryStore(),
  ussd: values.byHand ? byHand : script,
})
await app.listen({ port: 0, host: '127.0.0.1' })
reportToParent({ port: portOf(app.server.address()), paths: { ussd: '/push/ussd' } })
