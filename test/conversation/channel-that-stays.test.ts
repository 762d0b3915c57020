import { expect, it } from 'vitest'
import { hold } from './hold.ts'

it.each([
  ['network', '*713#', 'ussd', 'webstore'],
  ['webstore', '', 'webstore', 'network'],
  ['POS-ios', '', 'pos', ''],
])(
  'a conversation that began from %s by %j stays on %s, whatever later pushes look like',
  async (operator, message, channel, later) => {
    const held = await hold(async (talk) => {
      const meal = await talk.choose('Meal?', ['Rice', 'Beans'])
      const size = await talk.choose('Size?', ['Small', 'Large'])
      return talk.end(`${meal} ${size} ${talk.channel}`)
    })
    const push = async (Type: string, Message: string, Operator: string) => {
      const payload = { SessionId: 'session-1', Mobile: '+233000000000', ServiceCode: '', Type, Message, Operator }
      const answer = await held.app.inject({ method: 'POST', url: '/programmable', payload })
      return answer.json()
    }
    const first = await push('initiation', message, operator)
    const isText = channel === 'ussd'
    expect(first.Message).toBe(isText ? 'Meal?\n1. Rice\n2. Beans' : 'Meal?')
    const second = await push('response', isText ? '2' : 'Beans', later)
    expect(second.Message).toBe(isText ? 'Size?\n1. Small\n2. Large\n0 Back' : 'Size?')
    const last = await push('response', isText ? '1' : 'Small', later)
    expect(last.Message).toBe(`Beans Small ${channel}`)
  },
)
